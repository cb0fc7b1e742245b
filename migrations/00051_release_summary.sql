-- +goose Up

-- What a version changed, for the list of versions: places and what happened to them.
ALTER TABLE releases ADD COLUMN summary jsonb NOT NULL DEFAULT '[]' CHECK (pg_column_size(summary) <= 65536);
