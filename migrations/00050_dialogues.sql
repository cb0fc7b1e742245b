-- +goose Up

-- Conversations that are kept as tests of the draft.
CREATE TABLE dialogues (
    project_id bigint      NOT NULL REFERENCES projects ON DELETE CASCADE,
    id         bigint      GENERATED ALWAYS AS IDENTITY,
    title      text        NOT NULL CHECK (title <> ''),
    content    bytea       NOT NULL CHECK (length(content) <= 262144),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
);
