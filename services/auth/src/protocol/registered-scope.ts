import { agentScopes } from '@signet/contracts'
import { sql } from '@signet/db'
import type { OptionsContext } from '../core/issuer-context.ts'
import { jsonObject, type RequestWithBody, readBody } from '../http/body.ts'
import { requireRequestState } from '../request/state.ts'
import { scopeTokens, serverScopes } from './scopes.ts'

/**
 * Drops scopes that neither the server nor an API of the project has, and leaves those of the server to oidc-provider, which knows no
 * others. The response names the registered scopes, which may be less than the request names (RFC 7591 3.2.1). An empty list means an
 * absent one: the application may request every scope, and the user decides.
 */
export async function takeRegisteredScope(context: OptionsContext, request: RequestWithBody): Promise<void> {
  const { scope, ...metadata } = jsonObject(await readBody(request))
  // oidc-provider rejects a value of another type.
  if (typeof scope !== 'string') return
  const names = [...new Set(scopeTokens(scope))]
  const own = serverScopes(context.settings)
  const ofApis = await declaredScopes(
    context,
    names.filter((name) => !own.has(name)),
  )
  const registered = names.filter((name) => own.has(name) || ofApis.has(name))
  const ofServer = registered.filter((name) => own.has(name))
  if (registered.length) requireRequestState().registeredScope = registered.join(' ')
  const body = { ...metadata, ...(ofServer.length ? { scope: ofServer.join(' ') } : {}) }
  request.body = Buffer.from(JSON.stringify(body))
}

/** Returns the scopes that an API of the project or the agent endpoint has. */
async function declaredScopes(
  { deps, project }: OptionsContext,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  if (project.reserved === 'administrators') return new Set(agentScopes)
  const rows = await deps.database.rows<{ scope: string }>(sql`
    SELECT DISTINCT scope FROM resources, unnest(scopes) AS scope
    WHERE project_id = ${project.id} AND scope = ANY(${[...names]})`)
  return new Set(rows.map(({ scope }) => scope))
}
