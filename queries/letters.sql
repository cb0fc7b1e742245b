-- What gave up after its attempts.

-- name: LetterCauses :many
-- What gave up in a project, by its cause.
SELECT d.reason, count(*)::bigint AS n, max(d.dead_at)::timestamptz AS last FROM dead_letters d
WHERE d.project_id = sqlc.arg(project_id)
GROUP BY d.reason ORDER BY n DESC;

-- name: AllLetterCauses :many
-- The same over all projects, for the desk.
SELECT d.reason, count(*)::bigint AS n, count(DISTINCT d.project_id)::integer AS bots, max(d.dead_at)::timestamptz AS last FROM dead_letters d
GROUP BY d.reason ORDER BY n DESC;

-- name: Letters :many
-- What gave up of a cause in a project, the newest first, without its content.
SELECT d.project_id, d.event_id, d.attempts, d.dead_at, coalesce(i.bot_username, '')::text AS bot FROM dead_letters d
LEFT JOIN integrations i ON i.project_id = d.project_id AND i.id = d.integration_id
WHERE d.project_id = sqlc.arg(project_id) AND d.reason = sqlc.arg(reason)
ORDER BY d.event_id DESC LIMIT sqlc.arg(most);

-- name: AllLetters :many
-- The same over all projects, for the desk.
SELECT d.project_id, d.event_id, d.attempts, d.dead_at, coalesce(i.bot_username, '')::text AS bot FROM dead_letters d
LEFT JOIN integrations i ON i.project_id = d.project_id AND i.id = d.integration_id
WHERE d.reason = sqlc.arg(reason)
ORDER BY d.project_id DESC, d.event_id DESC LIMIT sqlc.arg(most);

-- name: Letter :one
SELECT d.*, coalesce(i.bot_username, '')::text AS bot FROM dead_letters d
LEFT JOIN integrations i ON i.project_id = d.project_id AND i.id = d.integration_id
WHERE d.project_id = sqlc.arg(project_id) AND d.event_id = sqlc.arg(event_id);

-- name: SomeLetters :many
-- The oldest of what gave up in a project; cause '' is any.
SELECT d.project_id, d.event_id FROM dead_letters d
WHERE d.project_id = sqlc.arg(project_id) AND (sqlc.arg(reason)::text = '' OR d.reason = sqlc.arg(reason))
ORDER BY d.event_id LIMIT sqlc.arg(most);

-- name: SomeOfAllLetters :many
-- The oldest of what gave up for a cause in any project, for the desk.
SELECT d.project_id, d.event_id FROM dead_letters d
WHERE d.reason = sqlc.arg(reason)
ORDER BY d.project_id, d.event_id LIMIT sqlc.arg(most);

-- name: RetryLetters :execrows
-- Gives what gave up another try: it waits in the inbox again under its old
-- number, so that whatever it left then is not done twice, and as if it came
-- now, so that its answer is not too old.
WITH gone AS (
    DELETE FROM dead_letters d
    USING (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id, unnest(sqlc.arg(events)::bigint[]) AS event_id) AS chosen
    WHERE d.project_id = chosen.project_id AND d.event_id = chosen.event_id RETURNING d.*)
INSERT INTO inbox (project_id, event_id, integration_id, chat_id, kind, payload)
OVERRIDING SYSTEM VALUE
SELECT project_id, event_id, integration_id, chat_id, kind, payload FROM gone ORDER BY project_id, event_id;

-- name: DiscardLetters :execrows
-- Forgets what gave up.
DELETE FROM dead_letters d
USING (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id, unnest(sqlc.arg(events)::bigint[]) AS event_id) AS chosen
WHERE d.project_id = chosen.project_id AND d.event_id = chosen.event_id;
