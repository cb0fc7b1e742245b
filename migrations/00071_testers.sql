-- +goose Up

-- The link by which people try a project's draft on its real bot: one a
-- project, of which only the SHA-256 is kept.
CREATE TABLE draft_links (
    project_id bigint      PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    sha256     bytea       NOT NULL CHECK (length(sha256) = 32),
    expires_at timestamptz NOT NULL,
    made_at    timestamptz NOT NULL DEFAULT now()
);

-- Who followed it, and where they stand in the draft. What the draft makes of
-- them stays here: the chat of the published bot, its data and tags are not touched.
CREATE TABLE testers (
    project_id bigint      NOT NULL REFERENCES projects ON DELETE CASCADE,
    user_id    bigint      NOT NULL,
    state      jsonb       NOT NULL DEFAULT '{}' CHECK (pg_column_size(state) <= 131072),
    data       jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(data) = 'object' AND pg_column_size(data) <= 131072),
    tags       text[]      NOT NULL DEFAULT '{}',
    joined_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, user_id)
);
CREATE INDEX testers_joined_idx ON testers (joined_at);
