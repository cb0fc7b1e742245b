-- name: Notify :exec
-- Tells every process that listens.
SELECT pg_notify('hints', sqlc.arg(payload)::text);

-- name: Listen :exec
LISTEN hints;
