import { agentScopes } from '@signet/contracts'
import { sql } from '@signet/db'
import { normaliseResource } from '@signet/directory'
import { LRUCache } from 'lru-cache'
import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import { ownSettings } from './client-metadata.ts'
import type { OptionsContext } from './context.ts'

interface ResourceRow {
  readonly identifier: string
  readonly scopes: string[]
  readonly tokenFormat: 'jwt' | 'opaque'
  readonly accessTokenTtl: number | null
}

/** Longest life of a token for the agent endpoint, and the default of any JWT: seconds. */
const jwtTtl = 900

/**
 * APIs as audiences (RFC 8707): an identifier that was declared in the project, or, at the administrators' project,
 * the agent endpoint. JWTs (RFC 9068) are signed with EdDSA where the project has such a key.
 */
export function resourceIndicators(context: OptionsContext) {
  const { deps, project, settings } = context
  const known = new LRUCache<string, { row: ResourceRow | null }>({ max: 500 })
  const read = async (identifier: string): Promise<ResourceRow | null> => {
    const held = known.get(identifier)
    if (held) return held.row
    const [row = null] = await deps.database.rows<ResourceRow>(sql`
      SELECT identifier, scopes, token_format AS "tokenFormat", access_token_ttl AS "accessTokenTtl" FROM resources
      WHERE project_id = ${project.id} AND identifier_key = ANY(${[identifier, normaliseResource(identifier)]})
      ORDER BY (identifier = ${identifier}) DESC LIMIT 1`)
    known.set(identifier, { row })
    return row
  }
  return {
    enabled: settings['resourceIndicators.enabled'],
    defaultResource: () => [],
    useGrantedResource: () => true,
    getResourceServerInfo: async (ctx: KoaContextWithOIDC, identifier: string): Promise<ResourceServer> => {
      const { client } = ctx.oidc
      // A directory provisions, and calls no API of the project.
      if (client && ownSettings(client).connectionId !== undefined)
        throw new errors.InvalidTarget('this client gets no tokens for APIs')
      const agentEndpoint = `${deps.config.SIGNET_BASE_URL}/mcp`
      if (project.reserved === 'administrators' && identifier === agentEndpoint) {
        await requirePermittedAgent(context, ctx)
        return jwt(agentScopes.join(' '), agentEndpoint, jwtTtl, context)
      }
      const row = await read(identifier)
      if (!row) throw new errors.InvalidTarget('the resource is not known here')
      const scope = row.scopes.join(' ')
      if (row.tokenFormat === 'jwt') return jwt(scope, row.identifier, row.accessTokenTtl ?? jwtTtl, context)
      return {
        scope,
        audience: row.identifier,
        accessTokenFormat: 'opaque',
        ...(row.accessTokenTtl ? { accessTokenTTL: row.accessTokenTtl } : {}),
      }
    },
  }
}

/** Only permitted agent identities get tokens for the agent audience (decisions.md, "Agents"). */
async function requirePermittedAgent(
  { deps, settings }: OptionsContext,
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const clientId = ctx.oidc.client?.clientId ?? ''
  const [entry] = settings['mcp.enabled']
    ? await deps.database.rows<{ keyProof: string }>(
        sql`SELECT key_proof AS "keyProof" FROM agent_clients WHERE client_id = ${clientId}`,
      )
    : []
  if (!entry) throw new errors.InvalidTarget('this client may not act as an agent')
  // A proof that came with a token request is checked by the provider, and the token is bound to its key (RFC 9449 5).
  const bound = settings['dpop.enabled'] && ctx.get('dpop') !== ''
  if (entry.keyProof === 'dpop' && ctx.oidc.route === 'token' && !bound)
    throw new errors.InvalidTarget('this agent gets tokens bound to a key of its own only: send a DPoP proof')
}

function jwt(
  scope: string,
  audience: string,
  accessTokenTTL: number,
  { algorithms }: OptionsContext,
): ResourceServer {
  const alg =
    (['EdDSA', 'ES256', 'RS256'] as const).find((name) => algorithms.includes(name)) ?? algorithms[0]
  return { scope, audience, accessTokenFormat: 'jwt', accessTokenTTL, jwt: { sign: { alg: alg as 'EdDSA' } } }
}
