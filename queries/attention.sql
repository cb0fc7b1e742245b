-- name: ProjectLoad :one
-- What waits of a project, as it was measured last.
SELECT waiting, coalesce(extract(epoch FROM now() - waiting_since), 0)::float8 AS waiting_seconds FROM project_loads
WHERE project_id = sqlc.arg(project_id);

-- name: CountBlockers :one
-- How many people blocked the project's bot within a week.
SELECT count(*)::integer FROM reachability
WHERE project_id = sqlc.arg(project_id) AND state = 'blocked' AND changed_at > now() - interval '7 days';
