import { type InputOf, type Operations, operations } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'
import { implementRead } from '../../implement.ts'
import { allOf } from '../projects/read.ts'
import { startsWith } from './read.ts'
import { toUser, toUserRow } from './to-user.ts'
import { countUsers, findUser, readUsers } from './user-store.ts'

export const project_user_list = implementRead(
  operations.project_user_list,
  async ({ deps, project }, input) => {
    const where = usersMatching(project.id, input)
    const [users, totalResults] = await Promise.all([
      readUsers(deps.database, where, input.count, input.startIndex - 1),
      countUsers(deps.database, where),
    ])
    return { users: users.map(toUserRow), totalResults }
  },
)

export const project_user_get = implementRead(
  operations.project_user_get,
  async ({ deps, project }, { userId }) => toUser(await findUser(deps.database, project.id, userId)),
)

type Input = Omit<InputOf<Operations['project_user_list']>, 'projectId'>

/** The condition a list asks of `accounts a`. */
export const usersMatching = (projectId: string, input: Input): Sql =>
  allOf([sql`a.project_id = ${projectId}`, ...filtersOf(input)])

const statuses = {
  active: sql`a.active AND a.locked_at IS NULL`,
  deactivated: sql`NOT a.active AND a.locked_at IS NULL`,
  locked: sql`a.locked_at IS NOT NULL`,
} as const

const yesNo = (asked: 'yes' | 'no' | undefined, condition: Sql): Sql[] =>
  asked === undefined ? [] : [asked === 'yes' ? condition : sql`NOT (${condition})`]

function filtersOf({ q, status, managedBy, verified, authenticator }: Input): Sql[] {
  return [
    ...(q === undefined ? [] : [startsWith(q)]),
    ...(status === undefined ? [] : [statuses[status]]),
    ...(managedBy === undefined
      ? []
      : [managedBy === 'console' ? sql`a.connection_id IS NULL` : sql`a.connection_id = ${managedBy}`]),
    ...yesNo(verified, sql`a.email_verified`),
    ...yesNo(authenticator, sql`a.totp_enrolled_at IS NOT NULL`),
  ]
}
