import { normalizeKey } from '@signet/accounts'
import type { InputOf, Operations } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'
import type { ProjectRow } from '../../projects/row.ts'

export type ListedProject = Pick<ProjectRow, 'id' | 'deletionScheduledAt'>

export type UserListInput = Omit<InputOf<Operations['project_user_list']>, 'projectId'>

type UserFilters = Omit<UserListInput, 'q' | 'text' | 'startIndex' | 'count'>

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

/** Conditions on `accounts a`. */
export function userFilters(
  { deletionScheduledAt }: ListedProject,
  { email, status, managedBy, verified, authenticator, inactiveSince }: UserFilters,
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
