-- name: DueChecks :many
-- The bots of these shards that are to be looked at now: at Telegram, where there
-- are webhooks, or because the time to undo their disconnection is over.
SELECT project_id, id FROM integrations
WHERE check_at <= now() AND (sqlc.arg(webhooks)::boolean OR desired = 'disconnected') AND project_id % 64 = ANY(sqlc.arg(shards)::bigint[])
ORDER BY check_at LIMIT sqlc.arg(most);

-- name: KeepHealth :exec
-- Notes what Telegram said. A bot that was written to of late, or about whose
-- delivery Telegram complains, is asked about again in an hour or so, any other
-- within a day: 100,000 idle bots are 1.2 calls and as many updates of a row a
-- second, over all processes.
UPDATE integrations i SET checked_at = now(), webhook_pending = sqlc.arg(pending), webhook_error = sqlc.arg(error),
    webhook_error_at = sqlc.narg(error_at), check_at = CASE
        WHEN sqlc.arg(error) <> '' OR sqlc.arg(pending) > 0
            OR EXISTS (SELECT 1 FROM project_activity a WHERE a.project_id = i.project_id AND a.received_at > now() - interval '1 day')
        THEN now() + interval '50 minutes' + random() * interval '20 minutes'
        ELSE now() + interval '22 hours' + random() * interval '2 hours' END
WHERE i.project_id = sqlc.arg(project_id) AND i.id = sqlc.arg(id) AND i.webhook_url = sqlc.arg(webhook_url);

-- name: SpreadChecks :exec
-- Bots that nothing looks at are looked at within a day.
UPDATE integrations SET check_at = now() + random() * interval '1 day'
WHERE check_at IS NULL AND desired = 'connected' AND actual = 'connected' AND webhook_url <> '' AND project_id % 64 = ANY(sqlc.arg(shards)::bigint[]);

-- name: AskCheck :exec
-- Its owner is looking: the bot is looked at now, unless it was within a minute.
UPDATE integrations SET check_at = now()
WHERE project_id = sqlc.arg(project_id) AND desired = 'connected' AND reconcile_at IS NULL
    AND (reason = '' AND webhook_url <> '' OR reason = 'foreign_webhook') AND (check_at IS NULL OR check_at > now())
    AND coalesce(checked_at, '-infinity') < now() - interval '1 minute';

-- name: DelayCheck :exec
-- Telegram was asked, and told nothing yet.
UPDATE integrations SET checked_at = now(), check_at = now() + sqlc.arg(delay)::interval, webhook_error = sqlc.arg(error)
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) AND check_at IS NOT NULL;

-- name: MarkForeign :exec
-- Another service takes the bot's messages now. It is looked at again, in case
-- that service lets go.
UPDATE integrations SET actual = 'disconnected', reason = 'foreign_webhook', webhook_url = '', webhook_host = sqlc.arg(host),
    reconcile_at = NULL, checked_at = now(), check_at = now() + interval '50 minutes' + random() * interval '20 minutes', changed_at = now()
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) AND desired = 'connected' AND webhook_url = sqlc.arg(webhook_url);

-- name: KeepForeign :exec
UPDATE integrations SET webhook_host = sqlc.arg(host), checked_at = now(), check_at = now() + interval '50 minutes' + random() * interval '20 minutes'
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) AND reason = 'foreign_webhook';

-- name: TakeBack :execrows
-- The bot shall be ours again; the shard owner brings it about.
UPDATE integrations SET actual = 'disconnected', reason = '', webhook_url = '', attempts = 0, reconcile_at = now(), check_at = NULL, changed_at = now()
WHERE project_id = sqlc.arg(project_id) AND desired = 'connected' AND reason IN ('', 'foreign_webhook');
