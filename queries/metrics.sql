-- name: MeasureWaiting :one
-- What waits in the whole database: how many, and for how many seconds the oldest.
SELECT e.waiting AS events, e.age::float8 AS event_age, m.waiting AS messages, m.age::float8 AS message_age
FROM (SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(received_at)), 0) AS age FROM inbox) e,
    (SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(received_at)), 0) AS age FROM outbox) m;
