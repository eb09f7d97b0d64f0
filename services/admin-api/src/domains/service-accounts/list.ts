import { operations } from '@signet/contracts'
import { implementRead } from '../../implement.ts'
import { readList } from '../../lists/page.ts'
import { findServiceAccount, readServiceAccounts, serviceAccountListing, toServiceAccount } from './store.ts'

export const service_account_list = implementRead(
  operations.service_account_list,
  async ({ deps: { database }, caller }, { teamId, ...input }) => {
    const read = (ids?: readonly string[]) => readServiceAccounts(database, caller, { teamId, ids })
    const { rows, page } = await readList(
      operations.service_account_list,
      database,
      serviceAccountListing(caller, teamId),
      input,
      read,
    )
    return { serviceAccounts: rows.map(toServiceAccount), ...page }
  },
)

export const service_account_get = implementRead(
  operations.service_account_get,
  async ({ deps }, { teamId, serviceAccountId }) =>
    toServiceAccount(await findServiceAccount(deps.database, teamId, serviceAccountId)),
)
