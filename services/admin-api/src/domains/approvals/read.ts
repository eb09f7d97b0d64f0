import { isOperationName, operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { findApproval, readApprovals, toApproval } from './approval-store.ts'

export const approval_list = implementRead(operations.approval_list, async ({ deps, caller }) => ({
  approvals: (await readApprovals(deps.database, caller.accountId))
    .filter(({ tool }) => isOperationName(tool))
    .map(toApproval),
}))

export const approval_get = implementRead(operations.approval_get, async ({ deps, caller }, { approvalId }) =>
  toApproval(await findApproval(deps.database, caller.accountId, approvalId)),
)
