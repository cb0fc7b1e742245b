-- +goose Up

-- What a project says of itself (internal/card): it holds outside versions.
-- The time zone is part of it; zone shows it to queries.
-- card_version counts up with it, the name and the language, for those who keep them.
ALTER TABLE projects
    ADD COLUMN card         jsonb   NOT NULL DEFAULT '{}' CHECK (pg_column_size(card) <= 16384),
    ADD COLUMN card_version integer NOT NULL DEFAULT 1;
UPDATE projects SET card = jsonb_build_object('zone', zone);
ALTER TABLE projects DROP COLUMN zone;
ALTER TABLE projects ADD COLUMN zone text NOT NULL GENERATED ALWAYS AS (coalesce(nullif(card ->> 'zone', ''), 'Europe/Moscow')) STORED;
