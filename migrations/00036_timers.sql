-- +goose Up

-- Waits of dialogues: one a run. Firing one puts an event into the inbox and
-- takes the timer away, in one transaction.
CREATE TABLE timers (
    project_id     bigint      NOT NULL,
    chat_id        bigint      NOT NULL,
    run            bigint      NOT NULL,
    generation     integer     NOT NULL,
    integration_id bigint      NOT NULL,
    due            timestamptz NOT NULL,
    PRIMARY KEY (project_id, chat_id, run)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
-- The poll of an owner reads what is due from its beginning; the project is in
-- it so that those of a project that has enough waiting are passed over in the index.
CREATE INDEX timers_due_idx ON timers (due, project_id);
