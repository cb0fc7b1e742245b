-- What gave up after its attempts: of one project, or (project 0) at the desk, of all.

-- name: LetterCauses :many
-- What gave up, by its cause.
SELECT d.reason, count(*)::bigint AS n, count(DISTINCT d.project_id)::integer AS bots, max(d.dead_at)::timestamptz AS last FROM dead_letters d
WHERE sqlc.arg(project_id)::bigint = 0 OR d.project_id = sqlc.arg(project_id)
GROUP BY d.reason ORDER BY n DESC;

-- name: Letters :many
-- What gave up of a cause, the newest first, without its content.
SELECT d.project_id, d.event_id, d.chat_id, d.kind, d.received_at, d.attempts, d.dead_at, coalesce(i.bot_username, '')::text AS bot FROM dead_letters d
LEFT JOIN integrations i ON i.project_id = d.project_id AND i.id = d.integration_id
WHERE d.reason = sqlc.arg(reason) AND (sqlc.arg(project_id)::bigint = 0 OR d.project_id = sqlc.arg(project_id))
ORDER BY d.project_id DESC, d.event_id DESC LIMIT sqlc.arg(most);

-- name: Letter :one
SELECT d.*, coalesce(i.bot_username, '')::text AS bot FROM dead_letters d
LEFT JOIN integrations i ON i.project_id = d.project_id AND i.id = d.integration_id
WHERE d.project_id = sqlc.arg(project_id) AND d.event_id = sqlc.arg(event_id);

-- name: RetryLetters :execrows
-- Gives what gave up another try: it waits in the inbox again under its old
-- number, so that whatever it left then is not done twice, and as if it came
-- now, so that its answer is not too old. Cause '' is any, project 0 is any,
-- event 0 is any.
WITH chosen AS (
    SELECT project_id, event_id FROM dead_letters
    WHERE (sqlc.arg(project_id)::bigint = 0 OR project_id = sqlc.arg(project_id))
        AND (sqlc.arg(event_id)::bigint = 0 OR event_id = sqlc.arg(event_id)) AND (sqlc.arg(reason)::text = '' OR reason = sqlc.arg(reason))
    ORDER BY project_id, event_id LIMIT sqlc.arg(most) FOR UPDATE SKIP LOCKED),
gone AS (
    DELETE FROM dead_letters d USING chosen c WHERE d.project_id = c.project_id AND d.event_id = c.event_id RETURNING d.*)
INSERT INTO inbox (project_id, event_id, integration_id, chat_id, kind, payload)
OVERRIDING SYSTEM VALUE
SELECT project_id, event_id, integration_id, chat_id, kind, payload FROM gone ORDER BY project_id, event_id;

-- name: DiscardLetters :execrows
-- Forgets what gave up; the same choice as in RetryLetters.
DELETE FROM dead_letters d USING (
    SELECT project_id, event_id FROM dead_letters
    WHERE (sqlc.arg(project_id)::bigint = 0 OR project_id = sqlc.arg(project_id))
        AND (sqlc.arg(event_id)::bigint = 0 OR event_id = sqlc.arg(event_id)) AND (sqlc.arg(reason)::text = '' OR reason = sqlc.arg(reason))
    ORDER BY project_id, event_id LIMIT sqlc.arg(most) FOR UPDATE SKIP LOCKED) chosen
WHERE d.project_id = chosen.project_id AND d.event_id = chosen.event_id;
