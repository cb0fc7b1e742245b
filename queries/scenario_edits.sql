-- name: LastEdit :one
-- The edit that would be taken back.
SELECT * FROM scenario_edits WHERE project_id = sqlc.arg(project_id) AND NOT undone ORDER BY number DESC LIMIT 1;

-- name: NextEdit :one
-- The edit that would be done again.
SELECT * FROM scenario_edits WHERE project_id = sqlc.arg(project_id) AND undone ORDER BY number LIMIT 1;

-- name: ForgetUndone :exec
-- What was taken back and is not done again, for something else was done.
DELETE FROM scenario_edits WHERE project_id = sqlc.arg(project_id) AND undone;

-- name: RecordEdit :one
INSERT INTO scenario_edits (project_id, number, what, title, place, before, after, size)
SELECT sqlc.arg(project_id), coalesce(max(number), 0) + 1, sqlc.arg(what), sqlc.arg(title), sqlc.arg(place),
    sqlc.arg(before), sqlc.arg(after), sqlc.arg(size)
FROM scenario_edits WHERE project_id = sqlc.arg(project_id)
RETURNING number;

-- name: ProlongEdit :exec
-- More was typed at the same place.
UPDATE scenario_edits SET after = sqlc.arg(after), title = sqlc.arg(title), size = sqlc.arg(size), made_at = now()
WHERE project_id = sqlc.arg(project_id) AND number = sqlc.arg(number);

-- name: MarkEdit :exec
UPDATE scenario_edits SET undone = sqlc.arg(undone) WHERE project_id = sqlc.arg(project_id) AND number = sqlc.arg(number);

-- name: TrimEdits :exec
-- Only the latest stay: so many, and so many bytes of them.
DELETE FROM scenario_edits e USING (
    SELECT number, row_number() OVER latest AS place, sum(size) OVER latest AS bytes
    FROM scenario_edits WHERE scenario_edits.project_id = sqlc.arg(project_id)
    WINDOW latest AS (ORDER BY number DESC)
) old
WHERE e.project_id = sqlc.arg(project_id) AND e.number = old.number AND old.place > 1
    AND (old.place > sqlc.arg(most)::int OR old.bytes > sqlc.arg(most_bytes)::bigint);
