-- +goose Up

-- Erasing and forgetting go by the registry of tables (internal/registry): it
-- names the columns, these functions make the statements, so that a new table
-- is one entry there and no SQL. Names come from the program, never from people.

-- +goose StatementBegin
-- erase_rows deletes at most `most` rows (null: all) of tab in which every
-- column has its id, partition by partition, and tells how many there were.
-- The inner FOR UPDATE finds a row again that is being changed this moment.
CREATE FUNCTION erase_rows(tab text, columns text[], ids bigint[], most integer) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    part    regclass;
    holds   text;
    n       bigint;
    deleted bigint := 0;
BEGIN
    SELECT string_agg(format('%I = %s', c, ids[i]), ' AND ') INTO STRICT holds FROM unnest(columns) WITH ORDINALITY AS u (c, i);
    IF holds IS NULL OR cardinality(columns) <> cardinality(ids) THEN
        RAISE EXCEPTION 'erase_rows of % needs an id for each column', tab;
    END IF;
    FOR part IN
        SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = tab::regclass
        UNION ALL
        SELECT tab::regclass WHERE NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhparent = tab::regclass)
    LOOP
        EXECUTE format('DELETE FROM %s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE %s LIMIT %s FOR UPDATE))',
            part, holds, coalesce((most - deleted)::text, 'NULL'));
        GET DIAGNOSTICS n = ROW_COUNT;
        deleted := deleted + n;
        EXIT WHEN deleted >= most;
    END LOOP;
    RETURN deleted;
END $$;
-- +goose StatementEnd

-- +goose StatementBegin
-- forget_rows deletes at most `most` rows of tab whose time in aged is longer
-- ago than keep, and tells how many there were. Several processes may at once.
CREATE FUNCTION forget_rows(tab text, aged text, keep interval, most integer) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    deleted bigint;
BEGIN
    EXECUTE format('DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE %2$I < now() - $1 LIMIT $2 FOR UPDATE SKIP LOCKED))',
        tab, aged) USING keep, most;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    RETURN deleted;
END $$;
-- +goose StatementEnd

-- An address is made of a name, and is kept for ever so that nobody else gets
-- it: of a deleted project only its hash stays.
ALTER TABLE addresses ADD COLUMN digest bytea;
UPDATE addresses SET digest = sha256(convert_to(slug, 'UTF8'));
ALTER TABLE addresses ALTER COLUMN digest SET NOT NULL;
ALTER TABLE addresses ADD CONSTRAINT addresses_digest_key UNIQUE (digest);
ALTER TABLE addresses DROP CONSTRAINT addresses_slug_check;
ALTER TABLE addresses ADD CONSTRAINT addresses_slug_check
    CHECK (slug ~ '^[a-z0-9][a-z0-9-]{1,62}$' OR project_id IS NULL AND slug = encode(digest, 'hex'));

-- +goose StatementBegin
-- The digest is that of the slug at its birth; a row that loses its project
-- (by the foreign key) loses its words. 64 hexadecimal digits are no slug.
CREATE FUNCTION addresses_digest() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        NEW.digest := sha256(convert_to(NEW.slug, 'UTF8'));
    END IF;
    IF NEW.project_id IS NULL THEN
        NEW.slug := encode(NEW.digest, 'hex');
        NEW.current := false;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER addresses_digest BEFORE INSERT OR UPDATE ON addresses FOR EACH ROW EXECUTE FUNCTION addresses_digest();

-- Those that lost their project before.
UPDATE addresses SET current = false WHERE project_id IS NULL;
