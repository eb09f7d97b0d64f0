import { operations, type StoredSettings } from '@signet/contracts'
import { allOf, type Executor, type Sql, sql } from '@signet/db'
import { implementRead } from '../../implement.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { diagnoseSignIn } from './diagnosis.ts'
import { type ListedProject, type UserListInput, userFilters } from './filters.ts'
import { waysToMatch } from './read.ts'
import { searchUsers } from './search.ts'
import { shownIn, toListedUser, toUser } from './to-user.ts'
import { countUsers, findUser, readListedById, readUsers } from './user-store.ts'

export const project_user_list = implementRead(
  operations.project_user_list,
  async ({ deps, project, settings }, input) => {
    if (input.text !== undefined) return searched(deps.database, settings, project, input.text, input)
    const parts = usersMatching(project, input)
    const [users, totalResults] = await Promise.all([
      readUsers(deps.database, settings, parts, input.count, input.startIndex - 1),
      countUsers(deps.database, parts),
    ])
    return { users: users.map((user) => shownIn(project, toListedUser(user))), totalResults }
  },
)

export const project_user_get = implementRead(
  operations.project_user_get,
  async ({ deps, project, settings }, { userId }) => {
    const user = await findUser(deps.keyLookupPool, project.id, userId)
    return {
      ...shownIn(project, toUser(user)),
      signIn: await diagnoseSignIn(deps.keyLookupPool, project, user, settings),
    }
  },
)

async function searched(
  executor: Executor,
  settings: StoredSettings,
  project: ProjectRow,
  text: string,
  input: UserListInput,
) {
  const { ids, total, isCapped } = await searchUsers(executor, project, text, input)
  const found = new Map(
    (await readListedById(executor, settings, project.id, ids)).map((user) => [user.id, user]),
  )
  return {
    users: ids.flatMap((id) => found.get(id) ?? []).map((user) => shownIn(project, toListedUser(user))),
    totalResults: total,
    ...(isCapped ? { totalCapped: true } : {}),
  }
}

/** Conditions on `accounts a` without a common account, each of which uses one index. */
export const usersMatching = (project: ListedProject, { q, ...input }: UserListInput): Sql[] =>
  (q === undefined ? [sql`true`] : waysToMatch(q)).map((way) =>
    allOf([sql`a.project_id = ${project.id}`, way, ...userFilters(project, input)]),
  )
