-- name: WantConnected :one
-- Stores that a bot shall be connected; the shard owner brings it about.
INSERT INTO integrations (project_id, bot_id, bot_username, bot_name, token, desired, actual, reconcile_at)
VALUES (sqlc.arg(project_id), sqlc.arg(bot_id), sqlc.arg(bot_username), sqlc.arg(bot_name), sqlc.arg(token)::bytea, 'connected', 'disconnected', now())
ON CONFLICT (project_id, bot_id) DO UPDATE SET bot_username = excluded.bot_username, bot_name = excluded.bot_name,
    token = excluded.token, desired = 'connected', actual = 'disconnected', reason = '', attempts = 0, reconcile_at = now(), check_at = NULL, changed_at = now()
RETURNING id;

-- name: ClaimBot :execrows
-- Gives a bot to a project; 0 rows when another project has it.
INSERT INTO bot_claims AS c (bot_id, project_id, integration_id)
VALUES (sqlc.arg(bot_id), sqlc.arg(project_id), sqlc.arg(integration_id))
ON CONFLICT (bot_id) DO UPDATE SET integration_id = excluded.integration_id WHERE c.project_id = excluded.project_id;

-- name: BotClaim :one
SELECT c.project_id FROM bot_claims c WHERE c.bot_id = sqlc.arg(bot_id);

-- name: ReleaseBot :exec
DELETE FROM bot_claims WHERE bot_claims.project_id = sqlc.arg(project_id) AND bot_claims.integration_id = sqlc.arg(integration_id);

-- name: LiveIntegration :one
-- The project's bot: the connected one, else the last that was.
SELECT * FROM integrations WHERE project_id = sqlc.arg(project_id)
ORDER BY desired = 'connected' DESC, actual = 'connected' DESC, changed_at DESC LIMIT 1;

-- name: IntegrationForUpdate :one
SELECT * FROM integrations WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) FOR UPDATE;

-- name: Integration :one
SELECT * FROM integrations WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id);

-- name: WantDisconnected :many
UPDATE integrations SET desired = 'disconnected', reconcile_at = now(), attempts = 0, reason = '', changed_at = now()
WHERE project_id = sqlc.arg(project_id) AND desired = 'connected'
RETURNING id;

-- name: DueIntegrations :many
-- What the owner of these shards has to reconcile now, oldest first.
SELECT project_id, id FROM integrations
WHERE reconcile_at <= now() AND project_id % 64 = ANY(sqlc.arg(shards)::bigint[])
ORDER BY reconcile_at LIMIT sqlc.arg(most);

-- name: MarkConnected :execrows
-- The wish came true, unless there is another token by now. A bot that is
-- fetched is not looked at besides.
UPDATE integrations SET actual = 'connected', reason = '', attempts = 0, reconcile_at = NULL,
    check_at = CASE WHEN sqlc.arg(webhook_url) <> '' THEN now() + interval '22 hours' + random() * interval '2 hours' END,
    webhook_error = '', webhook_error_at = NULL, webhook_pending = 0, webhook_url = sqlc.arg(webhook_url), menu_url = sqlc.arg(menu_url), changed_at = now()
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) AND desired = 'connected' AND token = sqlc.arg(token)::bytea;

-- name: MarkDisconnected :exec
-- The token is kept for as long as the disconnection can be undone, and looked
-- at then (ForgetToken); it is forgotten at once when nothing is to be kept.
UPDATE integrations SET actual = 'disconnected', token = CASE WHEN sqlc.arg(keep)::boolean THEN token END,
    check_at = CASE WHEN sqlc.arg(keep)::boolean THEN now() + sqlc.arg(undo_time)::interval END,
    webhook_url = '', webhook_error = '', webhook_pending = 0, menu_url = '', attempts = 0, reconcile_at = NULL, changed_at = now()
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) AND desired = 'disconnected';

-- name: ForgetToken :exec
-- The time to undo a disconnection is over.
UPDATE integrations SET token = NULL, check_at = NULL
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) AND desired = 'disconnected' AND actual = 'disconnected' AND check_at <= now();

-- name: DelayReconcile :exec
-- Says why a wish did not come true and when to try again, unless there is
-- another wish by now.
UPDATE integrations SET reason = sqlc.arg(reason), attempts = attempts + 1,
    reconcile_at = now() + sqlc.arg(delay)::interval, changed_at = now()
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id)
    AND desired = sqlc.arg(desired) AND token IS NOT DISTINCT FROM sqlc.narg(token)::bytea;

