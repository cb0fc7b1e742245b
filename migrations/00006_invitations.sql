-- +goose Up

-- Who may sign up where that is by invitation. Of the code in the link only its
-- hash is kept; a used one stays for a while, to say that it was.
CREATE TABLE invitations (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint      NOT NULL REFERENCES accounts ON DELETE CASCADE,
    user_id    bigint      NOT NULL REFERENCES users ON DELETE CASCADE,
    code_sha256     bytea       NOT NULL UNIQUE CHECK (length(code_sha256) = 32),
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at    timestamptz
);
CREATE INDEX invitations_account_idx ON invitations (account_id, id);
