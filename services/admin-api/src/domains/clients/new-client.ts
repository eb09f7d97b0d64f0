import { checkDeclaredClaims } from '@signet/accounts'
import { checkClient } from '@signet/clients'
import type { InputOf, Operations } from '@signet/contracts'
import type { Context, TxWithPrisma } from '../../implement.ts'
import { claimColumn } from '../../projects/declared-claims.ts'
import { clientColumns } from './client-fields.ts'
import { type ClientRow, insertClient } from './client-store.ts'
import { type ProblemsOf, readProblemsOf, refuseProblems } from './problems.ts'
import { checkReferences } from './references.ts'
import type { NewSecret } from './secret.ts'

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

type NewClient = Omit<InputOf<Operations['client_create']>, 'projectId'>
type At = Pick<Context<Operations['client_create']>, 'deps' | 'project'>

interface PreparedClient {
  readonly columns: ReturnType<typeof clientColumns>
  readonly problemsOf: ProblemsOf
  readonly detail: Readonly<Record<string, unknown>>
}

/** @throws Refusal that names the field */
export async function prepareClient({ deps, project }: At, input: NewClient): Promise<PreparedClient> {
  const given = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
  )
  const { grantTypes, tokenEndpointAuthMethod } = input
  checkClient({ ...defaults, ...given, grantTypes, tokenEndpointAuthMethod })
  await checkReferences(deps.database, project.id, input)
  checkDeclaredClaims('application', input.declaredClaims ?? [], project)
  const problemsOf = await readProblemsOf(deps.database, project)
  refuseProblems(problemsOf, input, input)
  const detail = { clientName: input.clientName ?? null, grantTypes, tokenEndpointAuthMethod }
  return { columns: clientColumns(input, deps.config.SIGNET_EGRESS_ALLOW), problemsOf, detail }
}

interface StoredClient extends Pick<PreparedClient, 'columns'> {
  readonly id: string
  readonly secret: Pick<NewSecret, 'columns'> | null
}

export async function storeClient(
  tx: TxWithPrisma,
  { project }: Pick<At, 'project'>,
  { tokenEndpointAuthMethod, grantTypes, declaredClaims }: NewClient,
  { id, columns, secret }: StoredClient,
): Promise<ClientRow> {
  return insertClient(tx, {
    ...columns,
    ...(await claimColumn(tx.sql, { owner: 'application', project, list: declaredClaims })),
    tokenEndpointAuthMethod,
    grantTypes,
    projectId: project.id,
    id,
    ...secret?.columns,
  })
}
