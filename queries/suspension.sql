-- A project is suspended when it is itself, or its account.

-- name: SuspendAccount :execrows
UPDATE accounts SET suspended_at = coalesce(suspended_at, now()), suspended_reason = sqlc.arg(reason) WHERE id = sqlc.arg(account_id);

-- name: ResumeAccount :execrows
UPDATE accounts SET suspended_at = NULL, suspended_reason = '' WHERE id = sqlc.arg(account_id);

-- name: SuspendProject :execrows
UPDATE projects SET suspended_at = coalesce(suspended_at, now()), suspended_reason = sqlc.arg(reason) WHERE id = sqlc.arg(project_id);

-- name: ResumeProject :execrows
UPDATE projects SET suspended_at = NULL, suspended_reason = '' WHERE id = sqlc.arg(project_id);

-- name: IsOneself :one
-- Whether a person is one of the account's own.
SELECT EXISTS (SELECT FROM members m WHERE m.account_id = sqlc.arg(account_id) AND m.user_id = sqlc.arg(user_id))::boolean;

-- name: EndSessionsOfAccount :exec
-- Everyone who signs in to the account has to do it again.
WITH theirs AS (SELECT m.user_id FROM members m WHERE m.account_id = sqlc.arg(account_id)),
ended AS (DELETE FROM sessions s USING theirs WHERE s.user_id = theirs.user_id)
UPDATE users u SET generation = u.generation + 1 FROM theirs WHERE u.id = theirs.user_id;

-- name: TellReceipt :exec
-- Receipt reads anew how these projects stand.
UPDATE public_ids SET changed_at = clock_timestamp() WHERE project_id = ANY(sqlc.arg(projects)::bigint[]);

-- name: ExpireMessages :exec
-- Ends the messages that are not being sent this moment.
WITH gone AS (
    DELETE FROM outbox o WHERE o.project_id = ANY(sqlc.arg(projects)::bigint[]) AND o.started_at IS NULL
    RETURNING o.project_id, o.chat_id, o.event_id, o.seq, o.integration_id)
INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code)
SELECT project_id, chat_id, now(), event_id, seq, integration_id, 'expired', sqlc.arg(code) FROM gone;

-- name: ProjectSuspended :one
SELECT (p.suspended_at IS NOT NULL OR a.suspended_at IS NOT NULL)::boolean AS suspended FROM projects p
JOIN accounts a ON a.id = p.account_id
WHERE p.id = sqlc.arg(project_id);

-- name: SignedIn :one
-- Who is signed in, and how their account stands.
SELECT u.*, a.suspended_at, a.suspended_reason FROM users u
LEFT JOIN accounts a ON a.id = (SELECT min(m.account_id) FROM members m WHERE m.user_id = u.id)
WHERE u.id = sqlc.arg(user_id);
