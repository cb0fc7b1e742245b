-- +goose Up

-- One Telegram bot of a project. desired is what the owner asked for, actual
-- what the shard owner has brought about; reconcile_at is when it tries next,
-- null when nothing is left to do. reason is a code that lang words.
CREATE TABLE integrations (
    project_id   bigint      NOT NULL REFERENCES projects ON DELETE CASCADE,
    id           bigint GENERATED ALWAYS AS IDENTITY,
    bot_id       bigint      NOT NULL CHECK (bot_id > 0),
    bot_username text        NOT NULL,
    bot_name     text        NOT NULL,
    token        bytea,
    desired      text        NOT NULL CHECK (desired IN ('connected', 'disconnected')),
    actual       text        NOT NULL CHECK (actual IN ('connected', 'disconnected')),
    reason       text        NOT NULL DEFAULT '',
    webhook_url  text        NOT NULL DEFAULT '',
    menu_url     text        NOT NULL DEFAULT '',
    attempts     integer     NOT NULL DEFAULT 0,
    reconcile_at timestamptz,
    changed_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id),
    CONSTRAINT integrations_bot_key UNIQUE (project_id, bot_id),
    CHECK (token IS NOT NULL OR desired = 'disconnected')
);
CREATE UNIQUE INDEX integrations_live_idx ON integrations (project_id) WHERE desired = 'connected';
CREATE INDEX integrations_reconcile_idx ON integrations (reconcile_at) WHERE reconcile_at IS NOT NULL;

-- A bot belongs to one project at a time, over all tenants.
CREATE TABLE bot_claims (
    bot_id         bigint PRIMARY KEY,
    project_id     bigint NOT NULL,
    integration_id bigint NOT NULL,
    FOREIGN KEY (project_id, integration_id) REFERENCES integrations ON DELETE CASCADE
);

-- Where webhooks arrive. Of a secret only its SHA-256 is kept; the previous one
-- is honoured until the next rotation. A retired id is a tombstone:
-- its updates are answered with 200 and dropped.
CREATE TABLE public_ids (
    public_id       text PRIMARY KEY,
    project_id      bigint      NOT NULL,
    integration_id  bigint      NOT NULL,
    secret_sha256   bytea       NOT NULL CHECK (length(secret_sha256) = 32),
    previous_sha256 bytea CHECK (length(previous_sha256) = 32),
    retired_at      timestamptz,
    changed_at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX public_ids_changed_idx ON public_ids (changed_at);
CREATE UNIQUE INDEX public_ids_live_idx ON public_ids (project_id, integration_id) WHERE retired_at IS NULL;

-- Who owns the projects with id % 64 = shard. A takeover raises the epoch; every
-- transaction of an owner first locks its rows of this epoch (the fence).
CREATE TABLE shards (
    shard        smallint PRIMARY KEY,
    owner        text        NOT NULL DEFAULT '',
    epoch        bigint      NOT NULL DEFAULT 0,
    leased_until timestamptz NOT NULL DEFAULT '-infinity'
) WITH (fillfactor = 50);
INSERT INTO shards (shard) SELECT generate_series(0, 63);

-- The hot tables carry no foreign keys: their rows are many and short-lived.

-- The ledger: which updates were seen. skipped says why one was not queued.
CREATE TABLE telegram_updates (
    project_id     bigint      NOT NULL,
    integration_id bigint      NOT NULL,
    update_id      bigint      NOT NULL,
    received_at    timestamptz NOT NULL DEFAULT now(),
    skipped        text,
    PRIMARY KEY (project_id, integration_id, update_id)
);
CREATE INDEX telegram_updates_received_idx ON telegram_updates USING brin (received_at);

-- Waiting events. No column that changes is in an index, so that a retry is a
-- HOT update; the payload is bytes, so that no odd JSON can refuse it.
-- kind: 1 update, 2 timer, 3 http_answer, 4 command.
CREATE TABLE inbox (
    project_id      bigint      NOT NULL,
    event_id        bigint GENERATED ALWAYS AS IDENTITY,
    integration_id  bigint      NOT NULL,
    chat_id         bigint      NOT NULL,
    kind            smallint    NOT NULL CHECK (kind BETWEEN 1 AND 4),
    payload         bytea       NOT NULL,
    received_at     timestamptz NOT NULL DEFAULT now(),
    attempts        smallint    NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT 'epoch',
    last_error      text        NOT NULL DEFAULT '',
    PRIMARY KEY (project_id, event_id)
) WITH (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

CREATE TABLE dead_letters (
    project_id     bigint      NOT NULL,
    event_id       bigint      NOT NULL,
    integration_id bigint      NOT NULL,
    chat_id        bigint      NOT NULL,
    kind           smallint    NOT NULL,
    payload        bytea       NOT NULL,
    received_at    timestamptz NOT NULL,
    attempts       smallint    NOT NULL,
    reason         text        NOT NULL,
    dead_at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, event_id)
);

-- The state of a dialogue while one is open. In a private chat chat_id is the
-- person's Telegram id.
CREATE TABLE chats (
    project_id bigint      NOT NULL,
    chat_id    bigint      NOT NULL,
    release    integer     NOT NULL,
    state      jsonb       NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, chat_id)
);

-- Everyone who wrote to the project's bot.
CREATE TABLE subscribers (
    project_id bigint      NOT NULL,
    user_id    bigint      NOT NULL,
    first_name text        NOT NULL,
    last_name  text        NOT NULL,
    username   text        NOT NULL,
    language   text        NOT NULL,
    source     text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    seen_on    date        NOT NULL DEFAULT current_date,
    PRIMARY KEY (project_id, user_id)
);

-- Whether a bot can reach a person; no row means yes.
CREATE TABLE reachability (
    project_id     bigint      NOT NULL,
    integration_id bigint      NOT NULL,
    user_id        bigint      NOT NULL,
    state          text        NOT NULL CHECK (state IN ('blocked', 'deactivated', 'never_started')),
    changed_at     timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, integration_id, user_id)
);

-- Messages that have no end yet. seq is the ordinal of the effect in its turn, so
-- that a repeated turn enqueues nothing twice.
-- class: 1 prompt, 2 late, 3 notice, 4 bulk.
CREATE TABLE outbox (
    project_id     bigint      NOT NULL,
    event_id       bigint      NOT NULL,
    seq            smallint    NOT NULL,
    integration_id bigint      NOT NULL,
    chat_id        bigint      NOT NULL,
    class          smallint    NOT NULL CHECK (class BETWEEN 1 AND 4),
    payload        bytea       NOT NULL,
    received_at    timestamptz NOT NULL,
    started_at     timestamptz,
    call_deadline  timestamptz,
    attempts       smallint    NOT NULL DEFAULT 0,
    not_before     timestamptz NOT NULL DEFAULT 'epoch',
    last_error     text        NOT NULL DEFAULT '',
    PRIMARY KEY (project_id, event_id, seq),
    CHECK ((started_at IS NULL) = (call_deadline IS NULL))
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
