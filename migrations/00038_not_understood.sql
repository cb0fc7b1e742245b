-- +goose Up

-- What clients wrote that only the fallback took: of each client each text once,
-- folded, with how often. They are grouped when they are shown; a row is a
-- client's, so that it goes with them.
CREATE TABLE not_understood (
    project_id bigint      NOT NULL,
    chat_id    bigint      NOT NULL,
    folded     text        NOT NULL,
    words      text        NOT NULL,
    times      integer     NOT NULL,
    at         timestamptz NOT NULL,
    PRIMARY KEY (project_id, chat_id, folded)
);
CREATE INDEX not_understood_at_idx ON not_understood (project_id, at);
