-- name: EnqueueMessages :exec
-- Keeps the messages that turns leave. One with seconds above 0 is started
-- already, by the process that ran the turn, for so long.
INSERT INTO outbox (project_id, event_id, seq, integration_id, chat_id, class, payload, received_at, started_at, call_deadline, attempts)
SELECT project_id, event_id, seq, integration_id, chat_id, class, payload, received_at, CASE WHEN seconds > 0 THEN now() END,
    CASE WHEN seconds > 0 THEN now() + seconds * interval '1 second' END, CASE WHEN seconds > 0 THEN 1 ELSE 0 END
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
    unnest(sqlc.arg(events)::bigint[]) AS event_id,
    unnest(sqlc.arg(seqs)::smallint[]) AS seq,
    unnest(sqlc.arg(integrations)::bigint[]) AS integration_id,
    unnest(sqlc.arg(chats)::bigint[]) AS chat_id,
    unnest(sqlc.arg(classes)::smallint[]) AS class,
    unnest(sqlc.arg(payloads)::bytea[]) AS payload,
    unnest(sqlc.arg(received)::timestamptz[]) AS received_at,
    unnest(sqlc.arg(seconds)::float8[]) AS seconds) AS g;

-- name: UnsentByChat :many
-- The chats of the given projects for which more than so many messages wait.
SELECT o.project_id, o.chat_id, count(*)::bigint AS unsent FROM outbox o
WHERE o.project_id = ANY(sqlc.arg(projects)::bigint[])
GROUP BY o.project_id, o.chat_id HAVING count(*) > sqlc.arg(more_than)::bigint;

-- name: SendingProjects :many
-- The projects with unsent messages, by a loose scan of the primary key.
WITH RECURSIVE p AS (
    (SELECT project_id FROM outbox ORDER BY project_id LIMIT 1)
    UNION ALL
    SELECT (SELECT o.project_id FROM outbox o WHERE o.project_id > p.project_id ORDER BY o.project_id LIMIT 1)
    FROM p WHERE p.project_id IS NOT NULL)
SELECT project_id::bigint FROM p WHERE project_id IS NOT NULL;

-- name: UnsentMessages :many
-- The oldest unsent messages of each given project and stretch of classes, the
-- lower class first, of events after the given ones, without the chats that wait. wait_seconds is above 0 until the call's deadline of a
-- started one, else until not_before.
WITH want AS (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id, unnest(sqlc.arg(firsts)::smallint[]) AS first,
        unnest(sqlc.arg(lasts)::smallint[]) AS last, unnest(sqlc.arg(afters)::bigint[]) AS after, unnest(sqlc.arg(most)::bigint[]) AS most),
blocked AS (SELECT unnest(sqlc.arg(blocked_projects)::bigint[]) AS project_id, unnest(sqlc.arg(blocked_chats)::bigint[]) AS chat_id)
SELECT m.project_id, m.event_id, m.seq, m.integration_id, m.chat_id, m.class, m.payload, m.attempts,
    (m.started_at IS NOT NULL)::boolean AS started,
    greatest(extract(epoch FROM coalesce(m.call_deadline, m.not_before) - now()), 0)::float8 AS wait_seconds,
    extract(epoch FROM now() - m.received_at)::float8 AS age_seconds
FROM want CROSS JOIN LATERAL (
    SELECT * FROM outbox o WHERE o.project_id = want.project_id AND o.class BETWEEN want.first AND want.last AND o.event_id > want.after
        AND NOT EXISTS (SELECT 1 FROM blocked b WHERE b.project_id = o.project_id AND b.chat_id = o.chat_id)
    ORDER BY o.class, o.event_id, o.seq LIMIT want.most) m;

-- name: EarlierMessages :many
-- The late answers (class 2) of the given chats, the oldest first: they go
-- before the prompt ones of the same chat.
SELECT m.project_id, m.event_id, m.seq, m.integration_id, m.chat_id, m.class, m.payload, m.attempts,
    (m.started_at IS NOT NULL)::boolean AS started,
    greatest(extract(epoch FROM coalesce(m.call_deadline, m.not_before) - now()), 0)::float8 AS wait_seconds,
    extract(epoch FROM now() - m.received_at)::float8 AS age_seconds
FROM outbox m
JOIN (SELECT DISTINCT unnest(sqlc.arg(projects)::bigint[]) AS project_id, unnest(sqlc.arg(chats)::bigint[]) AS chat_id) AS want
    ON m.project_id = want.project_id AND m.chat_id = want.chat_id
WHERE m.class = 2
ORDER BY m.project_id, m.event_id, m.seq;

-- name: StartMessages :many
-- Marks messages as started before their first byte leaves. attempts counts
-- those that may have arrived: this one, until it is known better.
UPDATE outbox o SET started_at = now(), call_deadline = now() + given.seconds * interval '1 second', attempts = attempts + 1
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(events)::bigint[]) AS event_id,
        unnest(sqlc.arg(seqs)::smallint[]) AS seq,
        unnest(sqlc.arg(classes)::smallint[]) AS class,
        unnest(sqlc.arg(seconds)::float8[]) AS seconds) AS given
