-- +goose Up

CREATE TABLE projects (
    id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id       bigint      NOT NULL REFERENCES accounts ON DELETE CASCADE,
    name             text        NOT NULL CHECK (name <> ''),
    language         text        NOT NULL DEFAULT 'ru' CHECK (language IN ('ru', 'en')),
    current_release  integer,
    suspended_at     timestamptz,
    suspended_reason text        NOT NULL DEFAULT '',
    created_at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX projects_account_idx ON projects (account_id, id);

-- Addresses of sites and Mini Apps. A row outlives its project, so that no
-- deleted address is ever given to another project: then project_id is null.
CREATE TABLE addresses (
    slug       text PRIMARY KEY CHECK (slug ~ '^[a-z0-9][a-z0-9-]{1,62}$'),
    project_id bigint REFERENCES projects ON DELETE SET NULL,
    current    boolean     NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX addresses_current_idx ON addresses (project_id) WHERE current;

-- revision counts up with every change and is the draft's ETag.
CREATE TABLE drafts (
    project_id bigint PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
    revision   bigint      NOT NULL DEFAULT 1,
    pages      jsonb       NOT NULL,
    scenarios  jsonb       NOT NULL,
    catalog    jsonb       NOT NULL,
    theme      jsonb       NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);

-- A release never changes. digest is the SHA-256 of what it holds, so that
-- publishing without a change makes no new one.
CREATE TABLE releases (
    project_id bigint      NOT NULL REFERENCES projects ON DELETE CASCADE,
    number     integer     NOT NULL CHECK (number > 0),
    pages      jsonb       NOT NULL,
    scenarios  jsonb       NOT NULL,
    catalog    jsonb       NOT NULL,
    theme      jsonb       NOT NULL,
    digest     bytea       NOT NULL,
    created_by bigint REFERENCES users ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, number)
);
ALTER TABLE projects ADD CONSTRAINT projects_current_release_fkey
    FOREIGN KEY (id, current_release) REFERENCES releases (project_id, number)
    DEFERRABLE INITIALLY DEFERRED;

-- The pages of a release as they are served: whole documents, gzipped.
-- surface is app (Mini App, one document) or site (one a page). built_with tells
-- what else went into it (address, bot, runtime): a page built with something
-- else is built again when it is asked for.
CREATE TABLE release_pages (
    project_id bigint  NOT NULL,
    release    integer NOT NULL,
    surface    text    NOT NULL CHECK (surface IN ('app', 'site')),
    page_id    text    NOT NULL,
    body       bytea   NOT NULL,
    csp        text    NOT NULL,
    etag       text    NOT NULL,
    built_with text    NOT NULL,
    PRIMARY KEY (project_id, release, surface, page_id),
    FOREIGN KEY (project_id, release) REFERENCES releases (project_id, number) ON DELETE CASCADE
);

-- Uploaded files in chunks of 1 MiB. key is 16 hex digits of the project's id
-- and 32 of the content's hash: nothing is shared between projects.
CREATE TABLE media (
    project_id bigint      NOT NULL REFERENCES projects ON DELETE CASCADE,
    key        text        NOT NULL CHECK (key ~ '^[0-9a-f]{48}$'),
    mime       text        NOT NULL,
    bytes      integer     NOT NULL CHECK (bytes > 0 AND bytes <= 52428800),
    width      integer     NOT NULL,
    height     integer     NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, key)
);
CREATE TABLE media_chunks (
    project_id bigint   NOT NULL,
    key        text     NOT NULL,
    n          smallint NOT NULL,
    data       bytea    NOT NULL CHECK (length(data) <= 1048576),
    PRIMARY KEY (project_id, key, n),
    FOREIGN KEY (project_id, key) REFERENCES media ON DELETE CASCADE
);
ALTER TABLE media_chunks ALTER COLUMN data SET STORAGE EXTERNAL;
