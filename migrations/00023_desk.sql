-- +goose Up

-- What the desk looks for: what gave up by its cause, what did not arrive, and a
-- bot, a person or an owner by what somebody was told of them.
CREATE INDEX dead_letters_reason_idx ON dead_letters (reason, project_id, event_id) INCLUDE (dead_at);
CREATE INDEX message_log_trouble_idx ON message_log (at, project_id, code) WHERE outcome IN ('failed', 'unknown', 'expired');
CREATE INDEX integrations_username_idx ON integrations (lower(bot_username) text_pattern_ops);
CREATE INDEX integrations_bot_idx ON integrations (bot_id);
CREATE INDEX subscribers_user_idx ON subscribers (user_id);
CREATE INDEX users_email_start_idx ON users (email text_pattern_ops);
CREATE INDEX integrations_trouble_idx ON integrations (project_id) WHERE reason <> '' OR webhook_error <> '';
CREATE INDEX integrations_apart_idx ON integrations (project_id) WHERE desired = 'connected' AND actual <> 'connected';
CREATE INDEX projects_suspended_idx ON projects (id) WHERE suspended_at IS NOT NULL;
CREATE INDEX accounts_suspended_idx ON accounts (id) WHERE suspended_at IS NOT NULL;
