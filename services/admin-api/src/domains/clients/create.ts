import { checkDeclaredClaims } from '@signet/accounts'
import { checkClient } from '@signet/clients'
import { operations } from '@signet/contracts'
import { newId } from '@signet/runtime'
import { implementWithPrisma } from '../../implement.ts'
import { claimColumn } from '../../projects/declared-claims.ts'
import { refusePlanLimit } from '../plans/read.ts'
import { clientColumns } from './client-fields.ts'
import { insertClient } from './client-store.ts'
import { readProblemsOf, refuseProblems } from './problems.ts'
import { checkReferences } from './references.ts'
import { mintSecret, needsSecret } from './secret.ts'
import { toClient } from './to-client.ts'

const defaults = {
  applicationType: 'web',
  redirectUris: [],
  postLogoutRedirectUris: [],
  subjectType: 'public',
  sectorIdentifierUri: null,
  jwks: null,
  jwksUri: null,
  backchannelTokenDeliveryMode: null,
  backchannelClientNotificationEndpoint: null,
} as const

export const client_create = implementWithPrisma(operations.client_create, {
  async prepare({ deps, project }, { projectId: _path, ...input }) {
    const given = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
    )
    checkClient({
      ...defaults,
      ...given,
      grantTypes: input.grantTypes,
      tokenEndpointAuthMethod: input.tokenEndpointAuthMethod,
    })
    await checkReferences(deps.database, project.id, input)
    checkDeclaredClaims('application', input.declaredClaims ?? [], project)
    const problemsOf = await readProblemsOf(deps.database, project)
    refuseProblems(problemsOf, input, input)
    const id = newId('client')
    const secret = needsSecret(input) ? mintSecret(deps, project.id, id, input) : null
    const detail = {
      clientName: input.clientName ?? null,
      grantTypes: input.grantTypes,
      tokenEndpointAuthMethod: input.tokenEndpointAuthMethod,
    }
    return {
      id,
      columns: clientColumns(input, deps.config.SIGNET_EGRESS_ALLOW),
      secret,
      problemsOf,
      target: { id, detail },
    }
  },

  lock: ({ sql }, { caller, project }) => refusePlanLimit(sql, caller, project, 'applicationsPerProject'),

  async apply(
    tx,
    { project },
    { tokenEndpointAuthMethod, grantTypes, declaredClaims },
    { id, columns, secret, problemsOf },
  ) {
    const row = await insertClient(tx, {
      ...columns,
      ...(await claimColumn(tx.sql, { owner: 'application', project, list: declaredClaims })),
      tokenEndpointAuthMethod,
      grantTypes,
      projectId: project.id,
      id,
      ...secret?.columns,
    })
    return { ...toClient(row, problemsOf), ...(secret ? { clientSecret: secret.secret } : {}) }
  },
})
