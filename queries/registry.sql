-- name: EraseRows :one
-- Deletes at most the given number of rows (null: all) of a table of the
-- registry in which every column has its id.
SELECT erase_rows(sqlc.arg(tab), sqlc.arg(columns)::text[], sqlc.arg(ids)::bigint[], sqlc.narg(most)::integer)::bigint AS erased;

-- name: ForgetRows :one
-- Deletes at most the given number of rows of a table of the registry whose
-- time is longer ago than they are kept.
SELECT forget_rows(sqlc.arg(tab), sqlc.arg(aged), sqlc.arg(keep)::interval, sqlc.arg(most)::integer)::bigint AS forgotten;

-- name: LimitLockWait :exec
-- For the rest of the transaction: who waits for a table's lock keeps everyone
-- behind from it, so this one gives up soon. A backup may hold it for hours.
SELECT set_config('lock_timeout', '2s', true);

-- name: EnsureDayPartitions :exec
-- Makes the coming days' partitions of a table.
SELECT ensure_day_partitions(sqlc.arg(tab), 7);

-- name: DropDayPartitions :one
-- Drops the partitions of the days that are too long ago.
SELECT drop_day_partitions(sqlc.arg(tab), sqlc.arg(days)::integer)::integer AS dropped;

-- name: LockShardOfProject :exec
-- Keeps the owner of a project out until the end of the transaction: its
-- fence (FOR KEY SHARE) waits for this, and this for what it is writing.
SELECT shard FROM shards WHERE shard = sqlc.arg(project_id)::bigint % 64 FOR UPDATE;
