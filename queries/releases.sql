-- name: NextReleaseNumber :one
-- Called with the draft locked, so that two publications do not meet.
SELECT (coalesce(max(number), 0) + 1)::integer FROM releases WHERE project_id = sqlc.arg(project_id);

-- name: CreateRelease :exec
-- The moves of the current release are handed on: people may still stand in releases before it.
INSERT INTO releases (project_id, number, pages, scenarios, catalog, theme, digest, created_by, moves)
SELECT sqlc.arg(project_id), sqlc.arg(number), sqlc.arg(pages), sqlc.arg(scenarios), sqlc.arg(catalog), sqlc.arg(theme),
    sqlc.arg(digest), sqlc.narg(created_by),
    coalesce((SELECT r.moves FROM projects p JOIN releases r ON r.project_id = p.id AND r.number = p.current_release WHERE p.id = sqlc.arg(project_id)), '{}');

-- name: DescribeRelease :exec
-- Completes a release in the transaction that creates it.
UPDATE releases SET moves = sqlc.arg(moves), summary = sqlc.arg(summary) WHERE project_id = sqlc.arg(project_id) AND number = sqlc.arg(number);

-- name: CurrentRelease :one
SELECT r.number, r.scenarios, r.moves, r.pages, r.catalog, r.theme FROM projects p
JOIN releases r ON r.project_id = p.id AND r.number = p.current_release
WHERE p.id = sqlc.arg(project_id);

-- name: SaveReleasePage :exec
INSERT INTO release_pages (project_id, release, surface, page_id, body, csp, etag, built_with)
VALUES (sqlc.arg(project_id), sqlc.arg(release), sqlc.arg(surface), sqlc.arg(page_id), sqlc.arg(body), sqlc.arg(csp), sqlc.arg(etag), sqlc.arg(built_with))
ON CONFLICT (project_id, release, surface, page_id) DO UPDATE SET body = excluded.body, csp = excluded.csp,
    etag = excluded.etag, built_with = excluded.built_with;

-- name: ReleasePage :one
SELECT body, csp, etag FROM release_pages
WHERE project_id = sqlc.arg(project_id) AND release = sqlc.arg(release) AND surface = sqlc.arg(surface) AND page_id = sqlc.arg(page_id)
    AND built_with = sqlc.arg(built_with);

-- name: ListReleases :many
SELECT r.number, r.created_at, coalesce(u.email, '') AS created_by, r.summary FROM releases r
LEFT JOIN users u ON u.id = r.created_by
WHERE r.project_id = sqlc.arg(project_id)
ORDER BY r.number DESC LIMIT 200;

-- name: ReleaseOrigin :one
-- When a release was made, and by whom.
SELECT r.created_at, coalesce(u.email, '')::text AS created_by FROM releases r
LEFT JOIN users u ON u.id = r.created_by
WHERE r.project_id = sqlc.arg(project_id) AND r.number = sqlc.arg(number);

-- name: ReleaseExists :one
SELECT EXISTS (SELECT 1 FROM releases WHERE project_id = sqlc.arg(project_id) AND number = sqlc.arg(number));

-- name: ReleaseContent :one
SELECT pages, scenarios, catalog, theme, digest FROM releases WHERE project_id = sqlc.arg(project_id) AND number = sqlc.arg(number);

-- name: ReleasesScenarios :many
-- What the given releases do.
SELECT r.project_id, r.number, r.scenarios, r.moves FROM releases r
JOIN (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id, unnest(sqlc.arg(numbers)::integer[]) AS number) AS want
    ON r.project_id = want.project_id AND r.number = want.number;

-- name: CurrentDigest :one
SELECT r.number, r.digest FROM projects p
JOIN releases r ON r.project_id = p.id AND r.number = p.current_release
WHERE p.id = sqlc.arg(project_id);
