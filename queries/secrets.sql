-- name: SetSecret :execrows
-- Keeps a sealed value under a name; 0 rows when the project has too many names.
INSERT INTO project_secrets (project_id, name, value)
SELECT sqlc.arg(project_id), sqlc.arg(name), sqlc.arg(value)::bytea
WHERE EXISTS (SELECT 1 FROM project_secrets s WHERE s.project_id = sqlc.arg(project_id) AND s.name = sqlc.arg(name))
    OR (SELECT count(*) FROM project_secrets s WHERE s.project_id = sqlc.arg(project_id)) < sqlc.arg(most)::integer
ON CONFLICT (project_id, name) DO UPDATE SET value = excluded.value, changed_at = now();

-- name: RemoveSecret :execrows
DELETE FROM project_secrets WHERE project_id = sqlc.arg(project_id) AND name = sqlc.arg(name);

-- name: SecretNames :many
SELECT name, changed_at FROM project_secrets WHERE project_id = sqlc.arg(project_id) ORDER BY name;

-- name: SealedSecrets :many
SELECT name, value FROM project_secrets WHERE project_id = sqlc.arg(project_id) AND name = ANY(sqlc.arg(names)::text[]);

-- name: SecretsOfOtherKeys :many
-- Values that are not sealed with the key of this id, some at a time.
SELECT project_id, name, value FROM project_secrets
WHERE substring(value FROM 2 FOR 4) <> sqlc.arg(key_id)::bytea
    AND (project_id, name) > (sqlc.arg(project_id)::bigint, sqlc.arg(after)::text)
ORDER BY project_id, name LIMIT sqlc.arg(most)::integer;

-- name: ReplaceSealedSecret :execrows
-- Puts another ciphertext in place of the same; 0 rows when the value was replaced meanwhile.
UPDATE project_secrets SET value = sqlc.arg(sealed)::bytea
WHERE project_id = sqlc.arg(project_id) AND name = sqlc.arg(name) AND value = sqlc.arg(before)::bytea;
