-- name: LockSubmissionCounter :one
-- The number of the last submission; the row is locked until the end of the
-- transaction, so that submissions of a project are recorded one after another.
INSERT INTO submission_counters AS c (project_id) VALUES (sqlc.arg(project_id))
ON CONFLICT (project_id) DO UPDATE SET last = c.last RETURNING last;

-- name: CountSubmission :exec
UPDATE submission_counters SET last = sqlc.arg(number) WHERE project_id = sqlc.arg(project_id);

-- name: LastSubmissionNumber :one
SELECT coalesce(max(last), 0)::bigint FROM submission_counters WHERE project_id = sqlc.arg(project_id);

-- name: SubmissionByKey :one
SELECT number, total, digest FROM submissions
WHERE project_id = sqlc.arg(project_id) AND form = sqlc.arg(form) AND principal = sqlc.arg(principal) AND key = sqlc.arg(key)::text;

-- name: RecentSubmission :one
-- What came without a key, with the same digest, within a span before now.
SELECT number, total FROM submissions
WHERE project_id = sqlc.arg(project_id) AND created_at > now() - sqlc.arg(span)::interval AND form = sqlc.arg(form)
    AND principal = sqlc.arg(principal) AND digest = sqlc.arg(digest) AND key IS NULL
ORDER BY number DESC LIMIT 1;

-- name: CreateSubmission :exec
INSERT INTO submissions (project_id, number, form, kind, source, user_id, principal, key, digest, title, person, contact, total, currency, content, words)
VALUES (sqlc.arg(project_id), sqlc.arg(number), sqlc.arg(form), sqlc.arg(kind), sqlc.arg(source), sqlc.arg(user_id), sqlc.arg(principal),
    sqlc.narg(key), sqlc.arg(digest), sqlc.arg(title), sqlc.arg(person), sqlc.arg(contact), sqlc.arg(total), sqlc.arg(currency), sqlc.arg(content), sqlc.arg(words));

-- name: KeepSubmission :exec
-- Records what a turn submits under the next number of its project, unless it
-- is there already. One of a project that was deleted meanwhile fails.
WITH fresh AS (
    SELECT WHERE NOT EXISTS (SELECT FROM submissions s WHERE s.project_id = sqlc.arg(project_id) AND s.form = sqlc.arg(form)
        AND s.principal = sqlc.arg(principal) AND s.key = sqlc.arg(key)::text)),
counted AS (
    INSERT INTO submission_counters AS c (project_id, last) SELECT sqlc.arg(project_id), 1 FROM fresh
    ON CONFLICT (project_id) DO UPDATE SET last = c.last + 1 RETURNING c.last)
INSERT INTO submissions (project_id, number, form, kind, source, user_id, principal, key, digest, title, person, contact, content, words)
SELECT sqlc.arg(project_id), counted.last, sqlc.arg(form), sqlc.arg(kind), sqlc.arg(source), sqlc.arg(user_id), sqlc.arg(principal),
    sqlc.arg(key)::text, ''::bytea, sqlc.arg(title), sqlc.arg(person), sqlc.arg(contact), sqlc.arg(content), sqlc.arg(words) FROM counted;

-- name: Submissions :many
-- A list of the newest, from before a number on. status '' is any; words are
-- folded, '' is any; wanted is a number that is searched, 0 for none.
SELECT s.number, s.kind, s.source, s.title, s.person, s.contact, s.total, s.currency, s.content, s.status, s.created_at, s.user_id,
    coalesce(u.first_name, '')::text AS first_name, coalesce(u.username, '')::text AS username
FROM submissions s
LEFT JOIN subscribers u ON u.project_id = s.project_id AND u.user_id = s.user_id
WHERE s.project_id = sqlc.arg(project_id) AND s.number < sqlc.arg(before)
    AND (sqlc.arg(status)::text = '' OR s.status = sqlc.arg(status))
    AND (sqlc.arg(words)::text = '' OR strpos(s.words || ' ' || replace(lower(s.note), 'ё', 'е'), sqlc.arg(words)) > 0 OR s.number = sqlc.arg(wanted)::bigint)
ORDER BY s.number DESC LIMIT sqlc.arg(most)::integer;

-- name: SubmissionCounts :many
SELECT status, count(*) FROM submissions WHERE project_id = sqlc.arg(project_id) GROUP BY status;

-- name: NewSubmissions :one
-- How many are new, counted up to most.
SELECT count(*) FROM (SELECT FROM submissions WHERE project_id = sqlc.arg(project_id) AND status = 'new' LIMIT sqlc.arg(most)::integer) AS fresh;

-- name: Submission :one
SELECT s.number, s.form, s.kind, s.source, s.title, s.person, s.contact, s.total, s.currency, s.content, s.status, s.note, s.revision,
    s.created_at, s.changed_at, s.user_id, coalesce(u.first_name, '')::text AS first_name, coalesce(u.username, '')::text AS username
FROM submissions s
LEFT JOIN subscribers u ON u.project_id = s.project_id AND u.user_id = s.user_id
WHERE s.project_id = sqlc.arg(project_id) AND s.number = sqlc.arg(number);

-- name: SetSubmissionStatus :execrows
UPDATE submissions SET status = sqlc.arg(status), changed_at = now()
WHERE project_id = sqlc.arg(project_id) AND number = sqlc.arg(number);

-- name: SetSubmissionNote :execrows
-- The note, unless somebody else has written another since revision.
UPDATE submissions SET note = sqlc.arg(note), revision = revision + 1, changed_at = now()
WHERE project_id = sqlc.arg(project_id) AND number = sqlc.arg(number) AND revision = sqlc.arg(revision);

-- name: DeleteSubmission :execrows
DELETE FROM submissions WHERE project_id = sqlc.arg(project_id) AND number = sqlc.arg(number);

-- name: ExportSubmissions :many
-- Whole submissions, the newest first, from before a number on; filtered as Submissions is.
SELECT s.number, s.kind, s.source, s.title, s.person, s.contact, s.total, s.currency, s.content, s.status, s.note, s.created_at, s.user_id,
    coalesce(u.first_name, '')::text AS first_name, coalesce(u.username, '')::text AS username
FROM submissions s
LEFT JOIN subscribers u ON u.project_id = s.project_id AND u.user_id = s.user_id
WHERE s.project_id = sqlc.arg(project_id) AND s.number < sqlc.arg(before)
    AND (sqlc.arg(status)::text = '' OR s.status = sqlc.arg(status))
    AND (sqlc.arg(words)::text = '' OR strpos(s.words || ' ' || replace(lower(s.note), 'ё', 'е'), sqlc.arg(words)) > 0 OR s.number = sqlc.arg(wanted)::bigint)
ORDER BY s.number DESC LIMIT sqlc.arg(most)::integer;
