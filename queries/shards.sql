-- name: RenewLeases :many
-- Renews the leases of the shards that this process still owns, by the
-- database's clock; the rows tell which those are.
UPDATE shards SET leased_until = now() + sqlc.arg(lease)::interval
WHERE owner = sqlc.arg(owner) AND leased_until > now()
RETURNING shard, epoch;

-- name: TakeShards :many
-- Takes up to want free shards; a raised epoch shuts out the owner before.
-- expired tells the shards whose owner did not hand them over.
WITH free AS (
    SELECT s.shard, s.owner <> '' AS expired FROM shards s
    WHERE s.leased_until <= now()
    ORDER BY s.shard LIMIT sqlc.arg(want)
    FOR UPDATE SKIP LOCKED)
UPDATE shards SET owner = sqlc.arg(owner), epoch = epoch + 1,
    leased_until = now() + sqlc.arg(lease)::interval
FROM free WHERE shards.shard = free.shard
RETURNING shards.shard, shards.epoch, free.expired;

-- name: ExpireLeases :exec
-- Ends every lease: only for a lone process on its private database, which
-- knows that nobody else can be alive.
UPDATE shards SET leased_until = '-infinity' WHERE leased_until > now();

-- name: ReleaseShards :exec
-- Hands shards over at a clean stop.
UPDATE shards SET owner = '', leased_until = '-infinity'
WHERE owner = sqlc.arg(owner) AND shard = ANY(sqlc.arg(shards)::smallint[]);

-- name: LiveOwners :one
-- Counts the processes that hold a lease now.
SELECT count(DISTINCT owner)::int FROM shards WHERE owner <> '' AND leased_until > now();

-- name: LockFence :many
-- The fence: the rows of the given shards that are still of the given epoch,
-- locked against a takeover (which updates the key's row) until the end of the transaction.
SELECT s.shard FROM shards s
JOIN (SELECT unnest(sqlc.arg(shards)::smallint[]) AS shard,
        unnest(sqlc.arg(epochs)::bigint[]) AS epoch) AS mine
    ON s.shard = mine.shard AND s.epoch = mine.epoch
ORDER BY s.shard
FOR KEY SHARE OF s;

-- name: LimitIdleTransaction :exec
-- A fenced transaction that its process abandons must not hold a takeover back.
SELECT set_config('idle_in_transaction_session_timeout', '5s', true);
