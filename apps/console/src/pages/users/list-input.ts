import { limits } from '@signet/contracts'
import type { Input } from '../../api/client.ts'
import type { UserListSearch } from '../../searches.ts'

/** Input of the list of users from its address, for the page and its loader. */
export const userListInput = (
  projectId: string,
  { page = 1, q, columns: _columns, sort: _sort, peek: _peek, ...filters }: UserListSearch,
): Input<'project_user_list'> => ({
  projectId,
  ...filters,
  ...(q === undefined ? {} : { text: q }),
  startIndex: (page - 1) * limits.userPage.default + 1,
  count: limits.userPage.default,
})
