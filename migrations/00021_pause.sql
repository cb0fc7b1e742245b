-- +goose Up

-- A paused project: its events wait, receipt goes on up to its bound. why is a
-- code that lang words for the owner.
ALTER TABLE projects
    ADD COLUMN paused_at  timestamptz,
    ADD COLUMN paused_by  bigint REFERENCES users ON DELETE SET NULL,
    ADD COLUMN paused_why text NOT NULL DEFAULT '';
CREATE INDEX projects_paused_idx ON projects (id) WHERE paused_at IS NOT NULL;
