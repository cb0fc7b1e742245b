-- name: ClaimAddress :execrows
-- Gives a free address to a project; 0 rows when it is, or ever was, somebody's.
INSERT INTO addresses (slug, project_id, current) VALUES (sqlc.arg(slug), sqlc.arg(project_id)::bigint, false)
ON CONFLICT DO NOTHING;

-- name: OwnsAddress :one
SELECT EXISTS (SELECT 1 FROM addresses WHERE slug = sqlc.arg(slug) AND project_id = sqlc.arg(project_id)::bigint);

-- name: RetireAddress :exec
-- The current address becomes an old one, which redirects.
UPDATE addresses SET current = false WHERE project_id = sqlc.arg(project_id)::bigint AND current;

-- name: MakeAddressCurrent :exec
UPDATE addresses SET current = true WHERE project_id = sqlc.arg(project_id)::bigint AND slug = sqlc.arg(slug);

-- name: CurrentAddress :one
SELECT slug FROM addresses WHERE project_id = sqlc.arg(project_id)::bigint AND current;

-- name: ResolveAddress :one
-- The project behind an address that a visitor typed, what it shows now, and
-- its current address when this is an old one.
SELECT a.current, now_at.slug AS current_slug, p.id AS project_id, p.name, p.language, p.zone, coalesce(p.card->>'logo', '')::text AS logo, p.current_release,
    (p.suspended_at IS NOT NULL OR o.suspended_at IS NOT NULL)::boolean AS suspended, coalesce(i.bot_username, '')::text AS bot_username, coalesce(i.bot_id, 0)::bigint AS bot_id,
    coalesce(i.id, 0)::bigint AS integration_id
FROM addresses a
JOIN projects p ON p.id = a.project_id
JOIN accounts o ON o.id = p.account_id
JOIN addresses now_at ON now_at.project_id = p.id AND now_at.current
LEFT JOIN integrations i ON i.project_id = p.id AND i.desired = 'connected'
WHERE a.slug = sqlc.arg(slug);

-- name: AddressOfProject :one
-- The same by the project's id.
SELECT a.slug AS current_slug, p.name, p.language, p.zone, coalesce(p.card->>'logo', '')::text AS logo, p.current_release, coalesce(i.bot_username, '')::text AS bot_username
FROM projects p
JOIN addresses a ON a.project_id = p.id AND a.current
LEFT JOIN integrations i ON i.project_id = p.id AND i.desired = 'connected'
WHERE p.id = sqlc.arg(project_id);
