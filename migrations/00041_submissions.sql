-- +goose Up

-- How many submissions a project has had. The row is locked by who records
-- one, so that numbers have no gaps and no key is recorded twice.
CREATE TABLE submission_counters (
    project_id bigint PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    last       bigint NOT NULL DEFAULT 0
);

-- What visitors sent, from pages and from the bot. principal and key recognise
-- what is sent again: who sent it, and what they called it; key is null for
-- what came without one, which is known by its digest for a minute. digest is
-- of the body. user_id is the Telegram user, 0 when nobody proved who they are.
-- person and contact are what the list shows, words what is searched, folded.
CREATE TABLE submissions (
    project_id bigint      NOT NULL REFERENCES projects ON DELETE CASCADE,
    number     bigint      NOT NULL CHECK (number > 0),
    form       text        NOT NULL,
    kind       text        NOT NULL CHECK (kind IN ('request', 'order', 'booking')),
    source     text        NOT NULL CHECK (source IN ('site', 'app', 'bot')),
    user_id    bigint      NOT NULL DEFAULT 0,
    principal  text        NOT NULL,
    key        text CHECK (key <> ''),
    digest     bytea       NOT NULL,
    title      text        NOT NULL,
    person     text        NOT NULL DEFAULT '',
    contact    text        NOT NULL DEFAULT '',
    total      bigint      NOT NULL DEFAULT 0,
    currency   text        NOT NULL DEFAULT '',
    content    jsonb       NOT NULL,
    words      text        NOT NULL,
    status     text        NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'work', 'done', 'rejected')),
    note       text        NOT NULL DEFAULT '',
    revision   integer     NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, number),
    CONSTRAINT submissions_key UNIQUE (project_id, form, principal, key)
);
CREATE INDEX submissions_status_idx ON submissions (project_id, status, number DESC);
CREATE INDEX submissions_recent_idx ON submissions (project_id, created_at);
CREATE INDEX submissions_user_idx ON submissions (project_id, user_id) WHERE user_id <> 0;
