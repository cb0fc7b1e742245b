-- +goose Up

-- What people see a file called that is sent to them; '' for pictures, which
-- are drawn anew.
ALTER TABLE media ADD COLUMN name text NOT NULL DEFAULT '';
