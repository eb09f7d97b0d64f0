import {
  type Approval,
  approvalCoolDownSeconds,
  approvalSeconds,
  type Effect,
  maxPendingApprovals,
} from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newId, refuse } from '@signet/runtime'
import type { Deps } from '../deps.ts'
import { type Binding, sameCall, sameCallAndState } from './binding.ts'
import { mailApproval } from './notify.ts'
import { announce } from './webhook/announce.ts'

export interface DescribedCall {
  readonly input: object
  readonly shows: object
  readonly effects: readonly Effect[]
  readonly needsFreshSignIn: boolean
  readonly needsSecond: boolean
  /** Text of the agent about its call. */
  readonly reason: string | null
}

export interface ApprovalState {
  readonly id: string
  readonly status: Approval['status']
  readonly note: string | null
  readonly expiresAt: Date
}

const columns = sql`id, status, note, expires_at AS "expiresAt"`

/**
 * Returns the pending approval, or the refusal, of an earlier equal request. Locks the entry of the agent: concurrent requests are
 * counted one after the other.
 * @throws Refusal when too many calls of the agent are pending, or when a call was refused recently
 */
export async function requestApproval(
  deps: Pick<Deps, 'database' | 'vault' | 'config'>,
  binding: Binding,
  shown: DescribedCall,
): Promise<ApprovalState> {
  const { approval, isFirst } = await deps.database.transaction(async (tx) => {
    await tx.rows(sql`SELECT 1 FROM agent_clients WHERE client_id = ${binding.clientId} FOR NO KEY UPDATE`)
    const [known] = await tx.rows<ApprovalState>(sql`
      SELECT ${columns} FROM agent_approvals
      WHERE (${sameCallAndState(binding)} AND status IN ('pending', 'approved') AND expires_at > now())
        OR (${sameCall(binding)} AND status = 'refused'
            AND decided_at > now() - make_interval(secs => ${approvalSeconds}))
      ORDER BY status = 'refused', created_at DESC LIMIT 1`)
    if (known) return { approval: known, isFirst: false }
    const { pending, pendingSecond } = await refuseTooMany(tx, binding)
    const isFirst = (shown.needsSecond ? pendingSecond : pending) === 0
    const approval = await insertApproval(tx, binding, shown)
    await announce(tx, 'requested', [approval.id])
    return { approval, isFirst }
  })
  if (isFirst) await mailApproval(deps, binding, approval)
  return approval
}

interface Load {
  readonly pending: number
  readonly pendingSecond: number
  /** Seconds until the first pending approval expires. */
  readonly until: number
  /** Seconds after a refusal. */
  readonly coolDown: number
}

/** An administrator with many requests would approve without reading. */
async function refuseTooMany(
  tx: Executor,
  { accountId, clientId }: Binding,
): Promise<Pick<Load, 'pending' | 'pendingSecond'>> {
  const [load] = await tx.rows<Load>(sql`
    SELECT count(*) FILTER (WHERE pending)::int AS pending,
      count(*) FILTER (WHERE pending AND needs_second)::int AS "pendingSecond",
      COALESCE(ceil(extract(epoch FROM min(expires_at) FILTER (WHERE pending) - now())), 0)::int AS until,
      COALESCE(ceil(extract(epoch FROM max(decided_at) FILTER (WHERE status = 'refused') - now())), ${-approvalCoolDownSeconds})::int
        + ${approvalCoolDownSeconds}::int AS "coolDown"
    FROM (SELECT *, status = 'pending' AND expires_at > now() AS pending FROM agent_approvals
          WHERE account_id = ${accountId} AND client_id = ${clientId}) own`)
  if (load && load.coolDown > 0) refuse('approval_cool_down', { retryAfter: load.coolDown })
  if (load && load.pending >= maxPendingApprovals) refuse('approval_limit', { retryAfter: load.until })
  return { pending: load?.pending ?? 0, pendingSecond: load?.pendingSecond ?? 0 }
}

async function insertApproval(
  tx: Executor,
  binding: Binding,
  { input, shows, effects, needsFreshSignIn, needsSecond, reason }: DescribedCall,
): Promise<ApprovalState> {
  const [row] = await tx.rows<ApprovalState>(sql`
    INSERT INTO agent_approvals (id, account_id, client_id, tool, arguments_digest, state_digest, input, shows, effects,
      needs_fresh_sign_in, needs_second, reason, approver_team_id, approver_role, expires_at)
    SELECT ${newId('approval')}, ${binding.accountId}, ${binding.clientId}, ${binding.tool}, ${binding.argumentsDigests[0]},
      ${binding.stateDigests[0]}, ${JSON.stringify(input)}::jsonb, ${JSON.stringify(shows)}::jsonb, ${[...effects]},
      ${needsFreshSignIn}, ${needsSecond}, ${reason}, c.approver_team_id, COALESCE(c.approver_role, 'member'),
      now() + make_interval(mins => COALESCE(c.approval_minutes, 15))
    FROM (VALUES (1)) one LEFT JOIN agent_clients c ON c.client_id = ${binding.clientId}
    RETURNING ${columns}`)
  if (!row) throw new Error('INSERT … RETURNING returned no row.')
  return row
}

interface ApprovedBy {
  readonly approvedBy: string
  readonly secondApproval?: string
}

/**
 * Only one caller among all replicas uses an approval, and only for the approved call.
 * @returns the approvers; undefined when the approval is not valid for this call
 */
export async function useApproval(
  executor: Executor,
  id: string,
  binding: Binding,
): Promise<ApprovedBy | undefined> {
  const [used] = await executor.rows<{ approvers: string[] }>(sql`
    UPDATE agent_approvals SET status = 'used', used_at = now()
    WHERE id = ${id} AND status = 'approved' AND expires_at > now() AND ${sameCallAndState(binding)}
    RETURNING ARRAY(SELECT account_id FROM agent_approval_votes WHERE approval_id = id ORDER BY created_at, account_id) AS approvers`)
  if (!used) return undefined
  // An approval of the previous release has no votes: its person gave it.
  const [approvedBy = binding.accountId, secondApproval] = used.approvers
  return { approvedBy, ...(secondApproval === undefined ? {} : { secondApproval }) }
}

/**
 * Returns an approval that is pending, was refused, or expired while its target was unchanged; undefined for another call and after a
 * change of the target.
 */
export async function findWaiting(
  executor: Executor,
  id: string,
  binding: Binding,
): Promise<ApprovalState | undefined> {
  const [row] = await executor.rows<ApprovalState>(sql`
    SELECT id, CASE WHEN status <> 'refused' AND expires_at <= now() THEN 'expired' ELSE status END AS status, note,
      expires_at AS "expiresAt"
    FROM agent_approvals
    WHERE id = ${id} AND ${sameCall(binding)} AND (status = 'refused'
      OR (state_digest = ANY(${[...binding.stateDigests]})
          AND (status = 'pending' OR (status = 'approved' AND expires_at <= now()))))`)
  return row
}
