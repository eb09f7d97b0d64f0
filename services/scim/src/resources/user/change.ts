import { refuseLastSuperAdministrator, releaseTeams } from '@signet/accounts'
import type { Database, Executor } from '@signet/db'
import {
  endManagedAccount,
  lockConnection,
  lockManagedAccount,
  type ManagedAccount,
  type ManagedAccountRecord,
  type RemovalOperation,
  takeRemoval,
  updateManagedAccount,
} from '@signet/provisioning'
import { auditChange } from '../../audit.ts'
import { managingOf, referenceOf } from '../../authn/connection.ts'
import { ScimError } from '../../messages/error.ts'
import { requireVersion } from '../../messages/version.ts'
import type { Call } from '../handler.ts'
import { KeyedMutex } from '../keyed-mutex.ts'
import { notFound } from '../routes.ts'
import { changeProject } from '../transaction.ts'
import { changesOf } from './changes-of.ts'

/** What becomes of an account; null: it is deleted. */
type Edit = (before: ManagedAccountRecord) => Promise<ManagedAccount | null>

/**
 * Changes one account under its lock. A removal also needs the lock of the connection, which comes before that of the
 * account: whether it is one is known only from the account, so it begins again with both.
 */
export async function changeUser(database: Database, call: Call, id: string, edit: Edit): Promise<void> {
  const outcome = await attempt(database, call, id, edit, false)
  if (outcome === 'needs guard') await removeUser(database, call, id, edit)
}

/** Changes or deletes an account under the guard; those of one connection follow each other. */
export async function removeUser(
  database: Database,
  call: Call,
  id: string,
  edit: Edit = async () => null,
): Promise<void> {
  const outcome = await removals.run(call.connection.id, () => attempt(database, call, id, edit, true))
  if (outcome === 'held') throw heldBack()
}

const removals = new KeyedMutex()

/**
 * 409: a directory logs it for this one user and tries again in its next cycle. 503 would say that the whole service is
 * away, and has directories stop everything else too; 404 or 204 would have them take the user for removed.
 */
const heldBack = (): ScimError =>
  new ScimError(
    409,
    'The removal is held back: too many removals came at once. An administrator must release the hold; then try again.',
    { problem: 'held_back' },
  )

const attempt = (
  database: Database,
  call: Call,
  id: string,
  edit: Edit,
  guarded: boolean,
): Promise<'done' | 'held' | 'needs guard'> =>
  changeProject(database, call.connection, async (tx) => {
    if (guarded) await lockForRemoval(tx, call, id)
    const before = await lockManagedAccount(tx, referenceOf(call.connection), id)
    if (!before) throw notFound()
    requireVersion(call.ifMatch, before.version)
    const after = await edit(before)
    const operation = removalOf(before, after)
    if (operation && !guarded) return 'needs guard'
    if (operation && (await isHeld(tx, call, id, operation))) return 'held'
    if (after) await write(tx, call, before, after)
    if (operation) await end(tx, call, id, operation)
    return 'done'
  })

async function lockForRemoval(tx: Executor, { connection }: Call, id: string): Promise<void> {
  await lockConnection(tx, referenceOf(connection))
  if (connection.reserved) await refuseLastSuperAdministrator(tx, id)
}

function removalOf(before: ManagedAccountRecord, after: ManagedAccount | null): RemovalOperation | null {
  if (!after) return 'delete'
  return before.active && !after.active ? 'deactivate' : null
}

const isHeld = async (tx: Executor, { connection }: Call, accountId: string, operation: RemovalOperation) =>
  (await takeRemoval(tx, { ...referenceOf(connection), accountId, operation })) === 'held'

/** What is the same already is not written again, leaves the version and no entry. */
async function write(
  tx: Executor,
  { connection }: Call,
  before: ManagedAccountRecord,
  after: ManagedAccount,
): Promise<void> {
  const detail = changesOf(before, after)
  if (Object.keys(detail).length === 0) return
  await auditChange(tx, connection, {
    action: 'enduser.update',
    targetType: 'EndUser',
    targetId: before.id,
    detail,
  })
  await updateManagedAccount(tx, managingOf(connection), before, after)
}

async function end(
  tx: Executor,
  { connection }: Call,
  accountId: string,
  operation: RemovalOperation,
): Promise<void> {
  const project = { id: connection.projectId, issuer: connection.issuer }
  if (operation === 'delete')
    await auditChange(tx, connection, {
      action: 'enduser.delete',
      targetType: 'EndUser',
      targetId: accountId,
      detail: {},
    })
  if (operation === 'delete' && connection.reserved) await releaseTeams(tx, accountId)
  await endManagedAccount(tx, project, accountId, operation)
}
