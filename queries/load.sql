-- name: MeasureAlone :exec
-- Measuring takes one core at most, and its changes may be lost.
SELECT set_config('max_parallel_workers_per_gather', '0', true), set_config('synchronous_commit', 'off', true);

-- name: MeasureLoad :exec
-- Counts what waits in these shards and writes it down, per project. What did
-- not change is not written, and where nothing waits the row goes.
WITH i AS (
    SELECT project_id, count(*) AS waiting, sum(octet_length(payload)) AS bytes, min(received_at) AS since,
        count(*) FILTER (WHERE attempts > 0) AS retrying, max(last_error) AS error
    FROM inbox WHERE project_id % 64 = ANY(sqlc.arg(shards)::bigint[]) GROUP BY project_id),
o AS (
    SELECT project_id, count(*) AS unsent, min(received_at) AS since, max(last_error) AS error
    FROM outbox WHERE project_id % 64 = ANY(sqlc.arg(shards)::bigint[]) GROUP BY project_id),
measured AS (
    SELECT p.id AS project_id, p.account_id, coalesce(i.waiting, 0) AS waiting, coalesce(i.bytes, 0) AS bytes, i.since AS waiting_since,
        coalesce(i.retrying, 0) AS retrying, coalesce(o.unsent, 0) AS unsent, o.since AS unsent_since,
        coalesce(nullif(i.error, ''), o.error, '') AS error
    FROM i FULL JOIN o ON o.project_id = i.project_id JOIN projects p ON p.id = coalesce(i.project_id, o.project_id)),
emptied AS (
    DELETE FROM project_loads l WHERE l.project_id % 64 = ANY(sqlc.arg(shards)::bigint[])
        AND NOT EXISTS (SELECT 1 FROM measured m WHERE m.project_id = l.project_id)),
told AS (
    INSERT INTO load_measurements SELECT unnest(sqlc.arg(shards)::bigint[]), now()
    ON CONFLICT (shard) DO UPDATE SET measured_at = excluded.measured_at)
INSERT INTO project_loads AS l (project_id, account_id, waiting, waiting_bytes, waiting_since, retrying, unsent, unsent_since, error)
SELECT * FROM measured
ON CONFLICT (project_id) DO UPDATE SET waiting = excluded.waiting, waiting_bytes = excluded.waiting_bytes, waiting_since = excluded.waiting_since,
    retrying = excluded.retrying, unsent = excluded.unsent, unsent_since = excluded.unsent_since, error = excluded.error
WHERE (l.waiting, l.waiting_bytes, l.waiting_since, l.retrying, l.unsent, l.unsent_since, l.error)
    IS DISTINCT FROM (excluded.waiting, excluded.waiting_bytes, excluded.waiting_since, excluded.retrying, excluded.unsent, excluded.unsent_since, excluded.error);

-- name: MeasureActivity :exec
-- Writes what these shards' projects received and sent in the last minute, and
-- what failed last. People who cannot be reached are no failure. A bot that was
-- written to is asked about at Telegram within the hour, too.
WITH came AS (
    SELECT project_id, count(*) AS n, max(received_at) AS at
    FROM telegram_updates WHERE received_at > now() - interval '1 minute' AND project_id % 64 = ANY(sqlc.arg(shards)::bigint[])
    GROUP BY project_id),
went AS (
    SELECT project_id, count(*) FILTER (WHERE outcome = 'sent') AS n, max(at) FILTER (WHERE outcome = 'sent') AS at,
        (array_agg(code ORDER BY at DESC) FILTER (WHERE outcome <> 'sent' AND code NOT IN ('blocked', 'deactivated', 'never_started')))[1] AS error
    FROM message_log WHERE at > now() - interval '1 minute' AND outcome <> 'received' AND project_id % 64 = ANY(sqlc.arg(shards)::bigint[])
    GROUP BY project_id),
waits AS (
    SELECT project_id, error FROM project_loads WHERE error <> '' AND project_id % 64 = ANY(sqlc.arg(shards)::bigint[])),
measured AS (
    SELECT p.id AS project_id, coalesce(came.n, 0) AS received, coalesce(went.n, 0) AS sent, came.at AS received_at, went.at AS sent_at,
        coalesce(waits.error, went.error, '') AS error
    FROM came FULL JOIN went ON went.project_id = came.project_id
        FULL JOIN waits ON waits.project_id = coalesce(came.project_id, went.project_id)
        JOIN projects p ON p.id = coalesce(came.project_id, went.project_id, waits.project_id)),
quieted AS (
    UPDATE project_activity a SET received = 0, sent = 0
    WHERE (a.received > 0 OR a.sent > 0) AND a.project_id % 64 = ANY(sqlc.arg(shards)::bigint[])
        AND NOT EXISTS (SELECT 1 FROM measured m WHERE m.project_id = a.project_id)),
asked AS (
    UPDATE integrations i SET check_at = now() + random() * interval '1 hour' FROM measured m
    WHERE i.project_id = m.project_id AND i.actual = 'connected' AND i.webhook_url <> ''
        AND (i.check_at IS NULL OR i.check_at > now() + interval '70 minutes'))
INSERT INTO project_activity AS a (project_id, received, sent, received_at, sent_at, error, error_at)
SELECT project_id, received, sent, received_at, sent_at, error, CASE WHEN error <> '' THEN now() END FROM measured
ON CONFLICT (project_id) DO UPDATE SET received = excluded.received, sent = excluded.sent,
    received_at = greatest(a.received_at, excluded.received_at), sent_at = greatest(a.sent_at, excluded.sent_at),
    error = coalesce(nullif(excluded.error, ''), a.error), error_at = coalesce(excluded.error_at, a.error_at);

-- name: Measurements :many
-- When each shard was measured last.
SELECT shard, measured_at FROM load_measurements;

-- name: OverBounds :many
-- The projects that may not bring more: those over their own bound, those of an
-- account that is over its, and, when the whole installation is over, those
-- that hold at least an even share of the bound.
WITH total AS (
    SELECT greatest(count(*), 1) AS holders, coalesce(sum(waiting), 0) > sqlc.arg(installation_rows)::bigint
        OR coalesce(sum(waiting_bytes), 0) > sqlc.arg(installation_bytes)::bigint AS over
    FROM project_loads),
accounts_over AS (
    SELECT account_id FROM project_loads GROUP BY account_id
    HAVING sum(waiting) > sqlc.arg(account_rows)::bigint OR sum(waiting_bytes) > sqlc.arg(account_bytes)::bigint)
SELECT l.project_id FROM project_loads l, total t
WHERE l.waiting > sqlc.arg(project_rows)::bigint OR l.waiting_bytes > sqlc.arg(project_bytes)::bigint
    OR t.over AND (l.waiting >= sqlc.arg(installation_rows)::bigint / t.holders OR l.waiting_bytes >= sqlc.arg(installation_bytes)::bigint / t.holders)
UNION
SELECT p.id FROM projects p JOIN accounts_over o ON o.account_id = p.account_id;
