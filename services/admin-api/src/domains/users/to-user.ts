import type { ListedUser, User, UserRow } from '@signet/contracts'
import type { ProjectRow } from '../../projects/row.ts'
import type { FullUserRecord, ListedRecord, UserRecord } from './user-store.ts'

/** A locked account cannot be activated before an administrator unlocks it. */
export const userStatus = ({ locked, active }: Pick<UserRecord, 'locked' | 'active'>): UserRow['status'] =>
  locked ? 'locked' : active ? 'active' : 'deactivated'

const toUserRow = (row: UserRecord): UserRow => ({
  id: row.id,
  email: row.email,
  username: row.username,
  name: row.name,
  active: row.active,
  status: userStatus(row),
  verified: row.verified,
  authenticator: row.authenticator,
  passwordSet: row.passwordSet,
  managedBy: row.connectionId ?? 'console',
  groups: row.groups,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const toListedUser = (row: ListedRecord): ListedUser => ({
  ...toUserRow(row),
  lastActiveOn: row.lastActiveOn,
  hasSignInMethod: row.hasSignInMethod,
})

/** An account of a project that is scheduled for deletion is shown as inactive. The stored state is unchanged for a restore. */
export const shownIn = <Row extends UserRow>(project: ProjectRow, row: Row): Row =>
  project.deletionScheduledAt
    ? {
        ...row,
        active: false,
        status: row.status === 'locked' ? 'locked' : 'deactivated',
        inactiveReason: 'project_scheduled',
      }
    : row

export const toUser = (row: FullUserRecord): User => ({
  ...toUserRow(row),
  claims: row.claims,
  profile: row.profile,
  externalId: row.externalId,
  ...(row.messages.length > 0 ? { messages: row.messages } : {}),
  ...(row.lockedAt
    ? {
        lockedLocally: {
          byEmail: row.lockedByEmail,
          reason: row.lockReason ?? '',
          at: row.lockedAt.toISOString(),
        },
      }
    : {}),
})
