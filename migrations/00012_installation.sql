-- +goose Up

-- home names the very database: one that was restored from a dump, or copied
-- within its server, is another although it holds the same. held_since is when
-- a program first saw that it is not at home. older_fingerprints are the keys
-- with which something may still be sealed, besides the present one.
ALTER TABLE installation
    ADD COLUMN home               text    NOT NULL DEFAULT '',
    ADD COLUMN held_since         timestamptz,
    ADD COLUMN older_fingerprints bytea[] NOT NULL DEFAULT '{}';

-- +goose StatementBegin
-- database_home is the server's own number and the database's within it.
CREATE FUNCTION database_home() RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
    server text := '';
BEGIN
    BEGIN
        SELECT system_identifier::text INTO server FROM pg_control_system();
    EXCEPTION WHEN insufficient_privilege THEN
        server := '';
    END;
    RETURN server || '/' || (SELECT oid::text FROM pg_database WHERE datname = current_database());
END $$;
-- +goose StatementEnd
