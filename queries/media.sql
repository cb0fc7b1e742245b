-- name: CreateMedia :execrows
-- 0 rows when the project has this very file already.
INSERT INTO media (project_id, key, mime, bytes, width, height)
VALUES (sqlc.arg(project_id), sqlc.arg(key), sqlc.arg(mime), sqlc.arg(bytes), sqlc.arg(width), sqlc.arg(height))
ON CONFLICT DO NOTHING;

-- name: CreateMediaChunk :exec
INSERT INTO media_chunks (project_id, key, n, data) VALUES (sqlc.arg(project_id), sqlc.arg(key), sqlc.arg(n), sqlc.arg(data));

-- name: MediaFile :one
SELECT m.mime, m.bytes, m.width, m.height, (p.suspended_at IS NOT NULL OR a.suspended_at IS NOT NULL)::boolean AS suspended
FROM media m
JOIN projects p ON p.id = m.project_id
JOIN accounts a ON a.id = p.account_id
WHERE m.project_id = sqlc.arg(project_id) AND m.key = sqlc.arg(key);

-- name: MediaChunk :one
SELECT data FROM media_chunks WHERE project_id = sqlc.arg(project_id) AND key = sqlc.arg(key) AND n = sqlc.arg(n);

-- name: MediaKeys :many
-- Which of the given keys exist, with their sizes.
SELECT key, width, height FROM media WHERE project_id = sqlc.arg(project_id) AND key = ANY(sqlc.arg(keys)::text[]);
