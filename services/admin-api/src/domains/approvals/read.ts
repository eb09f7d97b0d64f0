import { isOperationName, operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import { approvalListing, findApproval, readApprovals, toApproval } from './approval-store.ts'

export const approval_list = implementRead(
  operations.approval_list,
  async ({ deps: { database }, caller: { accountId } }, input) => {
    const read = (ids?: readonly string[]) => readApprovals(database, accountId, ids)
    const listing = approvalListing(accountId)
    const { rows, page } = await readList(operations.approval_list, database, listing, input, read)
    return { approvals: rows.filter(({ tool }) => isOperationName(tool)).map(toApproval), ...page }
  },
)

export const approval_get = implementRead(operations.approval_get, async ({ deps, caller }, { approvalId }) =>
  toApproval(await findApproval(deps.database, caller.accountId, approvalId)),
)
