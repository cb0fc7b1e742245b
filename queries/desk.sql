-- What the support desk asks. Those of its queries that take no project and no
-- account see every tenant: only routes of the role support ask them.

-- name: DeskTotals :one
-- The desk in a few figures. bots are those that shall be connected.
SELECT bots.shall::integer AS bots, bots.are::integer AS connected,
    loads.waiting::bigint AS waiting, loads.bytes::bigint AS waiting_bytes, loads.unsent::bigint AS unsent, loads.oldest::float8 AS oldest_seconds,
    (SELECT count(*) FROM dead_letters)::bigint AS dead, done.received::bigint AS received, done.sent::bigint AS sent,
    (SELECT coalesce(max(m.measured_at), 'epoch') FROM load_measurements m)::timestamptz AS measured_at
FROM (SELECT n AS shall, n - (SELECT count(*) FROM integrations i WHERE i.desired = 'connected' AND i.actual <> 'connected') AS are
        FROM (SELECT count(*) AS n FROM integrations i WHERE i.desired = 'connected') AS all_of_them) AS bots,
    (SELECT coalesce(sum(l.waiting), 0) AS waiting, coalesce(sum(l.waiting_bytes), 0) AS bytes, coalesce(sum(l.unsent), 0) AS unsent,
        coalesce(extract(epoch FROM now() - min(least(l.waiting_since, l.unsent_since)) FILTER (WHERE l.project_id NOT IN
            (SELECT p.id FROM projects p WHERE p.paused_at IS NOT NULL))), 0) AS oldest FROM project_loads l) AS loads,
    (SELECT coalesce(sum(a.received), 0) AS received, coalesce(sum(a.sent), 0) AS sent FROM project_activity a) AS done;

-- name: DeskBots :many
-- The bots that the desk watches, the worst first: someone has waited for more
-- than a minute, Telegram and the bot do not come together, something gave up;
-- then the paused, the busiest, the rest.
--
-- Not all of them are compared: of those that wait, of the busy and of the rest
-- only as many as the page reaches can be on it; the others are few.
WITH stopped AS (
    SELECT id FROM projects WHERE paused_at IS NOT NULL OR suspended_at IS NOT NULL
    UNION SELECT p.id FROM accounts o JOIN projects p ON p.account_id = o.id WHERE o.suspended_at IS NOT NULL),
candidates AS (
    (SELECT l.project_id FROM project_loads l WHERE l.project_id NOT IN (SELECT id FROM stopped)
        ORDER BY least(l.waiting_since, l.unsent_since) NULLS LAST, l.waiting DESC, l.project_id DESC LIMIT sqlc.arg(most)::integer + sqlc.arg(after)::integer)
    UNION SELECT i.project_id FROM integrations i WHERE i.reason <> '' OR i.webhook_error <> ''
    UNION SELECT d.project_id FROM dead_letters d
    UNION SELECT id FROM stopped
    UNION (SELECT a.project_id FROM project_activity a WHERE a.received > 0
        ORDER BY a.received DESC, a.project_id DESC LIMIT sqlc.arg(most)::integer + sqlc.arg(after)::integer)
    UNION (SELECT i.project_id FROM integrations i WHERE i.desired = 'connected'
        ORDER BY i.project_id DESC LIMIT sqlc.arg(most)::integer + sqlc.arg(after)::integer)),
dead AS (SELECT project_id, count(*) AS n FROM dead_letters GROUP BY project_id)
SELECT p.id, p.account_id, p.name, coalesce(i.bot_username, '')::text AS bot,
    coalesce(l.waiting, 0)::integer AS waiting, coalesce(l.waiting_bytes, 0)::bigint AS waiting_bytes,
    coalesce(extract(epoch FROM now() - l.waiting_since), 0)::float8 AS waiting_seconds, coalesce(l.retrying, 0)::integer AS retrying,
    coalesce(l.unsent, 0)::integer AS unsent, coalesce(extract(epoch FROM now() - l.unsent_since), 0)::float8 AS unsent_seconds,
    coalesce(a.received, 0)::integer AS received, coalesce(a.sent, 0)::integer AS sent,
    a.received_at, coalesce(nullif(l.error, ''), a.error, '')::text AS error, a.error_at, coalesce(dead.n, 0)::integer AS dead,
    coalesce(i.desired, '')::text AS desired, coalesce(i.actual, '')::text AS actual, coalesce(i.reason, '')::text AS reason,
    coalesce(i.webhook_pending, 0)::integer AS webhook_pending, coalesce(i.webhook_error, '')::text AS webhook_error,
    i.webhook_error_at, i.checked_at, p.paused_at, p.paused_why, (p.suspended_at IS NOT NULL OR o.suspended_at IS NOT NULL)::boolean AS suspended
