-- +goose Up

-- Whose a session is and on which device, so that a person can see theirs and
-- end them. Those of before tell of nobody: their people sign in again.
DELETE FROM sessions;
ALTER TABLE sessions
    ADD COLUMN user_id    bigint REFERENCES users ON DELETE CASCADE,
    ADD COLUMN device     text        NOT NULL DEFAULT '' CHECK (length(device) <= 40),
    ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN seen_at    timestamptz NOT NULL DEFAULT now();
CREATE INDEX sessions_user_idx ON sessions (user_id);
