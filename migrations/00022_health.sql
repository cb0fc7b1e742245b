-- +goose Up

-- What Telegram said of a bot's delivery when it was asked last. check_at is
-- when it is asked next, null while the bot is quiet and well. webhook_host is
-- who takes the bot's messages when that is not us (reason foreign_webhook).
ALTER TABLE integrations
    ADD COLUMN check_at         timestamptz,
    ADD COLUMN checked_at       timestamptz,
    ADD COLUMN webhook_pending  integer NOT NULL DEFAULT 0,
    ADD COLUMN webhook_error    text    NOT NULL DEFAULT '',
    ADD COLUMN webhook_error_at timestamptz,
    ADD COLUMN webhook_host     text    NOT NULL DEFAULT '';
CREATE INDEX integrations_check_idx ON integrations (check_at) WHERE check_at IS NOT NULL;
