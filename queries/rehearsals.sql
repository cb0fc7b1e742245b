-- name: LockRehearsal :one
-- What a person tries out with a project's draft; others of theirs wait.
SELECT talk FROM rehearsals WHERE project_id = sqlc.arg(project_id) AND user_id = sqlc.arg(user_id) FOR UPDATE;

-- name: KeepRehearsal :exec
INSERT INTO rehearsals (project_id, user_id, talk) VALUES (sqlc.arg(project_id), sqlc.arg(user_id), sqlc.arg(talk))
ON CONFLICT (project_id, user_id) DO UPDATE SET talk = excluded.talk, updated_at = now();
