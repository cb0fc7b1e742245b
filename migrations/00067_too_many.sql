-- +goose Up

-- Updates that were passed over because one person sent too many at once: the
-- owner's home counts those of a day. Hardly any row is in this index, and
-- receipt writes none into it.
CREATE INDEX telegram_updates_too_many ON telegram_updates (project_id, received_at) WHERE skipped = 'too_many';
