-- name: PolledBots :many
-- The connected bots of these shards that have no webhook: their messages are
-- fetched, and dropped while the project is suspended.
SELECT i.project_id, i.id, (p.suspended_at IS NOT NULL OR a.suspended_at IS NOT NULL)::boolean AS suspended FROM integrations i
JOIN projects p ON p.id = i.project_id
JOIN accounts a ON a.id = p.account_id
WHERE i.desired = 'connected' AND i.actual = 'connected' AND i.webhook_url = '' AND i.project_id % 64 = ANY(sqlc.arg(shards)::bigint[])
ORDER BY i.project_id;

-- name: NoteOtherReader :exec
-- Whether another program fetches the bot's messages as well.
UPDATE integrations SET webhook_error = CASE WHEN sqlc.arg(there)::boolean THEN 'other_reader' ELSE '' END,
    webhook_error_at = CASE WHEN sqlc.arg(there)::boolean THEN now() END
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) AND webhook_error IN ('', 'other_reader');

-- name: RegisterAnew :execrows
-- Bots that Telegram delivers to another address than this installation's, or
-- whose menu opens another, shall be connected anew. An address that is not
-- known is "": nothing is delivered to it.
UPDATE integrations SET reconcile_at = now(), attempts = 0
WHERE desired = 'connected' AND actual = 'connected' AND reconcile_at IS NULL
    AND (CASE WHEN sqlc.arg(webhooks)::text = '' THEN webhook_url <> '' ELSE NOT starts_with(webhook_url, sqlc.arg(webhooks)::text) END
        OR menu_url <> '' AND NOT starts_with(menu_url, sqlc.arg(pages)::text));
