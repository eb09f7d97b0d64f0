import { sql } from '@signet/db'
import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { isMetadataDocument, ownSettings } from '../clients/client-metadata.ts'
import { isServiceAccountId } from '../clients/service-accounts.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { requestState } from '../request/state.ts'
import { isAgentEndpoint } from './apis.ts'
import { jwtBearer, tokenExchange } from './grant-types.ts'

/** `issuer`: a token without audience. */
export type AudienceKind = 'agents' | 'api' | 'issuer'

const anyAudience: readonly AudienceKind[] = ['agents', 'api', 'issuer']

/**
 * The user consented to the audience of the first four grants. `client_credentials` authenticates the application itself. An assertion
 * about a user and an exchanged token are for one API. An assertion about an administrator is for the agent endpoint, because the
 * request then acts as an agent. A grant without an entry is rejected.
 */
export const audiencesOfGrant: Readonly<Record<string, readonly AudienceKind[]>> = {
  authorization_code: anyAudience,
  refresh_token: anyAudience,
  'urn:ietf:params:oauth:grant-type:device_code': anyAudience,
  'urn:openid:params:grant-type:ciba': anyAudience,
  client_credentials: anyAudience,
  [jwtBearer]: ['agents', 'api'],
  [tokenExchange]: ['api'],
}

type Request = KoaContextWithOIDC['oidc']

const kindOf = (context: OptionsContext, identifier: string | undefined): AudienceKind => {
  if (identifier === undefined) return 'issuer'
  return isAgentEndpoint(context, identifier) ? 'agents' : 'api'
}

/**
 * Checks the audience for every grant and every endpoint that accepts `resource`.
 * @param identifier undefined for a token without a resource
 * @throws InvalidTarget
 */
export async function checkAudience(
  context: OptionsContext,
  request: Request,
  identifier: string | undefined,
): Promise<void> {
  const { client, route, params } = request
  const kind = kindOf(context, identifier)
  // A directory only provisions accounts and calls no API of the project.
  if (client && ownSettings(client).connectionId !== undefined && kind !== 'issuer')
    throw new errors.InvalidTarget('this client gets no tokens for APIs')
  const ofGrant = route === 'token' ? (audiencesOfGrant[String(params?.grant_type)] ?? []) : anyAudience
  // An agent that acts without a sign-in of the administrator gets tokens for the agent endpoint only.
  const ofActing = requestState()?.actingAgent ? ['agents'] : anyAudience
  if (!ofActing.includes(kind))
    throw new errors.InvalidTarget('this grant gets tokens for the agent endpoint only')
  if (!ofGrant.includes(kind)) throw new errors.InvalidTarget('this grant gets tokens for APIs only')
  if (kind === 'api' && client && (await isAgentOnly(context, client)))
    throw new errors.InvalidTarget('this client is an agent and gets tokens for the agent endpoint only')
}

/**
 * Clients of the administrators' project that no administrator created are agents: only agents register there or are known by their
 * metadata documents.
 */
export const isSelfDescribed = ({ project }: OptionsContext, client: Client): boolean =>
  project.reserved === 'administrators' && (ownSettings(client).dynamic || isMetadataDocument(client))

/**
 * Restricts the built-in client of agents, a metadata document, a client that registered itself, and a machine with its own credential
 * to the agent endpoint.
 */
async function isAgentOnly(context: OptionsContext, client: Client): Promise<boolean> {
  const { deps, project } = context
  if (project.reserved !== 'administrators') return false
  if (isServiceAccountId(client.clientId)) return true
  if (client.clientId === AGENT_CLIENT_ID || isSelfDescribed(context, client)) return true
  const machines = await deps.database.rows(sql`
    SELECT 1 FROM agent_clients
    WHERE client_id = ${client.clientId} AND (jwks IS NOT NULL OR workload_issuer IS NOT NULL)`)
  return machines.length > 0
}
