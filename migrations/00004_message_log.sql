-- +goose Up

-- What came in and how each message out ended, a partition a day.
-- outcome: received, sent, failed, unknown, expired.
CREATE TABLE message_log (
    project_id     bigint      NOT NULL,
    chat_id        bigint      NOT NULL,
    at             timestamptz NOT NULL,
    event_id       bigint      NOT NULL,
    seq            smallint    NOT NULL,
    integration_id bigint      NOT NULL,
    outcome        text        NOT NULL CHECK (outcome IN ('received', 'sent', 'failed', 'unknown', 'expired')),
    message_id     bigint,
    code           text        NOT NULL DEFAULT ''
) PARTITION BY RANGE (at);
CREATE INDEX message_log_chat_idx ON message_log (project_id, chat_id, at);

-- The words of those messages, kept for a shorter time. outgoing tells the side.
CREATE TABLE message_text (
    project_id bigint      NOT NULL,
    chat_id    bigint      NOT NULL,
    at         timestamptz NOT NULL,
    event_id   bigint      NOT NULL,
    seq        smallint    NOT NULL,
    outgoing   boolean     NOT NULL,
    words      text        NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX message_text_chat_idx ON message_text (project_id, chat_id, at);

-- +goose StatementBegin
-- ensure_day_partitions makes the partitions of parent from yesterday to
-- ahead days from today (UTC). Several processes may call it at once.
CREATE FUNCTION ensure_day_partitions(parent text, ahead integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    day   date;
    child text;
BEGIN
    FOR day IN SELECT generate_series(today - 1, today + ahead, interval '1 day')::date LOOP
        child := format('%s_%s', parent, to_char(day, 'YYYYMMDD'));
        CONTINUE WHEN to_regclass(child) IS NOT NULL;
        LOCK TABLE shards IN SHARE UPDATE EXCLUSIVE MODE;
        EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
            child, parent, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
    END LOOP;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
-- drop_day_partitions drops the partitions of parent that ended more than
-- keep days ago and tells how many there were.
CREATE FUNCTION drop_day_partitions(parent text, keep integer) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    child   text;
    dropped integer := 0;
    oldest  text := format('%s_%s', parent, to_char((now() AT TIME ZONE 'UTC')::date - keep, 'YYYYMMDD'));
BEGIN
    FOR child IN
        SELECT c.relname FROM pg_inherits i
        JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = parent::regclass AND c.relname < oldest COLLATE "C"
    LOOP
        EXECUTE format('DROP TABLE IF EXISTS %I', child);
        dropped := dropped + 1;
    END LOOP;
    RETURN dropped;
END $$;
-- +goose StatementEnd

SELECT ensure_day_partitions('message_log', 7), ensure_day_partitions('message_text', 7);
