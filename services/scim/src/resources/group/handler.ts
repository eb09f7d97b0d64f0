import { createGroup, deleteGroup } from '@signet/accounts'
import type { Database } from '@signet/db'
import { lockManagedGroup, type ManagedGroup, type MemberChange } from '@signet/provisioning'
import { newId } from '@signet/runtime'
import { auditChange, auditOutcome } from '../../audit.ts'
import { referenceOf } from '../../authn/connection.ts'
import { applyOperations } from '../../messages/patch/apply.ts'
import { readOperations } from '../../messages/patch/operations.ts'
import { readResource } from '../../messages/read-resource.ts'
import { requireVersion } from '../../messages/version.ts'
import type { Call, ResourceHandler } from '../handler.ts'
import { notFound } from '../routes.ts'
import { changeProject, inProject } from '../transaction.ts'
import { applySteps, changeGroup, lockMembers, membershipEntries } from './change.ts'
import { groupDefinition } from './definition.ts'
import { fromDocument, toDocument } from './document.ts'
import { idsOf, isAboutMembers, memberChanges } from './member-changes.ts'
import { findChangedGroup, findGroup, listGroups } from './read.ts'

export const createGroupHandler = (database: Database): ResourceHandler => ({
  definition: groupDefinition,
  list: (call, query) => listGroups(inProject(database, call), call, query),
  find: (call, id) => findGroup(inProject(database, call), call, id),

  async create(call, body) {
    const { members, ...document } = readResource(body, groupDefinition, call)
    const id = newId('group')
    await create(database, call, id, fromDocument(document), { kind: 'add', accountIds: idsOf(members) })
    return findGroup(inProject(database, call), call, id)
  },

  async replace(call, id, body) {
    const { members, ...document } = readResource(body, groupDefinition, call)
    await changeGroup(database, call, id, {
      edit: () => fromDocument(document),
      members: [{ kind: 'replace', accountIds: idsOf(members) }],
    })
    return findGroup(inProject(database, call), call, id)
  },

  async patch(call, id, body) {
    const operations = readOperations(body, groupDefinition, call)
    const others = operations.filter((operation) => !isAboutMembers(operation))
    await changeGroup(database, call, id, {
      edit: (before) => fromDocument(applyOperations(toDocument(before), others, call)),
      members: memberChanges(operations.filter(isAboutMembers), call),
    })
    return findChangedGroup(inProject(database, call), call, id)
  },

  remove: (call, id) => remove(database, call, id),
})

const create = (database: Database, call: Call, id: string, group: ManagedGroup, members: MemberChange) =>
  changeProject(database, call.connection, async (tx) => {
    const { connection } = call
    await lockMembers(tx, call, [members])
    await auditOutcome(
      tx,
      connection,
      async (audited) => {
        await createGroup(audited, { ...group, ...referenceOf(connection), id })
        return applySteps(audited, call, id, [members])
      },
      (memberships) => [
        {
          action: 'group.create',
          targetType: 'Group',
          targetId: id,
          detail: { ...group, memberships: memberships.joined.length },
        },
        ...membershipEntries(id, memberships),
      ],
    )
  })

/** Deletes a group and its memberships, not its users. */
const remove = (database: Database, call: Call, id: string) =>
  changeProject(database, call.connection, async (tx) => {
    const { connection } = call
    const before = await lockManagedGroup(tx, referenceOf(connection), id)
    if (!before) throw notFound()
    requireVersion(call.ifMatch, before.version)
    const audited = await auditChange(tx, connection, {
      action: 'group.delete',
      targetType: 'Group',
      targetId: id,
      detail: { displayName: before.displayName },
    })
    await deleteGroup(audited, connection.projectId, id)
  })
