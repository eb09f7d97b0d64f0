import { userPage } from '@signet/contracts'
import type { Input } from '../../api/client.ts'
import type { UserListSearch } from '../../searches.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Returns YYYY-MM-DD in UTC. */
const dayBefore = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

export const userListInput = (
  projectId: string,
  { page = 1, q, inactiveFor, columns: _columns, sort: _sort, peek: _peek, ...filters }: UserListSearch,
): Input<'project_user_list'> => ({
  projectId,
  ...filters,
  ...(q === undefined ? {} : { text: q }),
  ...(inactiveFor === undefined ? {} : { inactiveSince: dayBefore(Number.parseInt(inactiveFor, 10)) }),
  startIndex: (page - 1) * userPage.default + 1,
  count: userPage.default,
})
