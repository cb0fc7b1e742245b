-- +goose Up

-- +goose StatementBegin
-- charge_chat_heads charges one attempt to what waits first in each chat of the
-- given shards, if it was never tried. It looks at no more than an owner can have
-- loaded of a project: the first 1024 events, without those of chats whose first
-- event was tried before, because such a chat may have been waiting.
CREATE FUNCTION charge_chat_heads(shards bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    project  bigint := -1;
    row      record;
    seen     bigint[];
    suspects bigint[];
    heads    bigint[];
    loaded   integer;
BEGIN
    LOOP
        SELECT i.project_id INTO project FROM inbox i WHERE i.project_id > project ORDER BY i.project_id LIMIT 1;
        EXIT WHEN NOT FOUND;
        CONTINUE WHEN project % 64 <> ALL (shards);
        seen := '{}'; suspects := '{}'; heads := '{}'; loaded := 0;
        FOR row IN SELECT i.event_id, i.chat_id, i.attempts FROM inbox i WHERE i.project_id = project ORDER BY i.event_id LOOP
            CONTINUE WHEN row.chat_id = ANY (suspects);
            IF row.chat_id <> ALL (seen) THEN
                seen := seen || row.chat_id;
                IF row.attempts > 0 THEN
                    suspects := suspects || row.chat_id;
                    CONTINUE;
                END IF;
                heads := heads || row.event_id;
            END IF;
            loaded := loaded + 1;
            EXIT WHEN loaded >= 1024;
        END LOOP;
        UPDATE inbox i SET attempts = 1 WHERE i.project_id = project AND i.event_id = ANY (heads);
    END LOOP;
END $$;
-- +goose StatementEnd
