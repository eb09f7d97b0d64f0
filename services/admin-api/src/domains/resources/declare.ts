import { checkDeclaredClaims } from '@signet/accounts'
import { canonicalIdentifier, normalizeResource } from '@signet/clients'
import { operations } from '@signet/contracts'
import { newTypeId } from '@signet/runtime'
import { bumpProject, refusingDuplicates } from '@signet/tenancy'
import { implementWithPrisma } from '../../implement.ts'
import { claimColumn } from '../../projects/declared-claims.ts'
import { refusePlanLimit } from '../plans/read.ts'
import { checkDescriptions, checkIdentifier, checkScopes, checkSigningAlg } from './resource-rules.ts'
import { findResource, namespaceOf, refuseRootNamespace, toResource } from './resource-store.ts'

/** A unique constraint rejects an identifier in use. */
export const resource_declare = implementWithPrisma(operations.resource_declare, {
  async prepare({ deps, caller, project }, input) {
    const { identifier, name, scopes, scopeDescriptions = {} } = input
    refuseRootNamespace(caller, project)
    checkIdentifier(identifier, deps.config.SIGNET_BASE_URL)
    checkScopes(scopes)
    checkDescriptions(scopeDescriptions, scopes)
    checkDeclaredClaims('api', input.declaredClaims ?? [], project)
    await checkSigningAlg(deps.database, project, input.accessTokenSigningAlg)
    return { target: { id: canonicalIdentifier(identifier), detail: { name, scopes } } }
  },

  lock: ({ sql: tx }, { caller, project }) => refusePlanLimit(tx, caller, project, 'apisPerProject'),

  async apply({ sql: tx, prisma }, { project }, input) {
    const trailingSlashSignificant = input.trailingSlashSignificant ?? false
    await refusingDuplicates(
      prisma.resource.create({
        data: {
          projectId: project.id,
          id: newTypeId('res'),
          namespace: namespaceOf(project),
          identifier: canonicalIdentifier(input.identifier),
          identifierKey: normalizeResource(input.identifier, trailingSlashSignificant),
          trailingSlashSignificant,
          name: input.name,
          scopes: input.scopes,
          scopeDescriptions: input.scopeDescriptions ?? {},
          tokenFormat: input.tokenFormat ?? 'jwt',
          accessTokenTtl: input.accessTokenTTL ?? null,
          accessTokenSigningAlg: input.accessTokenSigningAlg ?? null,
          tokenProfile: input.tokenProfile ?? 'rfc9068',
          userInfoAccess: input.userInfoAccess ?? false,
          mcpServer: input.mcpServer ?? false,
          ...(await claimColumn(tx, { owner: 'api', project, list: input.declaredClaims })),
        },
      }),
      'An API with this identifier is declared already.',
    )
    await bumpProject(tx, project.id)
    return toResource(await findResource(tx, project.id, canonicalIdentifier(input.identifier)))
  },
})
