-- name: CountAttempt :one
-- Counts one attempt under a key in its window of the database's clock, in one
-- statement, so that parallel attempts are all counted. wait_seconds is what is
-- left of the window.
INSERT INTO throttle AS t (key, window_start, attempts) VALUES (sqlc.arg(key), now(), 1)
ON CONFLICT (key) DO UPDATE SET
    window_start = CASE WHEN t.window_start + sqlc.arg(span)::interval <= now() THEN now() ELSE t.window_start END,
    attempts = CASE WHEN t.window_start + sqlc.arg(span)::interval <= now() THEN 1 ELSE least(t.attempts, 1000000) + 1 END
RETURNING t.attempts, greatest(extract(epoch FROM t.window_start + sqlc.arg(span)::interval - now()), 0)::float8 AS wait_seconds;