-- name: StopIntegration :exec
-- The bot can no longer be used: its token, as it was read, was refused.
UPDATE integrations SET actual = 'disconnected', reason = sqlc.arg(reason), reconcile_at = NULL, check_at = NULL, changed_at = now()
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) AND token = sqlc.arg(token)::bytea AND desired = 'connected';

-- name: StopSuspect :exec
-- The same after calls were refused for so long, unless the connection changed
-- meanwhile: then the refused token may have been another.
UPDATE integrations SET actual = 'disconnected', reason = sqlc.arg(reason), reconcile_at = NULL, check_at = NULL, changed_at = now()
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) AND desired = 'connected'
    AND changed_at < now() - sqlc.arg(refused_for)::interval;

-- name: RefreshMenu :exec
-- After a change of address or of release the menu button is set anew.
UPDATE integrations SET reconcile_at = now() WHERE project_id = sqlc.arg(project_id) AND desired = 'connected' AND reason NOT IN ('token_revoked', 'foreign_webhook');

-- name: StorePublicID :exec
-- Accepts webhooks under a secret; when it is a new one, the one before stays
-- good. A new public id is made at the first connection, and none for a bot
-- that is gone: its row is held meanwhile.
INSERT INTO public_ids AS p (public_id, project_id, integration_id, secret_sha256)
SELECT sqlc.arg(public_id), i.project_id, i.id, sqlc.arg(secret_sha256)::bytea FROM integrations i
WHERE i.project_id = sqlc.arg(project_id) AND i.id = sqlc.arg(integration_id)
FOR KEY SHARE OF i
ON CONFLICT (project_id, integration_id) WHERE retired_at IS NULL
DO UPDATE SET previous_sha256 = p.secret_sha256, secret_sha256 = excluded.secret_sha256, changed_at = clock_timestamp()
    WHERE p.secret_sha256 <> excluded.secret_sha256;

-- name: PublicIDOf :one
SELECT public_id FROM public_ids WHERE project_id = sqlc.arg(project_id) AND integration_id = sqlc.arg(integration_id) AND retired_at IS NULL;

-- name: RetirePublicID :exec
UPDATE public_ids SET retired_at = now(), changed_at = clock_timestamp()
WHERE project_id = sqlc.arg(project_id) AND integration_id = sqlc.arg(integration_id) AND retired_at IS NULL;

-- name: RetireProjectPublicIDs :exec
-- The ids of a project that is being deleted stay as tombstones.
UPDATE public_ids SET retired_at = coalesce(retired_at, now()), changed_at = clock_timestamp() WHERE project_id = sqlc.arg(project_id);

-- name: ChangedPublicIDs :many
-- What receipt must know anew: everything changed since, with an overlap that
-- the caller chooses, because a change may commit after a later one.
SELECT i.public_id, i.project_id, i.integration_id, i.secret_sha256, i.previous_sha256, i.changed_at,
    (i.retired_at IS NOT NULL OR p.suspended_at IS NOT NULL OR a.suspended_at IS NOT NULL)::boolean AS dropped
FROM public_ids i
LEFT JOIN projects p ON p.id = i.project_id
LEFT JOIN accounts a ON a.id = p.account_id
WHERE i.changed_at >= sqlc.arg(since) ORDER BY i.changed_at;

-- name: PublicIDChanges :one
-- What ChangedPublicIDs would read, in short: as long as this is the same, so is
-- that. And what time it is for the database.
SELECT clock_timestamp()::timestamptz AS now, count(*)::bigint AS changes,
    coalesce(sum(extract(epoch FROM i.changed_at)), 0)::text AS times
FROM public_ids i WHERE i.changed_at >= sqlc.arg(since);

-- name: SendingTokens :many
-- The sealed tokens of bots, whether they shall be used, and whether their
-- projects are suspended.
SELECT i.id, i.project_id, i.bot_id, i.token, (i.desired = 'connected' AND i.reason <> 'token_revoked')::boolean AS usable,
    (p.suspended_at IS NOT NULL OR a.suspended_at IS NOT NULL)::boolean AS suspended
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id, unnest(sqlc.arg(ids)::bigint[]) AS id) AS want
JOIN integrations i ON i.project_id = want.project_id AND i.id = want.id
JOIN projects p ON p.id = i.project_id
JOIN accounts a ON a.id = p.account_id;
