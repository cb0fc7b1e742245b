-- name: Installation :one
-- Which installation this is. in_use tells that it has people or tokens, which
-- a new key would lose.
SELECT id, public_url, key_fingerprint,
    (EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM integrations WHERE token IS NOT NULL))::boolean AS in_use
FROM installation;

-- name: SetKeyFingerprint :execrows
-- Binds the database to a key; 0 rows when another process bound it first.
UPDATE installation SET key_fingerprint = sqlc.arg(fingerprint)::bytea WHERE key_fingerprint IS NOT DISTINCT FROM sqlc.narg(before)::bytea;

-- name: SetPublicURL :exec
UPDATE installation SET public_url = sqlc.arg(public_url);
