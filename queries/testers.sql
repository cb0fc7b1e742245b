-- name: MakeDraftLink :one
-- Makes the link to a project's draft; an earlier one is no good any more.
INSERT INTO draft_links AS l (project_id, sha256, expires_at)
VALUES (sqlc.arg(project_id), sqlc.arg(sha256)::bytea, now() + sqlc.arg(life)::interval)
ON CONFLICT (project_id) DO UPDATE SET sha256 = excluded.sha256, expires_at = excluded.expires_at, made_at = now()
RETURNING l.expires_at;

-- name: WithdrawDraftLink :execrows
DELETE FROM draft_links WHERE project_id = sqlc.arg(project_id);

-- name: DraftLink :many
-- Until when the link to a project's draft is good; no row when there is none.
SELECT made_at, expires_at FROM draft_links WHERE project_id = sqlc.arg(project_id) AND expires_at > now();

-- name: Testers :many
-- Who tries a project's draft, the newest first.
SELECT t.user_id, t.joined_at, coalesce(s.first_name, '')::text AS first_name, coalesce(s.last_name, '')::text AS last_name,
    coalesce(s.username, '')::text AS username
FROM testers t
LEFT JOIN subscribers s ON s.project_id = t.project_id AND s.user_id = t.user_id
WHERE t.project_id = sqlc.arg(project_id)
ORDER BY t.joined_at DESC, t.user_id;

-- name: RemoveTester :execrows
DELETE FROM testers WHERE project_id = sqlc.arg(project_id) AND user_id = sqlc.arg(user_id);

-- name: TestersAmong :many
-- Which of the given chats try the draft of their project, and where they stand in it.
SELECT t.project_id, t.user_id, t.state, t.data, t.tags FROM testers t
JOIN (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(users)::bigint[]) AS user_id) AS want
    ON t.project_id = want.project_id AND t.user_id = want.user_id;

-- name: DraftLinksAmong :many
-- Which of the given links are good; full tells that nobody more may follow.
SELECT l.project_id, l.sha256,
    ((SELECT count(*) FROM testers t WHERE t.project_id = l.project_id) >= sqlc.arg(most)::bigint)::boolean AS full
FROM draft_links l
WHERE l.project_id = ANY(sqlc.arg(projects)::bigint[]) AND l.sha256 = ANY(sqlc.arg(hashes)::bytea[]) AND l.expires_at > now();

-- name: DraftRevisions :many
SELECT project_id, revision FROM drafts WHERE project_id = ANY(sqlc.arg(projects)::bigint[]);

-- name: DraftScenarios :many
SELECT project_id, revision, scenarios FROM drafts WHERE project_id = ANY(sqlc.arg(projects)::bigint[]);

-- name: SaveTesters :exec
-- Keeps where testers stand, given as JSON. One who is no tester any more is not made one anew.
UPDATE testers t SET state = given.state::jsonb, data = given.data::jsonb, tags = ARRAY(SELECT jsonb_array_elements_text(given.tags::jsonb))
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(users)::bigint[]) AS user_id,
        unnest(sqlc.arg(states)::text[]) AS state,
        unnest(sqlc.arg(data)::text[]) AS data,
        unnest(sqlc.arg(tags)::text[]) AS tags) AS given
WHERE t.project_id = given.project_id AND t.user_id = given.user_id;

-- name: AddTesters :exec
INSERT INTO testers (project_id, user_id)
SELECT * FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id, unnest(sqlc.arg(users)::bigint[]) AS user_id) AS g
ORDER BY project_id, user_id
ON CONFLICT DO NOTHING;

-- name: EndTesters :exec
DELETE FROM testers t USING (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(users)::bigint[]) AS user_id) AS ended
WHERE t.project_id = ended.project_id AND t.user_id = ended.user_id;
