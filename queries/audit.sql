-- name: RecordAudit :exec
-- The account is that of the project, unless it is given.
INSERT INTO audit (action, user_id, account_id, project_id, subject)
VALUES (sqlc.arg(action), sqlc.narg(user_id),
    coalesce(sqlc.narg(account_id)::bigint, (SELECT p.account_id FROM projects p WHERE p.id = sqlc.narg(project_id)::bigint)),
    sqlc.narg(project_id)::bigint, sqlc.narg(subject));

-- name: ProjectAudit :many
-- What was done to a project, the newest first, from before an entry on. Who
-- has left is without an e-mail; member tells the owner's people from others.
SELECT a.id, a.at, a.action, a.user_id, coalesce(a.subject, 0)::bigint AS subject, coalesce(u.email, '')::text AS email,
    EXISTS (SELECT 1 FROM projects p JOIN members m ON m.account_id = p.account_id WHERE p.id = a.project_id AND m.user_id = a.user_id) AS member
FROM audit a
LEFT JOIN users u ON u.id = a.user_id
WHERE a.project_id = sqlc.arg(project_id)::bigint AND a.id < sqlc.arg(before)::bigint
ORDER BY a.id DESC LIMIT sqlc.arg(most)::integer;
