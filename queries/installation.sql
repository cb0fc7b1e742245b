-- name: Installation :one
-- Which installation this is. in_use tells that it has people or tokens, which
-- a new key would lose; here is the database as it names itself now.
SELECT id, public_url, home, held_since, key_fingerprint, older_fingerprints, database_home() AS here,
    (EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM integrations WHERE token IS NOT NULL) OR EXISTS (SELECT 1 FROM project_secrets))::boolean AS in_use
FROM installation;

-- name: LockInstallation :exec
SELECT one FROM installation FOR UPDATE;

-- name: BindKey :execrows
-- Binds the database to a key, and remembers the one before as long as
-- something may be sealed with it; 0 rows when another process bound it first.
UPDATE installation SET key_fingerprint = sqlc.arg(fingerprint)::bytea,
    older_fingerprints = array_remove(CASE WHEN key_fingerprint IS NULL THEN older_fingerprints ELSE array_append(older_fingerprints, key_fingerprint) END, sqlc.arg(fingerprint)::bytea)
WHERE key_fingerprint IS NOT DISTINCT FROM sqlc.narg(before)::bytea;

-- name: ForgetOlderKeys :execrows
-- Nothing is sealed with an older key any more; 0 rows when something still is.
UPDATE installation SET older_fingerprints = '{}'
WHERE key_fingerprint = sqlc.arg(fingerprint)::bytea
    AND NOT EXISTS (SELECT 1 FROM integrations i WHERE i.token IS NOT NULL AND substring(i.token FROM 2 FOR 4) <> substring(sqlc.arg(fingerprint)::bytea FROM 1 FOR 4))
    AND NOT EXISTS (SELECT 1 FROM project_secrets s WHERE substring(s.value FROM 2 FOR 4) <> substring(sqlc.arg(fingerprint)::bytea FROM 1 FOR 4));

-- name: TokensOfOtherKeys :many
-- Tokens that are not sealed with the key of this id (the bytes 2 to 5 of a
-- ciphertext), some at a time.
SELECT project_id, id, bot_id, token FROM integrations
WHERE token IS NOT NULL AND substring(token FROM 2 FOR 4) <> sqlc.arg(key_id)::bytea
    AND (project_id, id) > (sqlc.arg(project_id)::bigint, sqlc.arg(after)::bigint)
ORDER BY project_id, id LIMIT sqlc.arg(most)::integer;

-- name: ReplaceSealedToken :execrows
-- Puts another ciphertext in place of the same; 0 rows when the token was replaced meanwhile.
UPDATE integrations SET token = sqlc.arg(sealed)::bytea
WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id) AND token = sqlc.arg(before)::bytea;

-- name: SettleInstallation :execrows
-- Notes where the installation is at home, unless that was noted otherwise meanwhile.
UPDATE installation SET public_url = sqlc.arg(public_url), home = database_home(), held_since = NULL
WHERE public_url = sqlc.arg(url_before) AND home = sqlc.arg(home_before);

-- name: HoldInstallation :exec
-- Notes since when nothing is done because the database is not at home.
UPDATE installation SET held_since = coalesce(held_since, now());

-- name: NewInstallationID :exec
UPDATE installation SET id = gen_random_uuid()::text;

-- name: BuryWaitingEvents :execrows
-- What waited when the database was copied was perhaps answered where it came
-- from: it becomes dead letters, and can be tried again.
WITH gone AS (DELETE FROM inbox i WHERE i.received_at < sqlc.arg(before) RETURNING *)
INSERT INTO dead_letters (project_id, event_id, integration_id, chat_id, kind, payload, received_at, attempts, reason)
SELECT project_id, event_id, integration_id, chat_id, kind, payload, received_at, attempts, 'restored' FROM gone;

-- name: ExpireWaitingMessages :execrows
-- What waited to be sent then was perhaps sent where it came from; of what was
-- being sent nobody knows.
WITH gone AS (DELETE FROM outbox o WHERE o.received_at < sqlc.arg(before)
    RETURNING o.project_id, o.chat_id, o.event_id, o.seq, o.integration_id, o.started_at)
INSERT INTO message_log (project_id, chat_id, at, event_id, seq, integration_id, outcome, code)
SELECT project_id, chat_id, now(), event_id, seq, integration_id, CASE WHEN started_at IS NULL THEN 'expired' ELSE 'unknown' END, 'restored' FROM gone;

-- name: ForgetPastWaits :exec
-- What was waited for until then has perhaps happened where the database came
-- from, and its requests were perhaps made.
WITH calls AS (DELETE FROM http_calls)
DELETE FROM timers WHERE due < least(sqlc.arg(before)::timestamptz, now());

-- name: ConnectAnew :execrows
-- Every bot that shall be connected is registered again, under a new secret.
UPDATE integrations SET webhook_url = '', menu_url = '', reconcile_at = now(), attempts = 0, reason = '', changed_at = now()
WHERE desired = 'connected' AND reason <> 'token_revoked';
