import { resourceKeys } from '@signet/clients'
import { sql } from '@signet/db'
import type { AuthorizationDetail } from 'oidc-provider'
import { scopesOfAgent } from '../agents/access.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { isAgentEndpoint } from '../protocol/apis.ts'
import { protocolClaims, scopeTokens, serverScopes } from '../protocol/scopes.ts'

/** An interaction, or a backchannel request. */
export interface ConsentRequest {
  readonly context: OptionsContext
  readonly interaction: { readonly params: Readonly<Record<string, unknown>> }
}

/** The user allows or refuses a scope or claim about the account, or a scope of an API. */
export interface Permission {
  /** Name in the form, unique in a request. */
  readonly field: string
  readonly scope?: string
  readonly claim?: string
  /** Audience of the scope, as the request names it. */
  readonly resource?: string
}

export interface RequestedApi {
  readonly resource: string
  readonly name: string
  readonly isAgentEndpoint: boolean
  readonly descriptions: ScopeDescriptions
  readonly scopes: readonly string[]
}

type ScopeDescriptions = Readonly<
  Record<string, { readonly description?: string; readonly kind?: 'see' | 'act' }>
>

/** A form could be forged, so the stored request is read. */
export interface RequestedAccess {
  readonly isSignIn: boolean
  readonly permissions: readonly Permission[]
  /** Includes claims that a requested scope covers. */
  readonly namedClaims: readonly string[]
  readonly apis: readonly RequestedApi[]
  readonly details: readonly AuthorizationDetail[]
}

export async function requestedAccess(asked: ConsentRequest): Promise<RequestedAccess> {
  const { settings } = asked.context
  const scopes = [...new Set(scopeTokens(textOf(asked.interaction.params.scope)))]
  const own = scopes.filter((scope) => serverScopes(settings).has(scope))
  const namedClaims = claimsByName(asked)
  const apis = await apisOf(asked, scopes)
  return {
    isSignIn: own.includes('openid'),
    permissions: permissionsOf({ asked, own, namedClaims, apis }),
    namedClaims,
    apis,
    details: detailsOf(asked),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

interface Parts {
  readonly asked: ConsentRequest
  readonly own: readonly string[]
  readonly namedClaims: readonly string[]
  readonly apis: readonly RequestedApi[]
}

function permissionsOf({ asked, own, namedClaims, apis }: Parts): Permission[] {
  const { claims } = asked.context.settings
  const shown = own.filter((scope) => scope !== 'openid')
  const covered = new Set(shown.flatMap((scope) => claims[scope] ?? []))
  const withSignIn = own.includes('openid') ? (claims.openid ?? []) : []
  const single = new Set([...withSignIn, ...namedClaims])
  const ofAccount: Permission[] = [
    ...shown.map((scope) => ({ field: `scope:${scope}`, scope })),
    ...[...single]
      .filter((claim) => !covered.has(claim) && !protocolClaims.has(claim))
      .map((claim) => ({ field: `claim:${claim}`, claim })),
  ]
  const taken = new Set(ofAccount.map(({ field }) => field))
  const ofApis = apis.flatMap(({ resource, scopes }, index) =>
    scopes.map((scope) => {
      const field = taken.has(`scope:${scope}`) ? `scope:${scope}@${index}` : `scope:${scope}`
      taken.add(field)
      return { field, scope, resource }
    }),
  )
  return [...ofAccount, ...ofApis]
}

/** Returns the supported claims of both members (OpenID Connect Core 5.5) that the user can refuse. */
function claimsByName({ context: { settings }, interaction: { params } }: ConsentRequest): string[] {
  if (!settings['claimsParameter.enabled'] || typeof params.claims !== 'string') return []
  const members = JSON.parse(params.claims) as Record<string, Record<string, unknown> | undefined>
  const known = new Set(Object.values(settings.claims).flat())
  const named = [members.userinfo, members.id_token].flatMap((member) => Object.entries(member ?? {}))
  return [
    ...new Set(
      named
        // `null`, or an object with requirements for the claim.
        .filter(([, value]) => typeof value === 'object' && !Array.isArray(value))
        .map(([claim]) => claim)
        .filter((claim) => known.has(claim) && !protocolClaims.has(claim)),
    ),
  ]
}

interface ApiRow {
  readonly identifier: string
  readonly key: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly descriptions: ScopeDescriptions
}

async function apisOf(
  { context, interaction }: ConsentRequest,
  scopes: readonly string[],
): Promise<RequestedApi[]> {
  const resources = [...new Set([interaction.params.resource ?? []].flat().map(String))]
  if (resources.length === 0) return []
  const { deps, project } = context
  const rows = await deps.database.rows<ApiRow>(sql`
    SELECT identifier, identifier_key AS key, name, scopes, scope_descriptions AS descriptions FROM resources
    WHERE project_id = ${project.id}
      AND identifier_key = ANY(${resources.flatMap(resourceKeys)})`)
  const forAgents = resources.some((resource) => isAgentEndpoint(context, resource))
    ? await scopesOfAgent(context, interaction.params)
    : []
  return resources.map((resource) => {
    const keys = resourceKeys(resource)
    const row =
      rows.find(({ identifier }) => identifier === resource) ?? rows.find(({ key }) => keys.includes(key))
    const isForAgents = isAgentEndpoint(context, resource)
    const declared: readonly string[] = row?.scopes ?? (isForAgents ? forAgents : [])
    return {
      resource,
      name: row?.name ?? resource,
      isAgentEndpoint: isForAgents,
      descriptions: row?.descriptions ?? {},
      scopes: scopes.filter((scope) => declared.some((one) => one === scope)),
    }
  })
}

/** oidc-provider has validated the fine-grained permissions (RFC 9396). */
function detailsOf({ context, interaction }: ConsentRequest): AuthorizationDetail[] {
  const given = interaction.params.authorization_details
  if (!context.settings['richAuthorizationRequests.enabled'] || typeof given !== 'string') return []
  return JSON.parse(given) as AuthorizationDetail[]
}
