import { resourceKeys } from '@signet/clients'
import { agentScopes, type StoredClaim } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { LRUCache } from 'lru-cache'
import type { OptionsContext } from '../core/issuer-context.ts'

interface Api {
  readonly identifier: string
  readonly scopes: string[]
  readonly tokenFormat: 'jwt' | 'opaque'
  readonly accessTokenTtl: number | null
  readonly accessTokenSigningAlg: string | null
  readonly tokenProfile: 'rfc9068' | 'plain'
  readonly userInfoAccess: boolean
  /** Clients of an MCP server refresh without offline access. */
  readonly mcpServer: boolean
  readonly declaredClaims: readonly StoredClaim[]
}

/** Cached for as long as the provider, which is rebuilt for each version of the project. */
export interface Apis {
  find(identifier: string): Promise<Api | null>
  /** Returns identifiers. */
  declaring(scope: string): Promise<readonly string[]>
}

const maxCached = 500

/** Audience of the tokens of agents. */
export const agentEndpoint = ({ deps }: OptionsContext): string => `${deps.config.SIGNET_BASE_URL}/mcp`

export const isAgentEndpoint = (context: OptionsContext, resource: string): boolean =>
  context.project.reserved === 'administrators' && resource === agentEndpoint(context)

/** @returns null for an unknown identifier */
export async function readApi(
  executor: Executor,
  projectId: string,
  identifier: string,
): Promise<Api | null> {
  const [api = null] = await executor.rows<Api>(sql`
    SELECT identifier, scopes, token_format AS "tokenFormat", access_token_ttl AS "accessTokenTtl",
      access_token_signing_alg AS "accessTokenSigningAlg", token_profile AS "tokenProfile",
      userinfo_access AS "userInfoAccess", mcp_server AS "mcpServer", declared_claims AS "declaredClaims"
    FROM resources
    WHERE project_id = ${projectId} AND identifier_key = ANY(${resourceKeys(identifier)})
    ORDER BY (identifier = ${identifier}) DESC LIMIT 1`)
  return api
}

const opened = new WeakMap<OptionsContext, Apis>()

export function apisOf(context: OptionsContext): Apis {
  const apis = opened.get(context) ?? openApis(context)
  opened.set(context, apis)
  return apis
}

function openApis(context: OptionsContext): Apis {
  const { deps, project } = context
  const byIdentifier = new LRUCache<string, { api: Api | null }>({ max: maxCached })
  const byScope = new LRUCache<string, readonly string[]>({ max: maxCached })
  const isAgentScope = (scope: string) =>
    project.reserved === 'administrators' && agentScopes.some((name) => name === scope)
  return {
    async find(identifier) {
      const cached = byIdentifier.get(identifier)
      if (cached) return cached.api
      const api = await readApi(deps.database, project.id, identifier)
      byIdentifier.set(identifier, { api })
      // Tokens name the declared spelling.
      if (api) byIdentifier.set(api.identifier, { api })
      return api
    },
    async declaring(scope) {
      const cached = byScope.get(scope)
      if (cached) return cached
      const rows = await deps.database.rows<{ identifier: string }>(sql`
        SELECT identifier FROM resources WHERE project_id = ${project.id} AND ${scope} = ANY(scopes)`)
      const identifiers = rows.map(({ identifier }) => identifier)
      if (isAgentScope(scope)) identifiers.push(agentEndpoint(context))
      byScope.set(scope, identifiers)
      return identifiers
    },
  }
}
