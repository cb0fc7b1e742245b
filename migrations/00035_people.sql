-- +goose Up

-- What scenarios keep of a client: values by the ids of fields, and tags. Only
-- the owner of the shard writes them, in the transaction of a turn. The engine
-- keeps them small (flow.MaxData); the bound here is on the bytes as they lie.
ALTER TABLE subscribers
    ADD COLUMN data jsonb  NOT NULL DEFAULT '{}',
    ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
    ADD CONSTRAINT subscribers_data_check CHECK (jsonb_typeof(data) = 'object' AND pg_column_size(data) <= 131072);
ALTER TABLE chats ADD CONSTRAINT chats_state_check CHECK (pg_column_size(state) <= 131072);

-- Each field that a release of the project ever filled. It stays when its step
-- is gone, because clients still have values.
CREATE TABLE fields (
    project_id bigint  NOT NULL REFERENCES projects ON DELETE CASCADE,
    id         text    NOT NULL,
    title      text    NOT NULL,
    type       text    NOT NULL,
    place      integer NOT NULL,
    PRIMARY KEY (project_id, id)
);

-- Moves tell where people go who stand on a step that a release no longer has.
ALTER TABLE releases ADD COLUMN moves jsonb NOT NULL DEFAULT '{}';
