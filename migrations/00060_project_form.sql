-- +goose Up

-- The form that a project was made by: one that is sent twice makes one.
ALTER TABLE projects ADD COLUMN made_by text NOT NULL DEFAULT '' CHECK (length(made_by) <= 64);
CREATE UNIQUE INDEX projects_made_by_idx ON projects (account_id, made_by) WHERE made_by <> '';
