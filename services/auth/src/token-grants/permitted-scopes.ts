import type Provider from 'oidc-provider'
import {
  errors,
  type Grant,
  type ResourceServerInstance,
  type TokenEndpointGrantContext,
} from 'oidc-provider'
import { resolveRequestedResources } from 'oidc-provider/lib/helpers/grants.js'
import { ownSettings } from '../clients/client-metadata.ts'
import { earlierConsent } from '../consent/earlier-consent.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { readApi } from '../protocol/apis.ts'
import { audienceOnly, scopeTokens } from '../protocol/scopes.ts'

export interface GrantParts {
  readonly provider: Provider
  readonly context: OptionsContext
  readonly ctx: TokenEndpointGrantContext
}

/** @throws InvalidTarget for an unknown API, InvalidScope for a scope outside the registration */
export async function resolveApi(
  { provider, ctx }: Omit<GrantParts, 'context'>,
  identifier: string,
): Promise<ResourceServerInstance> {
  ctx.oidc.params.resource = identifier
  const [server] = await resolveRequestedResources(provider, ctx)
  if (!server) throw new errors.InvalidTarget('tokens for APIs are switched off')
  return server
}

/** Accepts any spelling of an identifier. */
export async function namesApi(
  { deps, project }: OptionsContext,
  identifiers: readonly string[],
  audience: string,
): Promise<boolean> {
  for (const named of identifiers)
    if (named === audience || (await readApi(deps.database, project.id, named))?.identifier === audience)
      return true
  return false
}

/**
 * Accepts any spelling of the identifier.
 * @returns undefined without the API
 */
export async function scopesInGrant(
  context: OptionsContext,
  grant: Grant,
  audience: string,
): Promise<Set<string> | undefined> {
  let found: Set<string> | undefined
  for (const named of Object.keys(grant.resources ?? {})) {
    if (await namesApi(context, [named], audience))
      found = new Set([...(found ?? []), ...scopeTokens(grant.getResourceScope(named))])
  }
  found?.delete(audienceOnly)
  return found
}

/**
 * The grant is new and unsaved. An application that needs no consent has every scope that it may request at the API, as at a sign-in.
 * @throws InvalidTarget when the user must consent first
 */
export async function grantOfApplication(
  { provider, context, ctx }: GrantParts,
  accountId: string,
  { scopes, audience }: { readonly scopes: ReadonlySet<string>; readonly audience: string },
): Promise<Grant> {
  const { client } = ctx.oidc
  const owner = { accountId, clientId: client.clientId }
  if (!ownSettings(client).requireConsent) {
    const grant = new provider.Grant(owner)
    grant.addResourceScope(audience, [audienceOnly, ...scopes])
    return grant
  }
  const key = { projectId: context.project.id, ...owner }
  const consent = await earlierConsent(provider, context.deps.database, key)
  if (!consent || !(await scopesInGrant(context, consent, audience)))
    throw new errors.InvalidTarget('the user has not granted this API to the application')
  return consent
}

/** @throws InvalidTarget when the user must consent first */
export async function scopesOfApplication(
  parts: GrantParts,
  accountId: string,
  api: { readonly scopes: ReadonlySet<string>; readonly audience: string },
): Promise<ReadonlySet<string>> {
  const grant = await grantOfApplication(parts, accountId, api)
  return (await scopesInGrant(parts.context, grant, api.audience)) ?? new Set()
}

/**
 * Returns all permitted scopes when the request names none.
 * @throws InvalidScope when the request names another one
 */
export function chooseScopes(asked: Iterable<string>, permitted: readonly string[]): readonly string[] {
  const named = [...asked]
  const refused = named.filter((scope) => !permitted.includes(scope))
  if (refused.length > 0)
    throw new errors.InvalidScope('requested scope exceeds the permitted scope', refused.join(' '))
  return named.length > 0 ? named : permitted
}
