-- name: ChatStates :many
-- The states of the given chats; a chat without an open dialogue has no row.
SELECT c.project_id, c.chat_id, c.release, c.state FROM chats c
JOIN (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(chats)::bigint[]) AS chat_id) AS want
    ON c.project_id = want.project_id AND c.chat_id = want.chat_id;

-- name: SaveChats :exec
-- Keeps the states of open dialogues.
INSERT INTO chats (project_id, chat_id, release, state)
SELECT * FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(chats)::bigint[]) AS chat_id,
        unnest(sqlc.arg(releases)::integer[]) AS release,
        unnest(sqlc.arg(states)::jsonb[]) AS state) AS g
ORDER BY project_id, chat_id
ON CONFLICT (project_id, chat_id) DO UPDATE SET release = excluded.release, state = excluded.state, updated_at = now();

-- name: EndDialogues :exec
DELETE FROM chats c USING (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(chats)::bigint[]) AS chat_id) AS ended
WHERE c.project_id = ended.project_id AND c.chat_id = ended.chat_id;

-- name: AddSubscribers :exec
-- Keeps who wrote for the first time. Only the owner of the shard writes such
-- rows, so it knows that there are none. Each person is given once.
INSERT INTO subscribers (project_id, user_id, first_name, last_name, username, language, source)
SELECT * FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(users)::bigint[]) AS user_id,
        unnest(sqlc.arg(first_names)::text[]) AS first_name,
        unnest(sqlc.arg(last_names)::text[]) AS last_name,
        unnest(sqlc.arg(usernames)::text[]) AS username,
        unnest(sqlc.arg(languages)::text[]) AS language,
        unnest(sqlc.arg(sources)::text[]) AS source) AS g
ORDER BY project_id, user_id;

-- name: SeeSubscribers :exec
-- Keeps that people wrote who did before: for those with another name, and once
-- a day. Each person is given once.
UPDATE subscribers s SET first_name = g.first_name, last_name = g.last_name, username = g.username, language = g.language, seen_on = current_date
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(users)::bigint[]) AS user_id,
        unnest(sqlc.arg(first_names)::text[]) AS first_name,
        unnest(sqlc.arg(last_names)::text[]) AS last_name,
        unnest(sqlc.arg(usernames)::text[]) AS username,
        unnest(sqlc.arg(languages)::text[]) AS language) AS g
WHERE s.project_id = g.project_id AND s.user_id = g.user_id;

-- name: LogReceived :exec
-- Writes what came in; words only where there are some.
WITH given AS (
    SELECT * FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(chats)::bigint[]) AS chat_id,
        unnest(sqlc.arg(events)::bigint[]) AS event_id,
        unnest(sqlc.arg(integrations)::bigint[]) AS integration_id,
        unnest(sqlc.arg(words)::text[]) AS words) AS g),
logged AS (
    INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome)
    SELECT project_id, chat_id, now(), event_id, 0, integration_id, 'received' FROM given)
INSERT INTO message_text (project_id, chat_id, at, event_id, seq, outgoing, words)
SELECT project_id, chat_id, now(), event_id, 0, false, words FROM given WHERE words <> '';

-- name: StandingSteps :many
-- On how many steps how many dialogues of a project stand.
SELECT (d ->> 'step')::text AS step, count(*)::integer AS people
FROM chats c, jsonb_array_elements(coalesce(c.state -> 'open', '[]')) AS d
WHERE c.project_id = sqlc.arg(project_id)
GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1000;
