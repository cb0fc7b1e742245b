-- name: NoteNotUnderstood :exec
INSERT INTO not_understood (project_id, chat_id, folded, words, times, at)
SELECT g.project_id, g.chat_id, g.folded, g.words, g.times, now() FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
    unnest(sqlc.arg(chats)::bigint[]) AS chat_id,
    unnest(sqlc.arg(folded)::text[]) AS folded,
    unnest(sqlc.arg(words)::text[]) AS words,
    unnest(sqlc.arg(times)::integer[]) AS times) AS g;

-- name: NotUnderstood :many
-- What was not understood of late, the same texts together: those of most people first.
SELECT folded, (array_agg(words ORDER BY at DESC))[1]::text AS words, sum(times)::integer AS times, count(DISTINCT chat_id)::integer AS people, max(at)::timestamptz AS last
FROM (SELECT * FROM not_understood n WHERE n.project_id = sqlc.arg(project_id) ORDER BY n.at DESC LIMIT 5000) AS late
GROUP BY folded ORDER BY people DESC, times DESC, last DESC LIMIT sqlc.arg(most);

-- name: ForgetNotUnderstood :exec
-- A text that has an answer now.
DELETE FROM not_understood WHERE project_id = sqlc.arg(project_id) AND folded = sqlc.arg(folded);
