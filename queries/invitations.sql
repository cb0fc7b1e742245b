-- name: CreateInvitation :one
-- Makes an invitation of a person's account; no row when the account has
-- most open ones already.
INSERT INTO invitations (account_id, user_id, code_sha256, expires_at)
SELECT m.account_id, m.user_id, sqlc.arg(code_sha256)::bytea, now() + sqlc.arg(life)::interval FROM members m
WHERE m.user_id = sqlc.arg(user_id) AND (
    SELECT count(*) FROM invitations i WHERE i.account_id = m.account_id AND i.used_at IS NULL AND i.expires_at > now()
) < sqlc.arg(most)::bigint
ORDER BY m.account_id LIMIT 1
RETURNING *;

-- name: Invitations :many
-- The invitations of a person's accounts, the newest first.
SELECT i.id, i.created_at, i.expires_at, i.used_at, (i.used_at IS NULL AND i.expires_at > now())::boolean AS open FROM invitations i
JOIN members m ON m.account_id = i.account_id
WHERE m.user_id = sqlc.arg(user_id)
ORDER BY i.id DESC LIMIT 100;

-- name: WithdrawInvitation :execrows
-- 0 rows when it is none of the person's, or was used.
DELETE FROM invitations i USING members m
WHERE m.account_id = i.account_id AND m.user_id = sqlc.arg(user_id) AND i.id = sqlc.arg(id) AND i.used_at IS NULL;

-- name: InvitationIsOpen :one
-- Whether whoever has the link with this hash may sign up.
SELECT EXISTS (SELECT 1 FROM invitations WHERE code_sha256 = sqlc.arg(code_sha256) AND used_at IS NULL AND expires_at > now());

-- name: UseInvitation :execrows
-- 0 rows when it was used, is too old or never was: of two at once one wins.
UPDATE invitations SET used_at = now() WHERE code_sha256 = sqlc.arg(code_sha256) AND used_at IS NULL AND expires_at > now();
