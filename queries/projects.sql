-- name: CreateProject :one
-- No row when the form has made one already.
INSERT INTO projects (account_id, name, language, card, made_by)
VALUES (sqlc.arg(account_id), sqlc.arg(name), sqlc.arg(language), sqlc.arg(card), sqlc.arg(made_by))
ON CONFLICT (account_id, made_by) WHERE made_by <> '' DO NOTHING RETURNING id;

-- name: ProjectMadeBy :one
SELECT id FROM projects WHERE account_id = sqlc.arg(account_id) AND made_by = sqlc.arg(made_by);

-- name: UserProjects :many
-- The projects that a person may see, the newest first.
SELECT p.id, p.name, p.current_release, p.suspended_at, p.paused_at, coalesce(i.bot_username, '')::text AS bot_username,
    coalesce(i.actual, '')::text AS bot_state, coalesce(i.reason, '')::text AS bot_reason,
    EXISTS (SELECT 1 FROM integrations o WHERE o.project_id = p.id)::boolean AS had_bot
FROM projects p
JOIN members m ON m.account_id = p.account_id
LEFT JOIN integrations i ON i.project_id = p.id AND i.desired = 'connected'
WHERE m.user_id = sqlc.arg(user_id)
ORDER BY p.id DESC;

-- name: RecentProjects :many
-- What the switcher of a person's projects offers.
SELECT p.id, p.name FROM projects p
JOIN members m ON m.account_id = p.account_id
WHERE m.user_id = sqlc.arg(user_id)
ORDER BY p.id DESC LIMIT sqlc.arg(most);

-- name: UserProject :one
-- One project, through the scope of the signed-in person: somebody else's is not found.
SELECT p.*, d.revision, d.updated_at AS draft_updated_at, a.slug FROM projects p
JOIN members m ON m.account_id = p.account_id
JOIN drafts d ON d.project_id = p.id
JOIN addresses a ON a.project_id = p.id AND a.current
WHERE m.user_id = sqlc.arg(user_id) AND p.id = sqlc.arg(project_id);

-- name: AccountOfUser :one
-- The account that a person's new projects go to.
SELECT account_id FROM members WHERE user_id = sqlc.arg(user_id) ORDER BY account_id LIMIT 1;

-- name: CountProjects :one
SELECT count(*)::integer FROM projects p WHERE p.account_id = sqlc.arg(account_id);

-- name: RenameProject :exec
UPDATE projects SET name = sqlc.arg(name), language = sqlc.arg(language), card_version = card_version + 1 WHERE id = sqlc.arg(project_id);

-- name: SetCurrentRelease :exec
UPDATE projects SET current_release = sqlc.arg(number)::integer WHERE id = sqlc.arg(project_id);

-- name: RunningProjects :many
-- What the owner loops must know of projects before they act for them.
SELECT p.id, coalesce(p.current_release, 0)::integer AS release, (p.suspended_at IS NOT NULL OR a.suspended_at IS NOT NULL)::boolean AS suspended,
    (p.paused_at IS NOT NULL)::boolean AS paused, p.card_version, coalesce(i.bot_username, '')::text AS bot,
    coalesce(i.menu_url, '')::text AS menu_url, EXISTS (SELECT 1 FROM testers t WHERE t.project_id = p.id)::boolean AS tested
FROM projects p
JOIN accounts a ON a.id = p.account_id
LEFT JOIN integrations i ON i.project_id = p.id AND i.desired = 'connected'
WHERE p.id = ANY(sqlc.arg(projects)::bigint[]);

-- name: ProjectsOfAccount :many
SELECT id FROM projects WHERE account_id = sqlc.arg(account_id) ORDER BY id;

-- name: SaveCard :exec
UPDATE projects SET name = sqlc.arg(name), card = sqlc.arg(card), card_version = card_version + 1 WHERE id = sqlc.arg(project_id);

-- name: Cards :many
-- What some projects say of themselves.
SELECT id, name, language, card, card_version FROM projects WHERE id = ANY(sqlc.arg(projects)::bigint[]);

-- name: LockProject :exec
-- Keeps new rows from referring to a project until the end of the transaction.
SELECT id FROM projects WHERE id = sqlc.arg(project_id) FOR UPDATE;
