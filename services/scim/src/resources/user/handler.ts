import type { Database } from '@signet/db'
import { createManagedAccount, type ManagedAccount, type ManagedAccountRecord } from '@signet/provisioning'
import { newId } from '@signet/runtime'
import { auditChange } from '../../audit.ts'
import { managingOf } from '../../authn/connection.ts'
import { ScimError } from '../../messages/error.ts'
import { applyOperations } from '../../messages/patch/apply.ts'
import { type Operation, readOperations } from '../../messages/patch/operations.ts'
import { readResource } from '../../messages/read-resource.ts'
import type { Reading } from '../../messages/reading.ts'
import type { ScimObject } from '../../schemas/scim-object.ts'
import type { Call, ResourceHandler } from '../handler.ts'
import { changeProject, inProject } from '../transaction.ts'
import { changeUser, removeUser } from './change.ts'
import { userDefinition } from './definition.ts'
import { fromDocument, toDocument } from './document.ts'
import { findUser, listUsers } from './read.ts'

/** `active` cannot be unassigned: only true and false have a meaning. */
export function applyToUser(
  document: ScimObject,
  operations: readonly Operation[],
  reading: Reading,
): ScimObject {
  const changed = applyOperations(document, operations, reading)
  if (changed.active === undefined)
    throw new ScimError(400, 'active cannot be removed. Send false to deactivate the user.', {
      scimType: 'mutability',
      attribute: 'active',
    })
  return changed
}

export const createUserHandler = (database: Database): ResourceHandler => ({
  definition: userDefinition,
  list: (call, query) => listUsers(inProject(database, call), call, query),
  find: (call, id) => findUser(inProject(database, call), call, id),

  async create(call, body) {
    const account = await fromDocument(readResource(body, userDefinition, call), call)
    const id = newId('account')
    await createUser(database, call, id, account)
    return findUser(inProject(database, call), call, id)
  },

  async replace(call, id, body) {
    const document = readResource(body, userDefinition, call)
    await changeUser(database, call, id, (before) => describedBy(document, before, call))
    return findUser(inProject(database, call), call, id)
  },

  async patch(call, id, body) {
    const operations = readOperations(body, userDefinition, call)
    await changeUser(database, call, id, (before) =>
      describedBy(applyToUser(toDocument(before), operations, call), before, call),
    )
    return findUser(inProject(database, call), call, id)
  },

  remove: (call, id) => removeUser(database, call, id),
})

const describedBy = (document: ScimObject, before: ManagedAccountRecord, { strict }: Call) =>
  fromDocument(document, { strict, before })

const createUser = (database: Database, { connection }: Call, id: string, account: ManagedAccount) =>
  changeProject(database, connection, async (tx) => {
    const audited = await auditChange(tx, connection, {
      action: 'enduser.create',
      targetType: 'EndUser',
      targetId: id,
      detail: { userName: account.userName, externalId: account.externalId, active: account.active },
    })
    await createManagedAccount(audited, managingOf(connection), id, account)
  })
