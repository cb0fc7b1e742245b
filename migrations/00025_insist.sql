-- +goose Up

-- +goose StatementBegin
-- insist ends the transaction with the given SQLSTATE unless the claim holds. So
-- statements that are sent together need no answer in between: what follows a
-- broken claim is not run, and what came before it is undone.
CREATE FUNCTION insist(holds boolean, code text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF holds IS NOT TRUE THEN
        RAISE EXCEPTION 'a claim does not hold' USING ERRCODE = code;
    END IF;
END $$;
-- +goose StatementEnd