FROM candidates c
JOIN integrations i ON i.project_id = c.project_id AND i.desired = 'connected'
JOIN projects p ON p.id = i.project_id
JOIN accounts o ON o.id = p.account_id
LEFT JOIN project_loads l ON l.project_id = i.project_id
LEFT JOIN project_activity a ON a.project_id = i.project_id
LEFT JOIN dead ON dead.project_id = i.project_id
ORDER BY CASE
        WHEN p.paused_at IS NOT NULL OR p.suspended_at IS NOT NULL OR o.suspended_at IS NOT NULL THEN 1
        WHEN least(l.waiting_since, l.unsent_since) < now() - interval '1 minute' THEN 4
        WHEN i.reason <> '' OR i.webhook_error <> '' THEN 3
        WHEN dead.n > 0 THEN 2
        ELSE 0 END DESC,
    least(l.waiting_since, l.unsent_since) NULLS LAST, l.waiting DESC NULLS LAST,
    CASE WHEN l.project_id IS NULL THEN coalesce(a.received, 0) END DESC NULLS LAST, p.id DESC
LIMIT sqlc.arg(most) OFFSET sqlc.arg(after);

-- name: DeskBotsOf :many
-- The same of some projects, whether a bot is connected to them or not.
SELECT p.id, p.account_id, p.name, coalesce(i.bot_username, '')::text AS bot,
    coalesce(l.waiting, 0)::integer AS waiting, coalesce(l.waiting_bytes, 0)::bigint AS waiting_bytes,
    coalesce(extract(epoch FROM now() - l.waiting_since), 0)::float8 AS waiting_seconds, coalesce(l.retrying, 0)::integer AS retrying,
    coalesce(l.unsent, 0)::integer AS unsent, coalesce(extract(epoch FROM now() - l.unsent_since), 0)::float8 AS unsent_seconds,
    coalesce(a.received, 0)::integer AS received, coalesce(a.sent, 0)::integer AS sent,
    a.received_at, coalesce(nullif(l.error, ''), a.error, '')::text AS error, a.error_at, coalesce(dead.n, 0)::integer AS dead,
    coalesce(i.desired, '')::text AS desired, coalesce(i.actual, '')::text AS actual, coalesce(i.reason, '')::text AS reason,
    coalesce(i.webhook_pending, 0)::integer AS webhook_pending, coalesce(i.webhook_error, '')::text AS webhook_error,
    i.webhook_error_at, i.checked_at, p.paused_at, p.paused_why, (p.suspended_at IS NOT NULL OR o.suspended_at IS NOT NULL)::boolean AS suspended
FROM projects p
JOIN accounts o ON o.id = p.account_id
LEFT JOIN integrations i ON i.project_id = p.id AND i.desired = 'connected'
LEFT JOIN project_loads l ON l.project_id = p.id
LEFT JOIN project_activity a ON a.project_id = p.id
CROSS JOIN LATERAL (SELECT count(*) AS n FROM dead_letters d WHERE d.project_id = p.id) AS dead
WHERE p.id = ANY(sqlc.arg(projects)::bigint[])
ORDER BY CASE
        WHEN p.paused_at IS NOT NULL OR p.suspended_at IS NOT NULL OR o.suspended_at IS NOT NULL THEN 1
        WHEN least(l.waiting_since, l.unsent_since) < now() - interval '1 minute' THEN 4
        WHEN i.reason <> '' OR i.webhook_error <> '' THEN 3
        WHEN dead.n > 0 THEN 2
        ELSE 0 END DESC,
    least(l.waiting_since, l.unsent_since) NULLS LAST, l.waiting DESC NULLS LAST,
    CASE WHEN l.project_id IS NULL THEN coalesce(a.received, 0) END DESC NULLS LAST, p.id DESC
LIMIT sqlc.arg(most) OFFSET sqlc.arg(after);

-- name: DeskProject :one
-- Whose a project is and how it stands.
SELECT p.id, p.name, p.account_id, p.created_at, p.paused_at, p.paused_why, coalesce(b.email, '')::text AS paused_by,
    o.suspended_at, o.suspended_reason, coalesce(p.current_release, 0)::integer AS release, ad.slug,
    coalesce((SELECT string_agg(u.email, ', ' ORDER BY u.email) FROM members m JOIN users u ON u.id = m.user_id WHERE m.account_id = p.account_id), '')::text AS owners
FROM projects p
JOIN accounts o ON o.id = p.account_id
JOIN addresses ad ON ad.project_id = p.id AND ad.current
LEFT JOIN users b ON b.id = p.paused_by
WHERE p.id = sqlc.arg(project_id);

