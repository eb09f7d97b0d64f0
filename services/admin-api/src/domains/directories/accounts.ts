import { deleteAccount, hasCredential, releaseTeams } from '@signet/accounts'
import { limits, operations } from '@signet/contracts'
import { type AuditedTx, type Executor, sql } from '@signet/db'
import {
  type Adoption,
  adoptAccounts,
  adoptable,
  type ConnectionRef,
  deleteGroups,
  managedBy,
  movable,
  moveAccounts,
  moveGroups,
  readRefusedNames,
  releaseAccounts,
} from '@signet/provisioning'
import { endAccount } from '@signet/sessions'
import { implement } from '../../implement.ts'
import { refuseOwnAccount } from '../../projects/own-account.ts'
import { issuerRef } from '../../projects/row.ts'
import { accountsChange, type Input, plural, type Work } from './accounts-change.ts'

async function adoptionOf(
  executor: Executor,
  at: ConnectionRef,
  { linked = false, refused = false, domains = [] }: Input,
): Promise<Adoption> {
  return { linked, domains, refusedNames: refused ? await readRefusedNames(executor, at) : [] }
}

const unproven = sql`NOT a.email_verified AND a.email IS NOT NULL`

export const provisioning_users_adopt = implement(
  operations.provisioning_users_adopt,
  accountsChange({
    limit: limits.directoryAccounts.changed,
    select: async (executor, at, input) => adoptable(at, await adoptionOf(executor, at, input)),
    describe: ({ users }, { displayName }) => [
      `Only ${displayName} can change ${plural(users, 'user')} afterwards, and finds them by user name.`,
    ],
    mentioned: {
      where: unproven,
      text: (users) =>
        `${plural(users, 'user')} with an unproven address are signed out, and their passwords, authenticators and links are removed.`,
    },
    userAction: 'enduser.connection.assign',
    run: (tx, { deps, project, at }, ids) => adoptAccounts(tx, issuerRef(project, deps.config), at, ids),
  }),
)

export const provisioning_users_hand_over = implement(
  operations.provisioning_users_hand_over,
  accountsChange({
    limit: limits.directoryAccounts.changed,
    select: async (_executor, at, { toConnectionId = '' }) => movable(at, toConnectionId),
    describe: ({ users, groups, remaining }, { displayName, managedUsers }, other) => {
      const kept = managedUsers - users - remaining
      return [
        `${other} manages ${plural(users, 'user')} and ${plural(groups, 'group')} of ${displayName} afterwards. Their ids, names and external ids stay.`,
        ...(kept > 0
          ? [
              `${plural(kept, 'user')} stay with ${displayName}, because ${other} has users with their external ids.`,
            ]
          : []),
      ]
    },
    userAction: 'enduser.connection.assign',
    run: (tx, { at, input }, ids) => moveAccounts(tx, at, input.toConnectionId ?? '', ids),
    groups: {
      action: 'group.connection.assign',
      run: (tx, { at, input }) => moveGroups(tx, at, input.toConnectionId ?? null),
    },
  }),
)

export const provisioning_users_release = implement(
  operations.provisioning_users_release,
  accountsChange({
    limit: limits.directoryAccounts.changed,
    select: async (_executor, at) => managedBy(at),
    describe: ({ users, groups }, { displayName }) => [
      `Administrators manage ${plural(users, 'user')} and ${plural(groups, 'group')} of ${displayName} afterwards. Sign-ins, names, addresses and memberships stay.`,
    ],
    mentioned: {
      where: sql`NOT ${hasCredential()}`,
      text: (users) =>
        `${plural(users, 'user')} never signed in and have no password: invite them afterwards.`,
    },
    userAction: 'enduser.connection.release',
    run: (tx, { at }, ids) => releaseAccounts(tx, at, ids),
    groups: { action: 'group.connection.release', run: (tx, { at }) => moveGroups(tx, at, null) },
  }),
)

async function purge(tx: AuditedTx, { deps, caller, project }: Work, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    refuseOwnAccount(caller, project, id)
    if (project.reserved) await releaseTeams(tx, id)
    await endAccount(tx, issuerRef(project, deps.config), id)
    await deleteAccount(tx, project.id, id)
  }
}

export const provisioning_users_purge = implement(
  operations.provisioning_users_purge,
  accountsChange({
    limit: limits.directoryAccounts.deleted,
    select: async (_executor, at) => managedBy(at),
    describe: ({ users, groups }, { displayName }) => [
      `${plural(users, 'user')} and ${plural(groups, 'group')} of ${displayName} are deleted with everything issued to them. This cannot be undone.`,
    ],
    userAction: 'enduser.delete',
    run: purge,
    groups: { action: 'group.delete', run: (tx, { at }) => deleteGroups(tx, at) },
  }),
)
