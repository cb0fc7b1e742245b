-- +goose Up

-- What somebody tries out with a draft: one conversation a person and project,
-- forgotten after a day.
CREATE TABLE rehearsals (
    project_id bigint      NOT NULL REFERENCES projects ON DELETE CASCADE,
    user_id    bigint      NOT NULL REFERENCES users ON DELETE CASCADE,
    talk       bytea       NOT NULL CHECK (length(talk) <= 262144),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, user_id)
);
