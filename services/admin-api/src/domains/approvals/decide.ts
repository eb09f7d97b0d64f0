import { operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { approversOf } from '../../approvals/approvers.ts'
import { announce } from '../../approvals/webhook/announce.ts'
import { requireFreshSignIn } from '../../authn/fresh-sign-in.ts'
import type { Administrator } from '../../caller.ts'
import { implement } from '../../implement.ts'
import { findApproval, toApproval } from './approval-store.ts'

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

/** Makes concurrent decisions one after the other. Rejects a decided or expired approval. */
async function lockPending(tx: Executor, approvalId: string): Promise<void> {
  const locked = await tx.rows(sql`
    SELECT 1 FROM agent_approvals WHERE id = ${approvalId} AND status = 'pending' AND expires_at > now() FOR UPDATE`)
  if (locked.length !== 1) refuse('approval_decided')
}

export const approval_approve = implement(operations.approval_approve, {
  async prepare({ deps, caller }, { approvalId }) {
    const prepared = await prepareDecision(deps.database, caller, approvalId)
    const { record } = prepared
    if (!approversOf(record, record.candidates).accountIds.has(caller.accountId)) refuse('approval_by_others')
    if (record.votes.some(({ accountId }) => accountId === caller.accountId)) refuse('approval_decided')
    if (record.needsFreshSignIn) requireFreshSignIn(caller)
    return prepared
  },

  async apply({ sql: tx }, { caller: { accountId } }, { approvalId }) {
    await lockPending(tx, approvalId)
    // The team of approvers may have changed since `prepare`.
    const record = await findApproval(tx, accountId, approvalId)
    const { needed, accountIds } = approversOf(record, record.candidates)
    if (!accountIds.has(accountId)) refuse('approval_by_others')
    const added = await tx.run(sql`
      INSERT INTO agent_approval_votes (approval_id, account_id) VALUES (${approvalId}, ${accountId})
      ON CONFLICT (approval_id, account_id) DO NOTHING`)
    if (added !== 1) refuse('approval_decided')
    // An approval of an administrator who may no longer decide does not count.
    const earlier = record.votes.filter((vote) => accountIds.has(vote.accountId)).length
    if (earlier + 1 >= needed) {
      await tx.run(
        sql`UPDATE agent_approvals SET status = 'approved', decided_at = now() WHERE id = ${approvalId}`,
      )
      await announce(tx, 'approved', [approvalId])
    }
    return toApproval(await findApproval(tx, accountId, approvalId), accountId)
  },
})

export const approval_refuse = implement(operations.approval_refuse, {
  prepare: ({ deps, caller }, { approvalId, note }) =>
    prepareDecision(deps.database, caller, approvalId, note),

  async apply({ sql: tx }, { caller: { accountId } }, { approvalId, note }) {
    await lockPending(tx, approvalId)
    await tx.run(sql`
      UPDATE agent_approvals SET status = 'refused', note = ${note ?? null}, refused_by = ${accountId}, decided_at = now()
      WHERE id = ${approvalId}`)
    await announce(tx, 'refused', [approvalId])
    return toApproval(await findApproval(tx, accountId, approvalId), accountId)
  },
})
