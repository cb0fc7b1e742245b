-- +goose Up

-- What was edited in a project's scenarios, so that it can be taken back and
-- done again. before and after hold the scenarios that the edit touched, each
-- with its place in the list. place is what was typed into: saves that follow
-- one another at the same place are one edit. size counts the bytes of both.
CREATE TABLE scenario_edits (
    project_id bigint      NOT NULL REFERENCES projects ON DELETE CASCADE,
    number     bigint      NOT NULL,
    what       text        NOT NULL,
    title      text        NOT NULL DEFAULT '',
    place      text        NOT NULL DEFAULT '',
    before     jsonb       NOT NULL,
    after      jsonb       NOT NULL,
    size       integer     NOT NULL,
    undone     boolean     NOT NULL DEFAULT false,
    made_at    timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, number)
);
CREATE INDEX scenario_edits_made_idx ON scenario_edits (made_at);
