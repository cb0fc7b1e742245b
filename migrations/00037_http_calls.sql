-- +goose Up

-- Requests of dialogues to other services: one a run. due is when the chat has
-- waited long enough, whatever came of it. started_at is set before the first
-- byte leaves: of a call that nobody is making any more it is not known whether
-- it arrived.
CREATE TABLE http_calls (
    project_id     bigint      NOT NULL,
    chat_id        bigint      NOT NULL,
    run            bigint      NOT NULL,
    generation     integer     NOT NULL,
    integration_id bigint      NOT NULL,
    request        bytea       NOT NULL,
    due            timestamptz NOT NULL,
    started_at     timestamptz,
    attempts       smallint    NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, chat_id, run)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX http_calls_due_idx ON http_calls (project_id, due);

-- Keys that owners use in such requests, sealed. No release and no export has them.
CREATE TABLE project_secrets (
    project_id bigint      NOT NULL REFERENCES projects ON DELETE CASCADE,
    name       text        NOT NULL CHECK (name <> ''),
    value      bytea       NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, name)
);
