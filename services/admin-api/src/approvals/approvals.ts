import {
  type Approval,
  approvalCoolDownSeconds,
  approvalSeconds,
  type Effect,
  maxPendingApprovals,
} from '@signet/contracts'
import { type Database, type Executor, sql } from '@signet/db'
import { newId, refuse } from '@signet/runtime'
import { type Binding, bound, sameCall } from './binding.ts'

/** What a person is shown of a call. */
export interface Shown {
  /** The arguments without secrets. */
  readonly input: object
  /** The target as it stands, and what would happen to it. */
  readonly shows: object
  readonly effects: readonly Effect[]
  /** The approver must have signed in recently. */
  readonly needsFreshSignIn: boolean
}

/** An approval as far as the agent that waits for it is concerned. */
export interface Waiting {
  readonly id: string
  readonly status: Approval['status']
  readonly note: string | null
  readonly expiresAt: Date
}

const columns = sql`id, status, note, expires_at AS "expiresAt"`

/**
 * Asks the administrator whether an agent may make this call. An agent that asks the same again waits for the same
 * answer, and one that was refused is answered that refusal. Locks the entry of the agent, so that its calls are counted
 * one after the other.
 * @throws Refusal when too many of its calls wait, or when one was refused a moment ago
 */
export const requestApproval = (database: Database, binding: Binding, shown: Shown): Promise<Waiting> =>
  database.transaction(async (tx) => {
    await tx.rows(sql`SELECT 1 FROM agent_clients WHERE client_id = ${binding.clientId} FOR NO KEY UPDATE`)
    const [known] = await tx.rows<Waiting>(sql`
      SELECT ${columns} FROM agent_approvals
      WHERE (${bound(binding)} AND status IN ('pending', 'approved') AND expires_at > now())
        OR (${sameCall(binding)} AND status = 'refused'
            AND decided_at > now() - make_interval(secs => ${approvalSeconds}))
      ORDER BY status = 'refused', created_at DESC LIMIT 1`)
    if (known) return known
    await refuseTooMany(tx, binding)
    return insertApproval(tx, binding, shown)
  })

interface Load {
  readonly pending: number
  /** Seconds until the first of them expires. */
  readonly until: number
  /** Seconds until the agent may ask again after a refusal. */
  readonly coolDown: number
}

/** Bounds what one agent can put before one administrator, who would otherwise approve without reading. */
async function refuseTooMany(tx: Executor, { accountId, clientId }: Binding): Promise<void> {
  const [load] = await tx.rows<Load>(sql`
    SELECT count(*) FILTER (WHERE pending)::int AS pending,
      COALESCE(ceil(extract(epoch FROM min(expires_at) FILTER (WHERE pending) - now())), 0)::int AS until,
      COALESCE(ceil(extract(epoch FROM max(decided_at) FILTER (WHERE status = 'refused') - now())), ${-approvalCoolDownSeconds})::int
        + ${approvalCoolDownSeconds}::int AS "coolDown"
    FROM (SELECT *, status = 'pending' AND expires_at > now() AS pending FROM agent_approvals
          WHERE account_id = ${accountId} AND client_id = ${clientId}) own`)
  if (load && load.coolDown > 0) refuse('approval_cool_down', { retryAfter: load.coolDown })
  if (load && load.pending >= maxPendingApprovals) refuse('approval_limit', { retryAfter: load.until })
}

async function insertApproval(
  tx: Executor,
  binding: Binding,
  { input, shows, effects, needsFreshSignIn }: Shown,
): Promise<Waiting> {
  const [row] = await tx.rows<Waiting>(sql`
    INSERT INTO agent_approvals (id, account_id, client_id, tool, arguments_digest, state_digest, input, shows, effects,
      needs_fresh_sign_in, expires_at)
    VALUES (${newId('approval')}, ${binding.accountId}, ${binding.clientId}, ${binding.tool}, ${binding.argumentsDigests[0]},
      ${binding.stateDigests[0]}, ${JSON.stringify(input)}::jsonb, ${JSON.stringify(shows)}::jsonb, ${[...effects]},
      ${needsFreshSignIn}, now() + make_interval(secs => ${approvalSeconds}))
    RETURNING ${columns}`)
  if (!row) throw new Error('INSERT … RETURNING answered no row.')
  return row
}

/** Uses an approval for the call it was given for, once, at whatever replica (T08). */
export const useApproval = async (executor: Executor, id: string, binding: Binding): Promise<boolean> =>
  (await executor.run(sql`
    UPDATE agent_approvals SET status = 'used', used_at = now()
    WHERE id = ${id} AND status = 'approved' AND expires_at > now() AND ${bound(binding)}`)) === 1

/**
 * Returns the approval of a call that still waits, was refused, or expired while its target was as it was shown;
 * undefined for one that was used, for another call, and for one whose target has changed since.
 */
export async function findWaiting(
  executor: Executor,
  id: string,
  binding: Binding,
): Promise<Waiting | undefined> {
  const [row] = await executor.rows<Waiting>(sql`
    SELECT id, CASE WHEN status <> 'refused' AND expires_at <= now() THEN 'expired' ELSE status END AS status, note,
      expires_at AS "expiresAt"
    FROM agent_approvals
    WHERE id = ${id} AND ${sameCall(binding)} AND (status = 'refused'
      OR (state_digest = ANY(${[...binding.stateDigests]})
          AND (status = 'pending' OR (status = 'approved' AND expires_at <= now()))))`)
  return row
}
