import { checkDeclaredClaims } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import { changesDetail, implementWithPrisma, namesNothing } from '../../implement.ts'
import { claimColumn } from '../../projects/declared-claims.ts'
import { loadProject } from '../../projects/row.ts'
import { toProject } from '../../projects/to-project.ts'
import { previewSignIn } from './sign-in-preview.ts'
import { changedFields, checkAuthenticators, checkSignIn } from './sign-in-rules.ts'

/** A change that locks users out, or that opens the instance, needs a confirmation. */
export const project_update = implementWithPrisma(operations.project_update, {
  async prepare({ deps, caller, project }, input) {
    const changes = changedFields(project, input)
    checkDeclaredClaims('project', changes.declaredClaims ?? [], project)
    await checkSignIn(deps.database, caller, project, changes)
    await checkAuthenticators(deps.authenticatorModels, project, changes)
    const detail = changesDetail(project, changes)
    return { unchanged: namesNothing(detail), target: { id: project.id, detail } }
  },

  async preview(sql, { project }, input) {
    const now = (await loadProject(sql, project.id)) ?? refuse('not_found')
    return previewSignIn(sql, now, changedFields(now, input))
  },

  async lock({ sql }, { caller, project }, input) {
    const now = (await loadProject(sql, project.id)) ?? refuse('not_found')
    await checkSignIn(sql, caller, now, changedFields(now, input))
  },

  async apply({ sql, prisma }, { deps, caller, project }, input) {
    const before = (await loadProject(sql, project.id)) ?? refuse('not_found')
    const data = changedFields(before, input)
    const { declaredClaims: list, ...columns } = data
    const claims = await claimColumn(sql, { owner: 'project', project, list })
    await prisma.project.update({ where: { id: project.id }, data: { ...columns, ...claims } })
    await bumpProject(sql, project.id)
    return toProject(sql, { ...before, ...data }, caller, deps.config.SIGNET_BASE_URL)
  },
})
