import { normalizeKey } from '@signet/accounts'
import { type InputOf, type Operations, operations } from '@signet/contracts'
import { allOf, type Sql, sql } from '@signet/db'
import { implementRead } from '../../implement.ts'
import type { ProjectRow } from '../../projects/row.ts'
import { diagnoseSignIn } from './diagnosis.ts'
import { waysToFind, waysToMatch } from './read.ts'
import { shownIn, toListedUser, toUser } from './to-user.ts'
import { countUsers, findUser, readUsers } from './user-store.ts'

export const project_user_list = implementRead(
  operations.project_user_list,
  async ({ deps, project }, input) => {
    const parts = usersMatching(project, input)
    const [users, totalResults] = await Promise.all([
      readUsers(deps.database, parts, input.count, input.startIndex - 1),
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

type ListedProject = Pick<ProjectRow, 'id' | 'deletionScheduledAt'>

type Input = Omit<InputOf<Operations['project_user_list']>, 'projectId'>

/** Conditions on `accounts a` without a common account, each of which uses one index. */
export function usersMatching(project: ListedProject, { q, text, ...filters }: Input): Sql[] {
  const byText = text === undefined ? [sql`true`] : waysToFind(text, project.id)
  const byName = q === undefined ? [sql`true`] : waysToMatch(q)
  return byText.flatMap((one) =>
    byName.map((other) =>
      allOf([sql`a.project_id = ${project.id}`, one, other, ...userFilters(project, filters)]),
    ),
  )
}

const statuses = {
  active: sql`a.active AND a.locked_at IS NULL`,
  deactivated: sql`NOT a.active AND a.locked_at IS NULL`,
  locked: sql`a.locked_at IS NOT NULL`,
} as const

/** Conditions for the states that `shownIn` returns while the project is scheduled for deletion. */
const statusesWhileScheduled = {
  active: sql`false`,
  deactivated: sql`a.locked_at IS NULL`,
  locked: statuses.locked,
} as const

const yesNo = (asked: 'yes' | 'no' | undefined, condition: Sql): Sql[] =>
  asked === undefined ? [] : [asked === 'yes' ? condition : sql`NOT (${condition})`]

/**
 * An account without a known day counts as active when it was created, and when the instance began to store the days, so that a longer
 * absence is never claimed.
 */
const notActiveSince = (day: string): Sql => {
  const start = sql`${`${day}T00:00:00Z`}::timestamptz`
  return sql`
    a.created_at < ${start} AND NOT EXISTS (
      SELECT 1 FROM account_activity d
      WHERE d.project_id = a.project_id AND d.account_id = a.id AND d.last_day >= ${day}::date)
    AND (EXISTS (SELECT 1 FROM instance i WHERE i.last_activity_since < GREATEST(${start}, a.created_at))
      OR EXISTS (SELECT 1 FROM account_activity d WHERE d.project_id = a.project_id AND d.account_id = a.id))`
}

function userFilters(
  { deletionScheduledAt }: ListedProject,
  { email, status, managedBy, verified, authenticator, inactiveSince }: Omit<Input, 'q' | 'text'>,
): Sql[] {
  const byStatus = deletionScheduledAt ? statusesWhileScheduled : statuses
  return [
    ...(email === undefined ? [] : [sql`a.email_key = ${normalizeKey(email)}`]),
    ...(status === undefined ? [] : [byStatus[status]]),
    ...(managedBy === undefined
      ? []
      : [managedBy === 'console' ? sql`a.connection_id IS NULL` : sql`a.connection_id = ${managedBy}`]),
    ...yesNo(verified, sql`a.email_verified`),
    ...yesNo(authenticator, sql`a.totp_enrolled_at IS NOT NULL`),
    ...(inactiveSince === undefined ? [] : [notActiveSince(inactiveSince)]),
  ]
}
