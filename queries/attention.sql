-- name: ProjectLoad :one
-- What waits of a project, and of its whole account, as it was measured last.
SELECT l.waiting, l.waiting_bytes, coalesce(extract(epoch FROM now() - l.waiting_since), 0)::float8 AS waiting_seconds,
    a.waiting::bigint AS account_waiting, a.bytes::bigint AS account_bytes
FROM project_loads l, LATERAL (
    SELECT sum(o.waiting) AS waiting, sum(o.waiting_bytes) AS bytes FROM project_loads o WHERE o.account_id = l.account_id) a
WHERE l.project_id = sqlc.arg(project_id);

-- name: CountTooMany :one
-- How many messages of people who sent too many at once were passed over within a day.
SELECT count(*)::integer FROM telegram_updates
WHERE project_id = sqlc.arg(project_id) AND skipped = 'too_many' AND received_at > now() - interval '1 day';

-- name: CountBlockers :one
-- How many people blocked the project's bot within a week.
SELECT count(*)::integer FROM reachability
WHERE project_id = sqlc.arg(project_id) AND state = 'blocked' AND changed_at > now() - interval '7 days';
