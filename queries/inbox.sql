-- name: ReceiveUpdates :many
-- Writes a group of updates, each given once, in the order of their keys: each
-- new one goes into the ledger, and into the inbox unless it is skipped. Returns
-- the ordinals of the new ones; the others were seen before. One that another
-- process is just writing breaks the ledger's key: done again, it is seen. To
-- look first costs less than ON CONFLICT, which writes each row in two steps.
WITH given AS (
    SELECT * FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(integrations)::bigint[]) AS integration_id,
        unnest(sqlc.arg(updates)::bigint[]) AS update_id,
        unnest(sqlc.arg(chats)::bigint[]) AS chat_id,
        unnest(sqlc.arg(skips)::text[]) AS skip,
        unnest(sqlc.arg(payloads)::bytea[]) AS payload,
        generate_subscripts(sqlc.arg(projects)::bigint[], 1) AS n) AS g),
fresh AS MATERIALIZED (
    -- A subquery of its own, so that no plan reads the whole ledger.
    SELECT * FROM given g WHERE (SELECT true FROM telegram_updates u
        WHERE u.project_id = g.project_id AND u.integration_id = g.integration_id AND u.update_id = g.update_id) IS NULL),
noted AS (
    INSERT INTO telegram_updates (project_id, integration_id, update_id, skipped)
    SELECT project_id, integration_id, update_id, nullif(skip, '') FROM fresh),
queued AS (
    INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload)
    SELECT project_id, integration_id, chat_id, 1, payload FROM fresh WHERE skip = '' ORDER BY n)
SELECT n::int FROM fresh;

-- name: WaitingProjects :many
-- The projects with waiting events, by a loose scan of the primary key:
-- one probe a project, however many events wait.
WITH RECURSIVE p AS (
    (SELECT project_id FROM inbox ORDER BY project_id LIMIT 1)
    UNION ALL
    SELECT (SELECT i.project_id FROM inbox i WHERE i.project_id > p.project_id ORDER BY i.project_id LIMIT 1)
    FROM p WHERE p.project_id IS NOT NULL)
SELECT project_id::bigint FROM p WHERE project_id IS NOT NULL;

-- name: WaitingEvents :many
-- The oldest events of each given project that is not paused, of those after the
-- given ids and as many as given, without the chats that wait for something;
-- of all projects together as many as fit, in rows and in bytes of payload.
-- wait_seconds is above 0 until next_attempt_at, by the database's clock.
WITH given AS (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
    unnest(sqlc.arg(afters)::bigint[]) AS after, unnest(sqlc.arg(mosts)::bigint[]) AS most),
want AS (SELECT g.project_id, g.after, g.most FROM given g
    WHERE NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = g.project_id AND p.paused_at IS NOT NULL)),
blocked AS (SELECT unnest(sqlc.arg(blocked_projects)::bigint[]) AS project_id, unnest(sqlc.arg(blocked_chats)::bigint[]) AS chat_id)
SELECT e.project_id, e.event_id, e.integration_id, e.chat_id, e.kind, e.payload, e.received_at, e.attempts,
    greatest(date_part('epoch', e.next_attempt_at - now()), 0)::float8 AS wait_seconds,
    date_part('epoch', now() - e.received_at)::float8 AS age_seconds
FROM (SELECT i.*, sum(octet_length(i.payload)) OVER (ROWS UNBOUNDED PRECEDING) - octet_length(i.payload) AS before
    FROM want CROSS JOIN LATERAL (
        SELECT * FROM inbox i WHERE i.project_id = want.project_id AND i.event_id > want.after
            AND NOT EXISTS (SELECT 1 FROM blocked b WHERE b.project_id = i.project_id AND b.chat_id = i.chat_id)
        ORDER BY i.event_id LIMIT want.most) i) e
WHERE e.before < sqlc.arg(fit_bytes)::bigint
LIMIT sqlc.arg(fit);

-- name: LastEvents :many
-- The last event of each given project of which any waits.
SELECT g.project_id::bigint AS project_id, last.event_id FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id) AS g
CROSS JOIN LATERAL (SELECT i.event_id FROM inbox i WHERE i.project_id = g.project_id ORDER BY i.event_id DESC LIMIT 1) AS last;

-- name: TakeEvents :exec
-- Takes events out of the inbox, all that are given or none: when one is not
-- there, or not so many as given belong to deleted projects, the transaction
-- ends (BY002). Under the fence, nothing may be written for such ones any more.
WITH gone AS (
    DELETE FROM inbox i USING (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
            unnest(sqlc.arg(events)::bigint[]) AS event_id) AS done
    WHERE i.project_id = done.project_id AND i.event_id = done.event_id
    RETURNING i.project_id),
counted AS (SELECT project_id, count(*) AS n FROM gone GROUP BY project_id)
SELECT insist(coalesce(sum(n), 0) = cardinality(sqlc.arg(events)::bigint[])
    AND coalesce(sum(n) FILTER (WHERE NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = counted.project_id)), 0) = sqlc.arg(orphans)::integer, 'BY002')
FROM counted;

-- name: SkipUpdates :exec
-- Says of updates that were accepted why they start no turn.
UPDATE telegram_updates u SET skipped = g.reason
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(integrations)::bigint[]) AS integration_id,
        unnest(sqlc.arg(updates)::bigint[]) AS update_id,
        unnest(sqlc.arg(reasons)::text[]) AS reason) AS g
WHERE u.project_id = g.project_id AND u.integration_id = g.integration_id AND u.update_id = g.update_id;

-- name: ChargeEvents :exec
-- Counts one more attempt of each event, before it is made.
UPDATE inbox i SET attempts = i.attempts + 1
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id, unnest(sqlc.arg(events)::bigint[]) AS event_id) AS given
WHERE i.project_id = given.project_id AND i.event_id = given.event_id;

-- name: DelayEvent :exec
-- Lets an event that failed, and with it its chat, wait.
UPDATE inbox SET attempts = sqlc.arg(attempts), next_attempt_at = now() + sqlc.arg(delay)::interval, last_error = sqlc.arg(last_error)
WHERE project_id = sqlc.arg(project_id) AND event_id = sqlc.arg(event_id);

-- name: ChargeChatHeads :exec
-- After a takeover from an owner that vanished: one attempt for what waits
-- first in each chat, because one of those may have killed it. One that was tried
-- before is charged before each try, not here.
SELECT charge_chat_heads(sqlc.arg(shards)::bigint[]);

-- name: BuryEvent :exec
-- Moves an event that was given up after so many attempts to the dead letters; one of a deleted project just goes.
WITH gone AS (
    DELETE FROM inbox i WHERE i.project_id = sqlc.arg(project_id) AND i.event_id = sqlc.arg(event_id) RETURNING *)
INSERT INTO dead_letters (project_id, event_id, integration_id, chat_id, kind, payload, received_at, attempts, reason)
SELECT project_id, event_id, integration_id, chat_id, kind, payload, received_at, sqlc.arg(attempts)::smallint, sqlc.arg(reason) FROM gone
WHERE EXISTS (SELECT 1 FROM projects p WHERE p.id = gone.project_id);

-- name: Command :exec
-- Lets something happen in a person's chat with the project's bot, when it has one.
INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload)
SELECT i.project_id, i.id, sqlc.arg(chat_id), 4, sqlc.arg(payload)
FROM integrations i WHERE i.project_id = sqlc.arg(project_id) AND i.desired = 'connected';
