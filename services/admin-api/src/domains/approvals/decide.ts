import { operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { requireFreshSignIn } from '../../authn/fresh-sign-in.ts'
import type { Administrator } from '../../caller.ts'
import { implement } from '../../implement.ts'
import { findApproval, toApproval } from './approval-store.ts'

/** Prepares the audit entry about the agent, with the approval, the requested call and the note of the person. */
async function prepareDecision(
  executor: Executor,
  { accountId }: Administrator,
  approvalId: string,
  note?: string,
) {
  const record = await findApproval(executor, accountId, approvalId)
  if (record.status === 'expired') refuse('approval_expired')
  if (record.status !== 'pending') refuse('approval_decided')
  const { clientId, clientName: name, entryId, tool } = record
  const detail = { name, clientId, approval: approvalId, tool, ...(note ? { note } : {}) }
  return { record, target: { id: entryId ?? clientId, detail } }
}

/** Decides a pending approval with one conditional UPDATE, so that concurrent decisions and the expiry cannot both win. */
async function decide(
  tx: Executor,
  { accountId }: Administrator,
  approvalId: string,
  { status, note = null }: { readonly status: 'approved' | 'refused'; readonly note?: string | null },
) {
  const decided = await tx.run(sql`
    UPDATE agent_approvals SET status = ${status}, note = ${note}, decided_at = now()
    WHERE id = ${approvalId} AND account_id = ${accountId} AND status = 'pending' AND expires_at > now()`)
  if (decided !== 1) refuse('approval_decided')
  return toApproval(await findApproval(tx, accountId, approvalId))
}

export const approval_approve = implement(operations.approval_approve, {
  async prepare({ deps, caller }, { approvalId }) {
    const prepared = await prepareDecision(deps.database, caller, approvalId)
    if (prepared.record.needsFreshSignIn) requireFreshSignIn(caller)
    return prepared
  },
  apply: ({ sql: tx }, { caller }, { approvalId }) => decide(tx, caller, approvalId, { status: 'approved' }),
})

export const approval_refuse = implement(operations.approval_refuse, {
  prepare: ({ deps, caller }, { approvalId, note }) =>
    prepareDecision(deps.database, caller, approvalId, note),
  apply: ({ sql: tx }, { caller }, { approvalId, note }) =>
    decide(tx, caller, approvalId, { status: 'refused', note: note ?? null }),
})
