-- name: CreateAccount :one
INSERT INTO accounts DEFAULT VALUES RETURNING id;

-- name: CreateUser :one
INSERT INTO users (email, password_hash, role, language)
VALUES (sqlc.arg(email), sqlc.arg(password_hash), sqlc.arg(role), sqlc.arg(language)) RETURNING *;

-- name: CreateMember :exec
INSERT INTO members (account_id, user_id) VALUES (sqlc.arg(account_id), sqlc.arg(user_id));

-- name: UserByEmail :one
SELECT * FROM users WHERE email = sqlc.arg(email);

-- name: UserByID :one
SELECT * FROM users WHERE id = sqlc.arg(id);

-- name: SetUserLanguage :exec
UPDATE users SET language = sqlc.arg(language) WHERE id = sqlc.arg(id);

-- name: SetUserTheme :exec
UPDATE users SET theme = sqlc.arg(theme) WHERE id = sqlc.arg(id);

-- name: SetUserPassword :one
-- A new password ends every session of the user: the rows go, and the
-- generation of those that are written back is past.
WITH ended AS (DELETE FROM sessions WHERE sessions.user_id = sqlc.arg(user_id)::bigint)
UPDATE users SET password_hash = sqlc.arg(password_hash), generation = generation + 1
WHERE id = sqlc.arg(user_id)::bigint RETURNING generation;

-- name: LockAccount :exec
-- Nobody can add anything to the account until the transaction ends.
SELECT id FROM accounts WHERE id = sqlc.arg(account_id) FOR UPDATE;

-- name: UsersOfAccountAlone :many
-- Who signs in to this account and to no other.
SELECT m.user_id FROM members m WHERE m.account_id = sqlc.arg(account_id)
    AND NOT EXISTS (SELECT 1 FROM members o WHERE o.user_id = m.user_id AND o.account_id <> m.account_id);

-- name: SetUserRole :one
UPDATE users SET role = sqlc.arg(role) WHERE email = sqlc.arg(email) RETURNING id;
