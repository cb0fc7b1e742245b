-- name: CreateMedia :execrows
-- 0 rows when the project has this very file already.
INSERT INTO media (project_id, key, mime, name, bytes, width, height)
VALUES (sqlc.arg(project_id), sqlc.arg(key), sqlc.arg(mime), sqlc.arg(name), sqlc.arg(bytes), sqlc.arg(width), sqlc.arg(height))
ON CONFLICT DO NOTHING;

-- name: MediaBytes :one
-- The bytes of the project's files and of all of its account; those of the
-- installation as they lie on the disk.
SELECT coalesce(sum(m.bytes) FILTER (WHERE m.project_id = sqlc.arg(project_id)), 0)::bigint AS project,
    coalesce(sum(m.bytes), 0)::bigint AS account, pg_total_relation_size('media_chunks')::bigint AS installation
FROM projects p JOIN media m ON m.project_id = p.id
WHERE p.account_id = (SELECT own.account_id FROM projects own WHERE own.id = sqlc.arg(project_id));

-- name: CreateMediaChunk :exec
INSERT INTO media_chunks (project_id, key, n, data) VALUES (sqlc.arg(project_id), sqlc.arg(key), sqlc.arg(n), sqlc.arg(data));

-- name: MediaFile :one
SELECT m.mime, m.name, m.bytes, m.width, m.height, (p.suspended_at IS NOT NULL OR a.suspended_at IS NOT NULL)::boolean AS suspended
FROM media m
JOIN projects p ON p.id = m.project_id
JOIN accounts a ON a.id = p.account_id
WHERE m.project_id = sqlc.arg(project_id) AND m.key = sqlc.arg(key);

-- name: MediaChunk :one
SELECT data FROM media_chunks WHERE project_id = sqlc.arg(project_id) AND key = sqlc.arg(key) AND n = sqlc.arg(n);

-- name: MediaKeys :many
-- Which of the given keys exist, with their sizes.
SELECT key, width, height FROM media WHERE project_id = sqlc.arg(project_id) AND key = ANY(sqlc.arg(keys)::text[]);

-- name: SentFiles :many
-- Under which ids Telegram keeps some of a project's files for one bot.
SELECT key, kind, file_id FROM sent_files
WHERE project_id = sqlc.arg(project_id) AND integration_id = sqlc.arg(integration_id) AND key = ANY(sqlc.arg(keys)::text[]);

-- name: KeepSentFiles :exec
-- Notes ids that Telegram gave; files and bots that are gone meanwhile have none.
INSERT INTO sent_files (project_id, integration_id, key, kind, file_id)
SELECT DISTINCT ON (g.project_id, g.integration_id, g.key, g.kind) g.project_id, g.integration_id, g.key, g.kind, g.file_id
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(integrations)::bigint[]) AS integration_id,
        unnest(sqlc.arg(keys)::text[]) AS key,
        unnest(sqlc.arg(kinds)::text[]) AS kind,
        unnest(sqlc.arg(file_ids)::text[]) AS file_id) AS g
JOIN media m ON m.project_id = g.project_id AND m.key = g.key
JOIN integrations i ON i.project_id = g.project_id AND i.id = g.integration_id
ORDER BY g.project_id, g.integration_id, g.key, g.kind
ON CONFLICT (project_id, integration_id, key, kind) DO UPDATE SET file_id = excluded.file_id, sent_at = now();

-- name: ProjectFiles :many
-- A project's files, the newest first.
SELECT key, mime, name, bytes, width, height, alt, created_at FROM media
WHERE project_id = sqlc.arg(project_id) ORDER BY created_at DESC, key LIMIT sqlc.arg(most);

-- name: DescribeFile :execrows
-- Keeps what a file shows, in words, and what it is called.
UPDATE media SET alt = sqlc.arg(alt), name = sqlc.arg(name) WHERE project_id = sqlc.arg(project_id) AND key = sqlc.arg(key);