-- name: FindByEmail :many
-- The projects of owners whose e-mail begins so.
SELECT DISTINCT p.id FROM users u JOIN members m ON m.user_id = u.id JOIN projects p ON p.account_id = m.account_id
WHERE u.email LIKE sqlc.arg(beginning)::text ORDER BY p.id DESC LIMIT sqlc.arg(most);

-- name: FindByName :many
-- The projects whose bot's name begins so, or whose site's address it is.
SELECT i.project_id::bigint FROM integrations i WHERE lower(i.bot_username) LIKE sqlc.arg(beginning)::text
UNION
SELECT a.project_id::bigint FROM addresses a WHERE a.slug = sqlc.arg(slug) AND a.project_id IS NOT NULL
LIMIT sqlc.arg(most);

-- name: FindByNumber :many
-- The projects that know a number: as their own, their bot's or a chat's.
SELECT p.id FROM projects p WHERE p.id = sqlc.arg(number)
UNION
SELECT i.project_id FROM integrations i WHERE i.bot_id = sqlc.arg(number)
UNION
SELECT s.project_id FROM subscribers s WHERE s.user_id = sqlc.arg(number)
LIMIT sqlc.arg(most);

-- name: FindByUpdate :many
-- The projects that an update of the last two days was for: one probe a bot,
-- because an index for this alone would make every receipt dearer.
SELECT i.project_id FROM integrations i JOIN LATERAL (
    SELECT 1 FROM telegram_updates u WHERE u.project_id = i.project_id AND u.integration_id = i.id AND u.update_id = sqlc.arg(number) LIMIT 1) u ON true
LIMIT sqlc.arg(most);

-- name: UpdateFate :one
-- What became of an update of a project, as far as receipt knows.
SELECT u.received_at, coalesce(u.skipped, '')::text AS skipped FROM telegram_updates u
WHERE u.project_id = sqlc.arg(project_id) AND u.update_id = sqlc.arg(update_id) ORDER BY u.received_at DESC LIMIT 1;

-- name: ChatLog :many
-- How the last messages of a chat ended, without their words.
SELECT l.at, l.event_id, l.seq, l.outcome, l.code FROM message_log l
WHERE l.project_id = sqlc.arg(project_id) AND l.chat_id = sqlc.arg(chat_id) AND l.at > now() - interval '30 days'
ORDER BY l.at DESC, l.seq DESC LIMIT sqlc.arg(most);

-- name: StuckEvents :many
-- What waits at the head of a project, the oldest first; chat 0: of any chat.
SELECT i.event_id, i.chat_id, i.kind, i.received_at, i.attempts, i.next_attempt_at, i.last_error FROM inbox i
WHERE i.project_id = sqlc.arg(project_id) AND (sqlc.arg(chat_id)::bigint = 0 OR i.chat_id = sqlc.arg(chat_id))
ORDER BY i.event_id LIMIT sqlc.arg(most);

-- name: UnknownSends :many
-- Messages of a project's last week of which it is not known whether they arrived.
SELECT l.project_id, coalesce(i.bot_username, '')::text AS bot, l.chat_id, l.at FROM message_log l
LEFT JOIN integrations i ON i.project_id = l.project_id AND i.id = l.integration_id
WHERE l.project_id = sqlc.arg(project_id) AND l.outcome = 'unknown' AND l.at > now() - interval '7 days'
ORDER BY l.at DESC LIMIT sqlc.arg(most);

-- name: AllUnknownSends :many
-- The same over all projects.
SELECT l.project_id, coalesce(i.bot_username, '')::text AS bot, l.chat_id, l.at FROM message_log l
LEFT JOIN integrations i ON i.project_id = l.project_id AND i.id = l.integration_id
WHERE l.outcome = 'unknown' AND l.at > now() - interval '7 days'
ORDER BY l.at DESC LIMIT sqlc.arg(most);

-- name: FailedSends :many
-- Why messages of a project did not arrive in the last day, the most frequent cause first.
SELECT l.outcome, l.code, count(*)::bigint AS n, max(l.at)::timestamptz AS last FROM message_log l
WHERE l.project_id = sqlc.arg(project_id) AND l.outcome IN ('failed', 'unknown', 'expired') AND l.at > now() - interval '1 day'
GROUP BY l.outcome, l.code ORDER BY n DESC;

-- name: AllFailedSends :many
-- The same over all projects.
SELECT l.outcome, l.code, count(*)::bigint AS n, count(DISTINCT l.project_id)::integer AS bots, max(l.at)::timestamptz AS last FROM message_log l
WHERE l.outcome IN ('failed', 'unknown', 'expired') AND l.at > now() - interval '1 day'
GROUP BY l.outcome, l.code ORDER BY n DESC;
