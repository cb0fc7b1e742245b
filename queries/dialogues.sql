-- name: Dialogues :many
-- The conversations that a project keeps as tests, the oldest first.
SELECT id, title, content FROM dialogues WHERE project_id = sqlc.arg(project_id) ORDER BY id;

-- name: Dialogue :one
SELECT id, title, content FROM dialogues WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id);

-- name: KeepDialogue :one
-- Keeps another conversation unless the project has as many as it may: then no row.
INSERT INTO dialogues (project_id, title, content)
SELECT sqlc.arg(project_id), sqlc.arg(title), sqlc.arg(content)
WHERE (SELECT count(*) FROM dialogues d WHERE d.project_id = sqlc.arg(project_id)) < sqlc.arg(most)::integer
RETURNING id;

-- name: AcceptDialogue :execrows
UPDATE dialogues SET content = sqlc.arg(content) WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id);

-- name: RemoveDialogue :execrows
DELETE FROM dialogues WHERE project_id = sqlc.arg(project_id) AND id = sqlc.arg(id);
