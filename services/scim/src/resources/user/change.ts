import { changedMembers, refuseLastSuperAdministrator, releaseTeams } from '@signet/accounts'
import type { AuditedTx, Database, Executor } from '@signet/db'
import { watchSuperAdministrators } from '@signet/federation'
import {
  type ConnectionLock,
  endManagedAccount,
  lockConnection,
  lockManagedAccount,
  type ManagedAccount,
  type ManagedAccountRecord,
  type RemovalOperation,
  takeRemoval,
  updateManagedAccount,
} from '@signet/provisioning'
import { refuse } from '@signet/runtime'
import { loadSettings } from '@signet/tenancy'
import { auditChange } from '../../audit.ts'
import { managingOf, referenceOf } from '../../authn/connection.ts'
import { ScimError } from '../../messages/error.ts'
import { requireVersion } from '../../messages/version.ts'
import type { Call } from '../handler.ts'
import { KeyedMutex } from '../keyed-mutex.ts'
import { notFound } from '../routes.ts'
import { changeProject } from '../transaction.ts'

/** Null deletes the account. */
type Edit = (before: ManagedAccountRecord) => Promise<ManagedAccount | null>

/**
 * A removal also needs the lock of the connection, which precedes that of the account. Only the account shows whether a change is a
 * removal, so a removal starts again with both locks.
 */
export async function changeUser(database: Database, call: Call, id: string, edit: Edit): Promise<void> {
  const outcome = await attempt(database, call, id, edit)
  if (outcome === 'needs lock') await removeUser(database, call, id, edit)
}

/** Removals of a connection with a threshold are serialized. */
export async function removeUser(
  database: Database,
  call: Call,
  id: string,
  edit: Edit = async () => null,
): Promise<void> {
  const remove = (lock: ConnectionLock) => attempt(database, call, id, edit, lock)
  let outcome = await remove('shared')
  if (outcome === 'needs lock') outcome = await removals.run(call.connection.id, () => remove('alone'))
  if (outcome === 'held') throw heldBack()
}

const removals = new KeyedMutex()

/**
 * Status 409: a directory logs it for this user and retries in its next cycle. With 503 directories stop all requests; with 404 or 204
 * they treat the user as removed.
 */
const heldBack = (): ScimError =>
  new ScimError(
    409,
    'The removal is held back: too many removals in a short time. An administrator must release the hold; then try again.',
    { problem: 'held_back' },
  )

const attempt = (
  database: Database,
  call: Call,
  id: string,
  edit: Edit,
  lock?: ConnectionLock,
): Promise<'done' | 'held' | 'needs lock'> =>
  changeProject(database, call.connection, async (tx) => {
    if (lock && !(await lockForRemoval(tx, call, id, lock))) return 'needs lock'
    const before = await lockManagedAccount(tx, referenceOf(call.connection), id)
    if (!before) throw notFound()
    requireVersion(call.ifMatch, before.version)
    const after = await edit(before)
    const operation = removalOf(before, after)
    if (operation && !lock) return 'needs lock'
    if (operation && lock === 'alone' && (await isHeld(tx, call, id, operation))) return 'held'
    const hasLockedOut =
      operation && call.connection.reserved ? await watchSuperAdministrators(tx, loadSettings) : null
    const audited = after ? await write(tx, call, before, after) : await auditRemoval(tx, call, id)
    if (audited && operation) await end(audited, call, id, operation)
    if (await hasLockedOut?.()) refuse('administrators_locked_out')
    return 'done'
  })

/** False when the lock is shared although removals are counted or held. */
async function lockForRemoval(
  tx: Executor,
  { connection }: Call,
  id: string,
  lock: ConnectionLock,
): Promise<boolean> {
  const { thresholdCount, heldSince } = await lockConnection(tx, referenceOf(connection), lock)
  if (lock === 'shared' && (thresholdCount !== null || heldSince)) return false
  if (connection.reserved) await refuseLastSuperAdministrator(tx, id)
  return true
}

function removalOf(before: ManagedAccountRecord, after: ManagedAccount | null): RemovalOperation | null {
  if (!after) return 'delete'
  return before.active && !after.active ? 'deactivate' : null
}

const isHeld = async (tx: Executor, { connection }: Call, accountId: string, operation: RemovalOperation) =>
  (await takeRemoval(tx, { ...referenceOf(connection), accountId, operation })) === 'held'

/** Writes the audit entry and the differences. Equal values do not change the version. @returns null without a difference */
async function write(
  tx: Executor,
  { connection }: Call,
  before: ManagedAccountRecord,
  after: ManagedAccount,
): Promise<AuditedTx | null> {
  const detail = changesOf(before, after)
  if (Object.keys(detail).length === 0) return null
  const audited = await auditChange(tx, connection, {
    action: 'enduser.update',
    targetType: 'EndUser',
    targetId: before.id,
    detail,
  })
  await updateManagedAccount(audited, managingOf(connection), before, after)
  return audited
}

const auditRemoval = (tx: Executor, { connection }: Call, accountId: string): Promise<AuditedTx> =>
  auditChange(tx, connection, {
    action: 'enduser.delete',
    targetType: 'EndUser',
    targetId: accountId,
    detail: {},
  })

async function end(
  tx: AuditedTx,
  { connection }: Call,
  accountId: string,
  operation: RemovalOperation,
): Promise<void> {
  const project = { id: connection.projectId, issuer: connection.issuer }
  if (operation === 'delete' && connection.reserved) await releaseTeams(tx, accountId)
  await endManagedAccount(tx, project, accountId, operation)
}

const named = ['userName', 'externalId', 'active'] as const

/** Returns old and new names and state, and the changed parts of the profile. */
function changesOf(before: ManagedAccount, after: ManagedAccount): Record<string, unknown> {
  const changed = named.filter((name) => before[name] !== after[name])
  const profile = changedMembers(before.profile, after.profile)
  return {
    ...Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
    ...(profile.length > 0 ? { profile } : {}),
  }
}
