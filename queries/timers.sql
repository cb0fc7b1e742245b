-- name: StartTimers :exec
-- Each run is given once; its new timer takes the place of the old.
INSERT INTO timers (project_id, chat_id, run, generation, integration_id, due)
SELECT unnest(sqlc.arg(projects)::bigint[]),
    unnest(sqlc.arg(chats)::bigint[]),
    unnest(sqlc.arg(runs)::bigint[]),
    unnest(sqlc.arg(generations)::integer[]),
    unnest(sqlc.arg(integrations)::bigint[]),
    unnest(sqlc.arg(due)::timestamptz[])
ON CONFLICT (project_id, chat_id, run) DO UPDATE SET generation = excluded.generation, integration_id = excluded.integration_id, due = excluded.due;

-- name: CancelTimers :exec
DELETE FROM timers t USING (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(chats)::bigint[]) AS chat_id,
        unnest(sqlc.arg(runs)::bigint[]) AS run) AS given
WHERE t.project_id = given.project_id AND t.chat_id = given.chat_id AND t.run = given.run;

-- name: DueTimers :many
-- What has come in these shards, the oldest first, without the projects that
-- have enough waiting.
SELECT project_id, chat_id, run, generation FROM timers
WHERE due <= now() AND project_id % 64 = ANY(sqlc.arg(shards)::bigint[]) AND project_id <> ALL(sqlc.arg(without)::bigint[])
ORDER BY due, project_id LIMIT sqlc.arg(most);

-- name: TimerRoom :many
-- How many more events of timers each of the projects may have waiting: as many
-- as are missing to the given number of waiting events, and none while it is
-- paused. Counting ends at that number.
SELECT g.project_id::bigint AS project_id,
    CASE WHEN EXISTS (SELECT 1 FROM projects p WHERE p.id = g.project_id AND p.paused_at IS NOT NULL) THEN 0
    ELSE sqlc.arg(most)::integer - (SELECT count(*) FROM (SELECT 1 FROM inbox i WHERE i.project_id = g.project_id LIMIT sqlc.arg(most)::integer) AS waiting)
    END::integer AS room
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id) AS g;

-- name: FireTimers :many
-- Puts an event into the inbox for each given timer that is still the same,
-- and takes it away. Returns the projects that got one.
WITH given AS (SELECT * FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(chats)::bigint[]) AS chat_id,
        unnest(sqlc.arg(runs)::bigint[]) AS run,
        unnest(sqlc.arg(generations)::integer[]) AS generation) AS g),
gone AS (
    DELETE FROM timers t USING given g
    WHERE t.project_id = g.project_id AND t.chat_id = g.chat_id AND t.run = g.run AND t.generation = g.generation
    RETURNING t.*),
fired AS (
    INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload)
    SELECT project_id, integration_id, chat_id, 2, convert_to(json_build_object('run', run, 'generation', generation)::text, 'UTF8')
    FROM gone ORDER BY due
    RETURNING project_id)
SELECT DISTINCT project_id FROM fired;
