-- name: ExportAccount :one
-- Who signs in to an account. Neither passwords nor sessions are exported.
SELECT a.id, a.created_at, u.email, u.language, u.created_at AS user_since FROM accounts a
JOIN members m ON m.account_id = a.id
JOIN users u ON u.id = m.user_id
WHERE a.id = sqlc.arg(account_id) AND u.id = sqlc.arg(user_id);

-- name: ExportProjects :many
SELECT p.id, p.name, p.language, p.current_release, p.created_at, a.slug, coalesce(i.bot_username, '')::text AS bot
FROM projects p
JOIN addresses a ON a.project_id = p.id AND a.current
LEFT JOIN integrations i ON i.project_id = p.id AND i.desired = 'connected'
WHERE p.account_id = sqlc.arg(account_id) ORDER BY p.id;

-- name: ExportReleases :many
SELECT number, created_at FROM releases WHERE project_id = sqlc.arg(project_id) ORDER BY number;

-- name: ExportClients :many
-- Those who wrote to a project, in the order of their ids, some at a time.
SELECT user_id, first_name, last_name, username, language, source, created_at, seen_on, data, tags FROM subscribers
WHERE project_id = sqlc.arg(project_id) AND user_id > sqlc.arg(after) ORDER BY user_id LIMIT sqlc.arg(most)::integer;

-- name: ExportMessages :many
-- What was written in both directions, chat by chat, some at a time, with the
-- words as long as they are kept.
SELECT l.chat_id, l.at, l.event_id, l.seq, (l.outcome <> 'received')::boolean AS outgoing, l.outcome, l.code, coalesce(t.words, '')::text AS words
FROM message_log l
LEFT JOIN message_text t ON t.project_id = l.project_id AND t.chat_id = l.chat_id AND t.at = l.at AND t.event_id = l.event_id
    AND t.seq = l.seq AND t.outgoing = (l.outcome <> 'received')
WHERE l.project_id = sqlc.arg(project_id)
    AND (l.chat_id, l.at, l.event_id, l.seq) > (sqlc.arg(chat_id)::bigint, sqlc.arg(at)::timestamptz, sqlc.arg(event_id)::bigint, sqlc.arg(seq)::smallint)
ORDER BY l.chat_id, l.at, l.event_id, l.seq LIMIT sqlc.arg(most)::integer;

-- name: ExportMedia :many
SELECT key, mime, bytes FROM media WHERE project_id = sqlc.arg(project_id) ORDER BY key;
