import { limits } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import { newTypeId, refuse } from '@signet/runtime'
import { type ConnectionRef, lockConnection } from './connections.ts'

/**
 * Mass-deprovisioning guard (concepts.md, "SCIM provisioning connection"): once the threshold of removals is reached within its window,
 * further ones are rejected and recorded until an administrator releases the hold.
 */

export type RemovalOperation = 'deactivate' | 'delete'

interface Removal extends ConnectionRef {
  readonly accountId: string
  readonly operation: RemovalOperation
}

/**
 * Runs in the transaction of a deactivation or deletion. `held`: the attempt is recorded, and the caller commits without the change and
 * rejects the request. Locks the connection's row, so that concurrent removals never exceed the threshold.
 */
export async function takeRemoval(tx: Executor, removal: Removal): Promise<'allowed' | 'held'> {
  const { thresholdCount, thresholdWindowSeconds, heldSince } = await lockConnection(tx, removal)
  if (heldSince) return refuseHeld(tx, removal)
  if (thresholdCount === null || thresholdWindowSeconds === null) return 'allowed'
  const before = await countWithin(tx, removal, thresholdWindowSeconds)
  if (before < thresholdCount) await record(tx, removal)
  if (before + 1 >= thresholdCount) await hold(tx, removal)
  return before < thresholdCount ? 'allowed' : refuseHeld(tx, removal)
}

/** Deletes removals outside the window and counts the others. */
async function countWithin(
  tx: Executor,
  { projectId, connectionId }: ConnectionRef,
  windowSeconds: number,
): Promise<number> {
  const ofConnection = sql`project_id = ${projectId} AND connection_id = ${connectionId}`
  await tx.run(sql`
    DELETE FROM provisioning_removals
    WHERE ${ofConnection} AND at <= now() - make_interval(secs => ${windowSeconds}::int)`)
  const [row] = await tx.rows<{ removals: number }>(
    sql`SELECT count(*)::int AS removals FROM provisioning_removals WHERE ${ofConnection}`,
  )
  return row?.removals ?? 0
}

const record = (tx: Executor, { projectId, connectionId, accountId }: Removal): Promise<number> =>
  tx.run(sql`
    INSERT INTO provisioning_removals (project_id, id, connection_id, account_id)
    VALUES (${projectId}, ${newTypeId('rem')}, ${connectionId}, ${accountId})`)

const hold = (tx: Executor, { projectId, connectionId }: ConnectionRef): Promise<number> =>
  tx.run(sql`
    UPDATE provisioning_connections SET held_since = now(), refused_while_held = 0
    WHERE project_id = ${projectId} AND id = ${connectionId}`)

async function refuseHeld(tx: Executor, removal: Removal): Promise<'held'> {
  const { projectId, connectionId, accountId, operation } = removal
  await tx.run(sql`
    INSERT INTO hold_rows (project_id, connection_id, account_id, operation)
    VALUES (${projectId}, ${connectionId}, ${accountId}, ${operation})
    ON CONFLICT (project_id, connection_id, account_id)
    DO UPDATE SET operation = EXCLUDED.operation, last_at = EXCLUDED.last_at, attempts = hold_rows.attempts + 1`)
  await tx.run(sql`
    UPDATE provisioning_connections SET refused_while_held = refused_while_held + 1
    WHERE project_id = ${projectId} AND id = ${connectionId}`)
  return 'held'
}

/** Resets the count, so that the directory's retries succeed. */
export async function releaseHold(tx: AuditedTx, at: ConnectionRef): Promise<void> {
  const { heldSince } = await lockConnection(tx, at)
  if (!heldSince) refuse('connection_not_held')
  const ofConnection = sql`project_id = ${at.projectId} AND connection_id = ${at.connectionId}`
  await tx.run(sql`DELETE FROM hold_rows WHERE ${ofConnection}`)
  await tx.run(sql`DELETE FROM provisioning_removals WHERE ${ofConnection}`)
  await tx.run(sql`DELETE FROM provisioning_refusals WHERE ${ofConnection} AND problem = 'held_back'`)
  await tx.run(sql`
    UPDATE provisioning_connections SET held_since = NULL, refused_while_held = 0
    WHERE project_id = ${at.projectId} AND id = ${at.connectionId}`)
}

export interface HoldRecord {
  readonly since: Date
  readonly count: number
  readonly refused: number
  readonly total: number
  /** Most recent attempts first, not necessarily all. */
  readonly rows: {
    readonly userId: string
    readonly email: string
    readonly userName: string | null
    readonly operation: RemovalOperation
    readonly firstAt: Date
    readonly lastAt: Date
    readonly attempts: number
  }[]
}

export async function readHold(executor: Executor, at: ConnectionRef): Promise<HoldRecord | null> {
  const ofConnection = sql`h.project_id = ${at.projectId} AND h.connection_id = ${at.connectionId}`
  const [hold] = await executor.rows<Omit<HoldRecord, 'rows'>>(sql`
    SELECT c.held_since AS since, c.refused_while_held AS refused,
      (SELECT count(*)::int FROM provisioning_removals h WHERE ${ofConnection}) AS count,
      (SELECT count(*)::int FROM hold_rows h WHERE ${ofConnection}) AS total
    FROM provisioning_connections c
    WHERE c.project_id = ${at.projectId} AND c.id = ${at.connectionId} AND c.held_since IS NOT NULL`)
  if (!hold) return null
  const rows = await executor.rows<HoldRecord['rows'][number]>(sql`
    SELECT a.id AS "userId", COALESCE(a.email, '') AS email, a.username AS "userName", h.operation,
      h.first_at AS "firstAt", h.last_at AS "lastAt", h.attempts
    FROM hold_rows h JOIN accounts a ON a.project_id = h.project_id AND a.id = h.account_id
    WHERE ${ofConnection} ORDER BY h.last_at DESC, a.id LIMIT ${limits.holdRows}`)
  return { ...hold, rows }
}
