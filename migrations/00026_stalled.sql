-- +goose Up

-- +goose StatementBegin
-- end_stalled ends sessions of this program whose transaction has waited for
-- the rest of a statement for longer than given: their process was stopped while
-- it was sending. No timeout of the database counts that.
CREATE FUNCTION end_stalled(longer_than interval) RETURNS void
LANGUAGE sql AS $$
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND application_name = 'botyard' AND pid <> pg_backend_pid()
        AND state = 'active' AND wait_event = 'ClientRead' AND xact_start < clock_timestamp() - longer_than
$$;
-- +goose StatementEnd