WHERE o.project_id = given.project_id AND o.class = given.class AND o.event_id = given.event_id AND o.seq = given.seq AND o.started_at IS NULL
RETURNING o.project_id, o.event_id, o.seq;

-- name: EndMessages :exec
-- Takes messages that reached an end out of the outbox and into the log, with
-- the words of those that were sent, and notes who cannot be reached. What is
-- no longer in the outbox was erased meanwhile: nothing of it is written. An
-- outcome of '' is logged nowhere; an answer becomes an event of the chat.
WITH given AS (
    SELECT * FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(events)::bigint[]) AS event_id,
        unnest(sqlc.arg(seqs)::smallint[]) AS seq,
        unnest(sqlc.arg(classes)::smallint[]) AS class,
        unnest(sqlc.arg(answers)::bytea[]) AS answer,
        unnest(sqlc.arg(outcomes)::text[]) AS outcome,
        unnest(sqlc.arg(message_ids)::bigint[]) AS message_id,
        unnest(sqlc.arg(codes)::text[]) AS code,
        unnest(sqlc.arg(words)::text[]) AS words,
        unnest(sqlc.arg(unreachable)::text[]) AS unreachable) AS g),
gone AS (
    DELETE FROM outbox o USING given g
    WHERE o.project_id = g.project_id AND o.class = g.class AND o.event_id = g.event_id AND o.seq = g.seq
    RETURNING o.project_id, o.event_id, o.seq, o.chat_id, o.integration_id),
ended AS (
    SELECT gone.*, g.outcome, g.answer, g.message_id, g.code, g.words, g.unreachable FROM gone JOIN given g USING (project_id, event_id, seq)),
logged AS (
    INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, message_id, code)
    SELECT project_id, chat_id, now(), event_id, seq, integration_id, outcome, nullif(message_id, 0), code FROM ended WHERE outcome <> ''),
answered AS (
    INSERT INTO inbox (project_id, integration_id, chat_id, kind, payload)
    SELECT project_id, integration_id, chat_id, 3, answer FROM ended WHERE answer IS NOT NULL),
said AS (
    INSERT INTO message_text (project_id, chat_id, at, event_id, seq, outgoing, words)
    SELECT project_id, chat_id, now(), event_id, seq, true, words FROM ended WHERE outcome = 'sent' AND words <> '')
INSERT INTO reachability (project_id, integration_id, user_id, state)
SELECT DISTINCT ON (project_id, integration_id, chat_id) project_id, integration_id, chat_id, unreachable FROM ended
WHERE unreachable <> '' ORDER BY project_id, integration_id, chat_id
ON CONFLICT (project_id, integration_id, user_id) DO UPDATE SET state = excluded.state, changed_at = now();

-- name: DelayMessages :exec
-- Gives messages back for a later attempt. attempts is how many of those made
-- may have arrived; a payload takes the place of the old one.
UPDATE outbox o SET started_at = NULL, call_deadline = NULL, attempts = given.attempts, last_error = given.last_error,
    not_before = now() + given.seconds * interval '1 second', payload = coalesce(given.payload, o.payload)
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(events)::bigint[]) AS event_id,
        unnest(sqlc.arg(seqs)::smallint[]) AS seq,
        unnest(sqlc.arg(classes)::smallint[]) AS class,
        unnest(sqlc.arg(payloads)::bytea[]) AS payload,
        unnest(sqlc.arg(attempts)::smallint[]) AS attempts,
        unnest(sqlc.arg(seconds)::float8[]) AS seconds,
        unnest(sqlc.arg(last_errors)::text[]) AS last_error) AS given
WHERE o.project_id = given.project_id AND o.class = given.class AND o.event_id = given.event_id AND o.seq = given.seq;

-- name: MoveMessages :exec
-- A group became a supergroup: what waits for it goes there.
UPDATE outbox SET chat_id = sqlc.arg(moved_to)
WHERE project_id = sqlc.arg(project_id) AND integration_id = sqlc.arg(integration_id) AND chat_id = sqlc.arg(chat_id);

-- name: MarkBlocked :exec
-- People who blocked the bot.
INSERT INTO reachability (project_id, integration_id, user_id, state)
SELECT project_id, integration_id, user_id, 'blocked' FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(integrations)::bigint[]) AS integration_id,
        unnest(sqlc.arg(users)::bigint[]) AS user_id) AS g
ORDER BY project_id, integration_id, user_id
ON CONFLICT (project_id, integration_id, user_id) DO UPDATE SET state = excluded.state, changed_at = now();

-- name: ClearReachability :exec
-- People who wrote, or let the bot in again, can be reached.
DELETE FROM reachability r USING (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(integrations)::bigint[]) AS integration_id,
        unnest(sqlc.arg(users)::bigint[]) AS user_id) AS heard
WHERE r.project_id = heard.project_id AND r.integration_id = heard.integration_id AND r.user_id = heard.user_id;

-- name: CommitLater :exec
-- Lets this transaction be over before it is on the disk.
SELECT set_config('synchronous_commit', 'off', true);
