import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { implementWithPrisma } from '../../implement.ts'
import { loadProject } from '../../projects/row.ts'
import { toProject } from '../../projects/to-project.ts'
import { findPlan } from './read.ts'

/** A System project has no plan. */
export const project_plan_set = implementWithPrisma(operations.project_plan_set, {
  async prepare({ deps }, { projectId, planId }) {
    const project = (await loadProject(deps.database, projectId)) ?? refuse('not_found')
    if (project.system) refuse('system_project')
    if (project.deletionScheduledAt) refuse('project_scheduled_for_deletion')
    await findPlan(deps.database, planId)
    const detail = { plan: { from: project.plan?.id ?? null, to: planId } }
    return {
      unchanged: project.plan?.id === planId,
      target: { id: projectId, projectId, scope: project.teamId, detail },
      shows: { name: project.name, plan: project.plan?.name ?? null },
    }
  },

  async apply({ sql: tx, prisma }, { deps, caller }, { projectId, planId }) {
    await prisma.project.update({ where: { id: projectId }, data: { planId } })
    const row = (await loadProject(tx, projectId)) ?? refuse('not_found')
    return toProject(tx, row, caller, deps.config.SIGNET_BASE_URL)
  },
})
