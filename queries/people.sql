-- name: People :many
-- What is known of the given people; one who never wrote has no row.
SELECT s.project_id, s.user_id, s.first_name, s.last_name, s.username, s.language, s.source, s.data, s.tags,
    (s.seen_on = current_date)::boolean AS seen_today FROM subscribers s
JOIN (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(users)::bigint[]) AS user_id) AS want
    ON s.project_id = want.project_id AND s.user_id = want.user_id;

-- name: SavePeople :exec
-- Keeps data and tags, both given as JSON. Each person is given once; one who was erased is not made anew.
UPDATE subscribers s SET data = given.data::jsonb, tags = ARRAY(SELECT jsonb_array_elements_text(given.tags::jsonb))
FROM (SELECT unnest(sqlc.arg(projects)::bigint[]) AS project_id,
        unnest(sqlc.arg(users)::bigint[]) AS user_id,
        unnest(sqlc.arg(data)::text[]) AS data,
        unnest(sqlc.arg(tags)::text[]) AS tags) AS given
WHERE s.project_id = given.project_id AND s.user_id = given.user_id;

-- name: ProjectsFields :many
-- Every field that clients of the given projects may have, in the order in which they came to be.
SELECT project_id, id, title, type FROM fields WHERE project_id = ANY(sqlc.arg(projects)::bigint[]) ORDER BY project_id, place, id;

-- name: KeepFields :exec
-- Notes the fields of a release that is being published; title and type are the last ones.
INSERT INTO fields AS f (project_id, id, title, type, place)
SELECT sqlc.arg(project_id), g.id, g.title, g.type, g.n + coalesce((SELECT max(o.place) FROM fields o WHERE o.project_id = sqlc.arg(project_id)), 0)
FROM (SELECT unnest(sqlc.arg(ids)::text[]) AS id, unnest(sqlc.arg(titles)::text[]) AS title, unnest(sqlc.arg(types)::text[]) AS type,
        generate_subscripts(sqlc.arg(ids)::text[], 1) AS n) AS g
ON CONFLICT (project_id, id) DO UPDATE SET title = excluded.title, type = excluded.type;
