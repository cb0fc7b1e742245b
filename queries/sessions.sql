-- name: FindSession :one
-- What is in a session that is still good. Ten minutes are exact enough for
-- when it was last seen.
WITH seen AS (
    UPDATE sessions SET seen_at = now()
    WHERE sessions.token = sqlc.arg(token) AND sessions.seen_at < now() - interval '10 minutes')
SELECT s.data FROM sessions s WHERE s.token = sqlc.arg(token) AND s.expiry > now();

-- name: SaveSession :exec
INSERT INTO sessions (token, data, expiry, user_id, device)
VALUES (sqlc.arg(token), sqlc.arg(data), sqlc.arg(expiry), sqlc.narg(user_id), sqlc.arg(device))
ON CONFLICT (token) DO UPDATE SET data = excluded.data, expiry = excluded.expiry, user_id = excluded.user_id, seen_at = now();

-- name: DeleteSession :exec
DELETE FROM sessions WHERE token = sqlc.arg(token);

-- name: UserSessions :many
-- Where a person is signed in, the last seen first.
SELECT token, device, created_at, seen_at FROM sessions
WHERE user_id = sqlc.arg(user_id)::bigint AND expiry > now()
ORDER BY seen_at DESC LIMIT 50;

-- name: EndUserSessions :one
-- Ends every session of a person: the rows go, and what a request that is under
-- way writes back is of a generation that is past.
WITH ended AS (DELETE FROM sessions WHERE sessions.user_id = sqlc.arg(user_id)::bigint)
UPDATE users SET generation = generation + 1 WHERE id = sqlc.arg(user_id)::bigint RETURNING generation;
