-- name: PauseProject :execrows
-- Lets the events of a project wait; 0 rows when they do already.
UPDATE projects SET paused_at = now(), paused_by = sqlc.arg(paused_by)::bigint, paused_why = sqlc.arg(why)
WHERE id = sqlc.arg(project_id) AND paused_at IS NULL;

-- name: UnpauseProject :execrows
UPDATE projects SET paused_at = NULL, paused_by = NULL, paused_why = '' WHERE id = sqlc.arg(project_id) AND paused_at IS NOT NULL;
