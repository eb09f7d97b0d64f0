import type { MembershipChange } from '@signet/accounts'
import type { AuditAction } from '@signet/contracts'
import type { AuditedTx, Database, Executor } from '@signet/db'
import {
  changeMembers,
  lockManagedGroup,
  lockMembersToBe,
  type ManagedGroup,
  type ManagedGroupRecord,
  type MemberChange,
  updateManagedGroup,
} from '@signet/provisioning'
import { auditOutcome, type Entry } from '../../audit.ts'
import { referenceOf } from '../../authn/connection.ts'
import { invalidValue } from '../../messages/reading.ts'
import { requireVersion } from '../../messages/version.ts'
import type { Call } from '../handler.ts'
import { KeyedMutex } from '../keyed-mutex.ts'
import { notFound } from '../routes.ts'
import { changeProject } from '../transaction.ts'

interface GroupChange {
  readonly edit: (before: ManagedGroupRecord) => ManagedGroup
  readonly members: readonly MemberChange[]
}

/**
 * The work is proportional to the change, not to the group. Accounts are locked before the group, and changes of one group are
 * serialized.
 */
export const changeGroup = (database: Database, call: Call, id: string, change: GroupChange): Promise<void> =>
  changes.run(id, () => changeLocked(database, call, id, change))

const changes = new KeyedMutex()

const changeLocked = (
  database: Database,
  call: Call,
  id: string,
  { edit, members }: GroupChange,
): Promise<void> =>
  changeProject(database, call.connection, async (tx) => {
    await lockMembers(tx, call, members)
    const before = await lockManagedGroup(tx, referenceOf(call.connection), id)
    if (!before) throw notFound()
    requireVersion(call.ifMatch, before.version)
    await auditOutcome(
      tx,
      call.connection,
      async (audited) => ({
        changed: await updateNames(audited, call, before, edit(before)),
        memberships: await applySteps(audited, call, id, members),
      }),
      ({ changed, memberships }) => entriesFor(id, members, changed, memberships),
    )
  })

/** Returns the entry about the group and one about each account that joined or left; none without a change. */
function entriesFor(
  groupId: string,
  members: readonly MemberChange[],
  changed: object,
  memberships: MembershipChange,
): Entry[] {
  const count = memberships.joined.length + memberships.left.length
  const detail = { ...changed, ...(count > 0 ? { memberships: count, members: shortened(members) } : {}) }
  if (Object.keys(detail).length === 0) return []
  return [
    { action: actionOf(changed, members), targetType: 'Group', targetId: groupId, detail },
    ...membershipEntries(groupId, memberships),
  ]
}

export const membershipEntries = (groupId: string, { joined, left }: MembershipChange): Entry[] => [
  ...left.map((id) => membershipEntry('enduser.group.leave', id, groupId)),
  ...joined.map((id) => membershipEntry('enduser.group.join', id, groupId)),
]

const membershipEntry = (action: AuditAction, targetId: string, groupId: string): Entry => ({
  action,
  targetType: 'EndUser',
  targetId,
  detail: { groupId },
})

/** Refuses members that the connection does not manage, and locks the others against a concurrent removal. */
export async function lockMembers(
  tx: Executor,
  { connection }: Call,
  changes: readonly MemberChange[],
): Promise<void> {
  const wanted = changes.flatMap((change) =>
    'accountIds' in change && change.kind !== 'remove' ? change.accountIds : [],
  )
  const [unknown] = await lockMembersToBe(tx, referenceOf(connection), wanted)
  if (unknown !== undefined) throw invalidValue('members', `names ${unknown}, which is no user`)
}

export async function applySteps(
  tx: AuditedTx,
  { connection }: Call,
  id: string,
  changes: readonly MemberChange[],
): Promise<MembershipChange> {
  const steps: MembershipChange[] = []
  for (const change of changes) steps.push(await changeMembers(tx, referenceOf(connection), id, change))
  return { joined: steps.flatMap(({ joined }) => joined), left: steps.flatMap(({ left }) => left) }
}

async function updateNames(
  tx: AuditedTx,
  { connection }: Call,
  before: ManagedGroupRecord,
  after: ManagedGroup,
): Promise<Record<string, unknown>> {
  const names = (['displayName', 'externalId'] as const).filter((name) => before[name] !== after[name])
  if (names.length > 0) await updateManagedGroup(tx, referenceOf(connection), before.id, after)
  return Object.fromEntries(names.map((name) => [name, { from: before[name], to: after[name] }]))
}

function actionOf(changed: object, members: readonly MemberChange[]): AuditAction {
  if (Object.keys(changed).length > 0) return 'group.update'
  if (members.every(({ kind }) => kind === 'add')) return 'group.member.add'
  return members.every(({ kind }) => kind.startsWith('remove')) ? 'group.member.remove' : 'group.update'
}

/** Ids in an entry. A directory may send tens of thousands. */
const namedIds = 1_000

const shortened = (members: readonly MemberChange[]): object[] =>
  members.map((change) =>
    'accountIds' in change
      ? { kind: change.kind, userIds: change.accountIds.slice(0, namedIds) }
      : { kind: change.kind },
  )
