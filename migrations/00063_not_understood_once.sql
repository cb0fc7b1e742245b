-- +goose Up

-- A text that was not understood is one row each time it is written, found by
-- its project and its time alone. The key of project, client and folded text
-- counted repetitions where they were written, in an index as wide as the rows;
-- they are counted where they are read, which is seldom.
ALTER TABLE not_understood DROP CONSTRAINT not_understood_pkey;
