-- +goose Up

-- What waits, per project, as the owner of its shard measured it last; a project
-- of which nothing waits has no row. Receipt's bounds and the desk read this
-- instead of counting rows that may be a million. error is the code of a failure
-- that something waits for.
CREATE TABLE project_loads (
    project_id    bigint PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    account_id    bigint      NOT NULL,
    waiting       integer     NOT NULL,
    waiting_bytes bigint      NOT NULL,
    waiting_since timestamptz,
    retrying      integer     NOT NULL,
    unsent        integer     NOT NULL,
    unsent_since  timestamptz,
    error         text        NOT NULL
) WITH (fillfactor = 70);

-- When a shard was measured last. Receipt counts by itself what it took since.
CREATE TABLE load_measurements (
    shard       smallint PRIMARY KEY,
    measured_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- What a project did of late: deliveries and sent messages of the last minute,
-- when the last ones were, and what went wrong last (a code that lang words).
CREATE TABLE project_activity (
    project_id  bigint PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    received    integer NOT NULL,
    sent        integer NOT NULL,
    received_at timestamptz,
    sent_at     timestamptz,
    error       text    NOT NULL DEFAULT '',
    error_at    timestamptz
) WITH (fillfactor = 70);

-- The last minute of the log is found by its place in the table.
CREATE INDEX message_log_at_idx ON message_log USING brin (at) WITH (pages_per_range = 32, autosummarize = on);
