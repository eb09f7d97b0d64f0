import { isLoopbackRedirect } from '@signet/clients'
import { agentScopes } from '@signet/contracts'
import { type Database, sql } from '@signet/db'
import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { type Layer, passOn } from '../core/layer.ts'
import { readBody } from '../http/body.ts'
import { scopeTokens } from '../protocol/scopes.ts'
import type { PipelineContext } from './context.ts'

interface BuiltIn {
  readonly clientName: string
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly string[]
}

/**
 * Answers the registration (RFC 7591) of an agent, which names a scope of the agent endpoint, with the
 * built-in client of agents, limited to the redirect addresses of that client. Stores nothing:
 * self-registered applications belong to the default project, which has no administrators.
 */
export function agentRegistrationLayer({ context, instance }: PipelineContext): Layer {
  const { project, settings } = context
  const isOffered = settings['registration.enabled'] && settings['mcp.enabled']
  if (!isOffered || project.addressForm !== 'root' || project.reserved !== null) return passOn
  return async (ctx, next) => {
    const metadata = parsed(await readBody(ctx.req))
    const scopes = scopeTokens(typeof metadata.scope === 'string' ? metadata.scope : '')
    if (!scopes.some(isAgentScope)) return next()
    const builtIn = await findBuiltIn(instance)
    const accepted = urisOf(metadata).filter((uri) => builtIn?.redirectUris.some(sameButPort(uri)))
    ctx.status = builtIn && accepted.length ? 201 : 400
    ctx.set('Cache-Control', 'no-store')
    ctx.body = builtIn && accepted.length ? registered(builtIn, accepted) : refused
  }
}

async function findBuiltIn(database: Database): Promise<BuiltIn | undefined> {
  const [instance] = await database.rows<{ projectId: string }>(
    sql`SELECT administrators_project_id AS "projectId" FROM instance`,
  )
  if (!instance) return undefined
  const [builtIn] = await database.inProject(instance.projectId).rows<BuiltIn>(sql`
    SELECT client_name AS "clientName", redirect_uris AS "redirectUris", grant_types AS "grantTypes"
    FROM clients WHERE project_id = ${instance.projectId} AND id = ${AGENT_CLIENT_ID} AND client_name IS NOT NULL`)
  return builtIn
}

/** Returns the registered metadata, which may be less than the request names (RFC 7591 3.2.1). */
const registered = ({ clientName, grantTypes }: BuiltIn, redirectUris: readonly string[]) => ({
  client_id: AGENT_CLIENT_ID,
  client_name: clientName,
  application_type: 'native',
  redirect_uris: redirectUris,
  grant_types: grantTypes,
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  scope: agentScopes.join(' '),
})

const refused = {
  error: 'invalid_redirect_uri',
  error_description:
    'an agent at this address is permitted by an administrator, who registers it by its own id',
} as const

const isAgentScope = (scope: string): boolean => agentScopes.some((known) => known === scope)

function parsed(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // oidc-provider rejects a body that is no JSON.
    return {}
  }
}

const urisOf = ({ redirect_uris: uris }: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(uris) ? uris.map(String) : []

/** Compares addresses without the port of a loopback address, which the application chooses (RFC 8252 7.3). */
function sameButPort(asked: string): (registered: string) => boolean {
  const url = isLoopbackRedirect(asked) ? URL.parse(asked) : null
  const withoutPort = url && asked.replace(`:${url.port}`, '')
  return (registered) => registered === asked || registered === withoutPort
}
