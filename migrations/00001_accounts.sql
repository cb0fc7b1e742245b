-- +goose Up

-- One row: which installation this database belongs to. A database that was
-- copied elsewhere is recognised by its public URL, a lost key by its fingerprint.
CREATE TABLE installation (
    one             boolean PRIMARY KEY DEFAULT true CHECK (one),
    id              text        NOT NULL,
    public_url      text        NOT NULL DEFAULT '',
    key_fingerprint bytea,
    created_at      timestamptz NOT NULL DEFAULT now()
);
INSERT INTO installation (id) VALUES (gen_random_uuid()::text);

CREATE TABLE accounts (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    created_at       timestamptz NOT NULL DEFAULT now(),
    suspended_at     timestamptz,
    suspended_reason text        NOT NULL DEFAULT ''
);

-- generation counts up when every session of the user must end.
CREATE TABLE users (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email         text        NOT NULL CHECK (email = lower(email)),
    password_hash text        NOT NULL,
    role          text        NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'support')),
    language      text        NOT NULL DEFAULT '' CHECK (language IN ('', 'ru', 'en')),
    theme         text        NOT NULL DEFAULT '' CHECK (theme IN ('', 'light', 'dark')),
    generation    bigint      NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT users_email_key UNIQUE (email)
);

CREATE TABLE members (
    account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
    user_id    bigint NOT NULL REFERENCES users ON DELETE CASCADE,
    role       text   NOT NULL DEFAULT 'owner' CHECK (role IN ('owner')),
    PRIMARY KEY (account_id, user_id)
);
CREATE INDEX members_user_idx ON members (user_id);

-- The table of scs/pgxstore; token is the hash of what the browser holds.
CREATE TABLE sessions (
    token  text PRIMARY KEY,
    data   bytea       NOT NULL,
    expiry timestamptz NOT NULL
);
CREATE INDEX sessions_expiry_idx ON sessions (expiry);

-- Attempts per key (an address or an account, hashed) in a fixed window of
-- the database's clock.
CREATE TABLE throttle (
    key          bytea PRIMARY KEY,
    window_start timestamptz NOT NULL,
    attempts     integer     NOT NULL
);
CREATE INDEX throttle_window_idx ON throttle (window_start);

-- What happened, in ids only; rows are never changed.
CREATE TABLE audit (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL DEFAULT now(),
    action     text        NOT NULL,
    user_id    bigint,
    account_id bigint,
    project_id bigint,
    subject    bigint
);
CREATE INDEX audit_project_idx ON audit (project_id, at);
CREATE INDEX audit_at_idx ON audit USING brin (at);
