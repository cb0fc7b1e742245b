-- name: CreateDraft :exec
INSERT INTO drafts (project_id, pages, scenarios, catalog, theme)
VALUES (sqlc.arg(project_id), sqlc.arg(pages), sqlc.arg(scenarios), sqlc.arg(catalog), sqlc.arg(theme));

-- name: Draft :one
SELECT * FROM drafts WHERE project_id = sqlc.arg(project_id);

-- name: LockDraft :one
-- The draft, locked until the end of the transaction that changes it.
SELECT * FROM drafts WHERE project_id = sqlc.arg(project_id) FOR UPDATE;

-- name: SaveDraft :one
UPDATE drafts SET revision = revision + 1, updated_at = now(), pages = sqlc.arg(pages), scenarios = sqlc.arg(scenarios),
    catalog = sqlc.arg(catalog), theme = sqlc.arg(theme)
WHERE project_id = sqlc.arg(project_id)
RETURNING revision, updated_at;
