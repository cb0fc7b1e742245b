-- +goose Up

-- The processes that run projects, as long as they say so: each takes an even
-- part of the shards, and gives up what is beyond it when one joins.
CREATE TABLE workers (
    id         text PRIMARY KEY,
    seen_until timestamptz NOT NULL
) WITH (fillfactor = 50);
