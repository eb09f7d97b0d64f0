import { operations } from '@signet/contracts'
import { implement } from '../../implement.ts'
import { lockScheduled, refuseUnlessScheduled } from './delete.ts'
import { beginDestruction, destroy } from './destroy.ts'

/** The purge worker continues when the process stops. */
export const project_purge = implement(operations.project_purge, {
  async prepare({ deps, project }) {
    await refuseUnlessScheduled(deps.database, project.id)
    return { target: { id: project.id, detail: { name: project.name } } }
  },

  lock: ({ sql }, { caller, project }) => lockScheduled(sql, caller, project),

  async apply({ sql }, { project }) {
    await beginDestruction(sql, project.id)
    return {}
  },

  async after({ deps, project }, _input, _prepared, answer) {
    await destroy(deps.database, project.id)
    return answer
  },
})
