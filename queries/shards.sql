-- name: RenewLeases :many
-- Renews the leases of the shards that this process still owns, by the
-- database's clock; the rows tell which those are.
UPDATE shards SET leased_until = clock_timestamp() + sqlc.arg(lease)::interval
WHERE owner = sqlc.arg(owner) AND leased_until > clock_timestamp()
RETURNING shard, epoch;

-- name: SeeWorker :one
-- Notes that a process lives for as long as a lease, forgets those that did not
-- say so, and counts who lives.
WITH gone AS (DELETE FROM workers w WHERE w.seen_until <= clock_timestamp() AND w.id <> sqlc.arg(owner)),
seen AS (
    INSERT INTO workers (id, seen_until) VALUES (sqlc.arg(owner), clock_timestamp() + sqlc.arg(lease)::interval)
    ON CONFLICT (id) DO UPDATE SET seen_until = excluded.seen_until)
SELECT (1 + count(*))::bigint FROM workers o WHERE o.id <> sqlc.arg(owner) AND o.seen_until > clock_timestamp();

-- name: ForgetWorker :exec
DELETE FROM workers WHERE id = sqlc.arg(owner);

-- name: FreeShards :many
-- The shards that nobody holds now, locked until the end of the transaction
-- that takes them. One in which a fenced transaction of its last owner is open
-- is left out; so is one that was given up less than so long ago. orphaned tells those whose owner vanished without handing over.
SELECT s.shard, (s.owner NOT IN ('', sqlc.arg(owner)))::boolean AS orphaned FROM shards s
WHERE s.leased_until <= clock_timestamp() - CASE WHEN s.owner = '' THEN sqlc.arg(free_for)::interval ELSE '0' END
ORDER BY s.shard LIMIT sqlc.arg(want)
FOR UPDATE SKIP LOCKED;

-- name: TakeShards :many
-- Takes shards that FreeShards locked; the raised epoch shuts out the owner before.
UPDATE shards SET owner = sqlc.arg(owner), epoch = epoch + 1,
    leased_until = clock_timestamp() + sqlc.arg(lease)::interval
WHERE shard = ANY(sqlc.arg(shards)::smallint[])
RETURNING shard, epoch;

-- name: ExpireLeases :exec
-- Ends every lease: only for a lone process on its private database, which
-- knows that nobody else can be alive.
WITH gone AS (DELETE FROM workers)
UPDATE shards SET leased_until = '-infinity' WHERE leased_until > clock_timestamp();

-- name: ReleaseShards :exec
-- Hands all shards of a process over at its clean stop.
UPDATE shards SET owner = '', leased_until = '-infinity' WHERE owner = sqlc.arg(owner);

-- name: GiveShards :exec
-- Gives some shards up for another process, which takes them at once: they are
-- free from now on, not for ever.
UPDATE shards SET owner = '', leased_until = clock_timestamp() WHERE owner = sqlc.arg(owner) AND shard = ANY(sqlc.arg(shards)::smallint[]);

-- name: LockFence :exec
-- The fence: the rows of the given shards, all of the given epochs, locked
-- against a takeover (which updates the key's row) until the end of the
-- transaction; else the transaction ends (BY001).
WITH mine AS (
    SELECT s.shard FROM shards s
    JOIN (SELECT unnest(sqlc.arg(shards)::smallint[]) AS shard,
            unnest(sqlc.arg(epochs)::bigint[]) AS epoch) AS given
        ON s.shard = given.shard AND s.epoch = given.epoch
    ORDER BY s.shard
    FOR KEY SHARE OF s)
SELECT insist((SELECT count(*) FROM mine) = cardinality(sqlc.arg(shards)::smallint[]), 'BY001');

-- name: LimitIdleTransaction :exec
-- A fenced transaction that its process abandons must not hold a takeover back.
SELECT set_config('idle_in_transaction_session_timeout', '5s', true);

-- name: EndStalled :exec
-- The same for a process that was stopped while it was sending.
SELECT end_stalled(sqlc.arg(longer_than)::interval);
