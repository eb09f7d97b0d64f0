import { createGroup } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { newId } from '@signet/runtime'
import { implement } from '../../implement.ts'
import { findGroup, toGroup } from './group-store.ts'

export const project_group_create = implement(operations.project_group_create, {
  async prepare(_context, { displayName }) {
    const id = newId('group')
    return { id, target: { id, detail: { displayName } } }
  },

  async apply({ sql: tx }, { project }, { displayName }, { id }) {
    await createGroup(tx, { projectId: project.id, id, displayName })
    return toGroup(await findGroup(tx, project.id, id))
  },
})
