import { type AnswerOf, isOperationName, type Operations, operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { approversOf } from '../../approvals/approvers.ts'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import {
  approvalListing,
  findApproval,
  findOwnApproval,
  readApprovals,
  toApproval,
} from './approval-store.ts'

export const approval_list = implementRead(
  operations.approval_list,
  async ({ deps: { database }, caller: { accountId } }, input) => {
    const read = (ids?: readonly string[]) => readApprovals(database, accountId, ids)
    const listing = approvalListing(accountId)
    const { rows, page } = await readList(operations.approval_list, database, listing, input, read)
    const known = rows.filter(({ tool }) => isOperationName(tool))
    return { approvals: known.map((row) => toApproval(row, accountId)), ...page }
  },
)

export const approval_get = implementRead(
  operations.approval_get,
  async ({ deps, caller: { accountId } }, { approvalId }) =>
    toApproval(await findApproval(deps.database, accountId, approvalId), accountId),
)

type State = AnswerOf<Operations['approval_state_get']>

const next: Readonly<Record<State['status'], State['next']>> = {
  pending: 'wait',
  approved: 'repeat_call',
  refused: 'stop',
  used: 'done',
  expired: 'ask_again',
}

/** Omits the target that the administrator sees. */
export const approval_state_get = implementRead(
  operations.approval_state_get,
  async ({ deps, caller: { accountId, via } }, { approvalId }) => {
    const record = await findOwnApproval(deps.database, accountId, approvalId)
    if (via.credential === 'agent' && via.clientId !== record.clientId) refuse('not_found')
    const { tool, status, note, expiresAt, votes } = record
    return {
      approvalId,
      tool,
      status,
      note,
      needed: approversOf(record, record.candidates).needed,
      approved: votes.length,
      url: `${deps.config.SIGNET_BASE_URL}/admin/approvals/${approvalId}`,
      expiresAt: expiresAt.toISOString(),
      next: next[status],
    }
  },
)
