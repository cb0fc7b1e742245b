-- +goose Up

-- +goose StatementBegin
-- The audit is written and, when it is more than a year old, forgotten; nothing
-- else, whoever asks. No switch opens it: the age of the row decides.
CREATE FUNCTION audit_append_only() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1 year' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
-- +goose StatementEnd
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_append_only();

-- +goose StatementBegin
CREATE FUNCTION audit_not_emptied() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
-- +goose StatementEnd
CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_not_emptied();

-- Codes and ids, nothing that anybody typed.
ALTER TABLE audit ADD CONSTRAINT audit_action_check CHECK (action ~ '^[a-z][a-z_]{2,39}$');

-- The log of a project is read newest first.
DROP INDEX audit_project_idx;
CREATE INDEX audit_project_idx ON audit (project_id, id DESC);
