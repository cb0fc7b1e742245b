-- name: RecordAudit :exec
INSERT INTO audit (action, user_id, account_id, project_id, subject)
VALUES (sqlc.arg(action), sqlc.narg(user_id), sqlc.narg(account_id), sqlc.narg(project_id), sqlc.narg(subject));
