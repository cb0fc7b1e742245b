-- name: AskCalls :exec
-- Calls that turns want made, each run given once, within so long from now.
INSERT INTO http_calls (project_id, chat_id, run, generation, integration_id, request, due)
SELECT unnest(sqlc.arg(projects)::bigint[]),
    unnest(sqlc.arg(chats)::bigint[]),
    unnest(sqlc.arg(runs)::bigint[]),
    unnest(sqlc.arg(generations)::integer[]),
    unnest(sqlc.arg(integrations)::bigint[]),
    unnest(sqlc.arg(requests)::bytea[]),
    now() + sqlc.arg(within)::interval
ON CONFLICT (project_id, chat_id, run) DO UPDATE SET generation = excluded.generation, integration_id = excluded.integration_id,
    request = excluded.request, due = excluded.due, started_at = NULL, attempts = 0;

-- name: WaitingCalls :many
-- The oldest calls of each project of these shards; the projects by a loose
-- scan of the primary key. seconds is how long each may still take, below 0
-- when its chat has waited long enough.
WITH RECURSIVE p AS (
    (SELECT project_id FROM http_calls ORDER BY project_id LIMIT 1)
    UNION ALL
    SELECT (SELECT c.project_id FROM http_calls c WHERE c.project_id > p.project_id ORDER BY c.project_id LIMIT 1)
    FROM p WHERE p.project_id IS NOT NULL)
SELECT c.project_id, c.chat_id, c.run, c.generation, c.request, c.attempts, (c.started_at IS NOT NULL)::boolean AS started,
    extract(epoch FROM c.due - now())::float8 AS seconds
FROM p CROSS JOIN LATERAL (
    SELECT * FROM http_calls h WHERE h.project_id = p.project_id ORDER BY h.due LIMIT sqlc.arg(most)) AS c
WHERE p.project_id % 64 = ANY(sqlc.arg(shards)::bigint[]);

-- name: StartCalls :many
-- Marks calls as started before their first byte leaves.
UPDATE http_calls c SET started_at = now(), attempts = c.attempts + 1
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(chats)::bigint[]) AS chat_id,
        unnest(sqlc.arg(runs)::bigint[]) AS run,
        unnest(sqlc.arg(generations)::integer[]) AS generation) AS given
WHERE c.project_id = given.project_id AND c.chat_id = given.chat_id AND c.run = given.run AND c.generation = given.generation
RETURNING c.project_id, c.chat_id, c.run;

-- name: AnswerCalls :many
-- Puts what came of calls into the inbox and takes them away. Returns the
-- projects that got something.
WITH given AS (SELECT * FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(chats)::bigint[]) AS chat_id,
        unnest(sqlc.arg(runs)::bigint[]) AS run,
        unnest(sqlc.arg(generations)::integer[]) AS generation,
        unnest(sqlc.arg(payloads)::bytea[]) AS payload) AS g),
gone AS (
    DELETE FROM http_calls c USING given g
    WHERE c.project_id = g.project_id AND c.chat_id = g.chat_id AND c.run = g.run AND c.generation = g.generation
    RETURNING c.project_id, c.integration_id, c.chat_id, c.run),
answered AS (
    INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload)
    SELECT gone.project_id, gone.integration_id, gone.chat_id, 3, given.payload FROM gone
    JOIN given ON given.project_id = gone.project_id AND given.chat_id = gone.chat_id AND given.run = gone.run
    RETURNING project_id)
SELECT DISTINCT project_id FROM answered;
