import { checkDeclaredClaims } from '@signet/accounts'
import { type InputOf, type Operations, operations } from '@signet/contracts'
import { bumpProject } from '@signet/tenancy'
import { changesDetail, givenFields, implementWithPrisma, namesNothing } from '../../implement.ts'
import { claimColumn } from '../../projects/declared-claims.ts'
import { checkDescriptions, checkScopes, checkSigningAlg, keptDescriptions } from './resource-rules.ts'
import {
  findResource,
  lockResource,
  type ResourceRecord,
  refuseRootNamespace,
  toResource,
} from './resource-store.ts'

type Input = Omit<InputOf<Operations['resource_update']>, 'projectId' | 'resourceId'>

/** Replaces descriptions as a whole. Scopes that change without descriptions keep those of the remaining scopes. */
function resourceColumns(before: ResourceRecord, input: Input) {
  const scopes = input.scopes ?? before.scopes
  const scopeDescriptions = input.scopeDescriptions ?? keptDescriptions(before.scopeDescriptions, scopes)
  checkScopes(scopes)
  checkDescriptions(scopeDescriptions, scopes)
  const { accessTokenTTL: accessTokenTtl, declaredClaims: _resolved, ...given } = input
  return givenFields({ ...given, accessTokenTtl, scopes, scopeDescriptions })
}

export const resource_update = implementWithPrisma(operations.resource_update, {
  async prepare({ deps, caller, project }, { projectId: _path, resourceId, ...input }) {
    const before = await findResource(deps.database, project.id, resourceId)
    refuseRootNamespace(caller, project)
    resourceColumns(before, input)
    await checkSigningAlg(deps.database, project, input.accessTokenSigningAlg)
    const detail = changesDetail(before, givenFields(input))
    const list = detail.declaredClaims && input.declaredClaims
    checkDeclaredClaims('api', list ?? [], project)
    return { id: before.id, list, unchanged: namesNothing(detail), target: { id: before.identifier, detail } }
  },

  lock: ({ sql: tx }, { project }, _input, { id }) => lockResource(tx, project.id, id),

  async apply({ sql: tx, prisma }, { project }, { projectId: _path, resourceId, ...input }, { id, list }) {
    const columns = resourceColumns(await findResource(tx, project.id, resourceId), input)
    const claims = await claimColumn(tx, { owner: 'api', project, list })
    const where = { projectId_id: { projectId: project.id, id } }
    await prisma.resource.update({ where, data: { ...columns, ...claims } })
    await bumpProject(tx, project.id)
    return toResource(await findResource(tx, project.id, resourceId))
  },
})

/** The incremented version of the project makes the next token request for the audience fail. */
export const resource_delete = implementWithPrisma(operations.resource_delete, {
  async prepare({ deps, caller, project }, { resourceId }) {
    const { id, identifier, name } = await findResource(deps.database, project.id, resourceId)
    refuseRootNamespace(caller, project)
    return { id, target: { id: identifier, detail: { name } }, shows: { name } }
  },

  lock: ({ sql: tx }, { project }, _input, { id }) => lockResource(tx, project.id, id),

  async apply({ sql: tx, prisma }, { project }, _input, { id }) {
    await prisma.resource.delete({ where: { projectId_id: { projectId: project.id, id } } })
    await bumpProject(tx, project.id)
    return {}
  },
})
