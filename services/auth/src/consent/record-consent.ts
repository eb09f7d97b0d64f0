import type { Grant } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { holds } from '../protocol/rich-authorization.ts'
import { audienceOnly, scopeTokens } from '../protocol/scopes.ts'
import type { Permission, RequestedAccess } from './requested-access.ts'

const scopesAt = (permissions: readonly Permission[], audience: string | undefined): string[] =>
  permissions.flatMap(({ scope, resource }) => (scope && resource === audience ? [scope] : []))

/**
 * Refused permissions are neither released nor asked for again.
 * @param refused fields of the refused permissions
 */
export function recordConsent(
  { settings }: OptionsContext,
  grant: Grant,
  { isSignIn, permissions, namedClaims, apis, details }: RequestedAccess,
  refused: ReadonlySet<string> = new Set(),
): void {
  const allowed = permissions.filter(({ field }) => !refused.has(field))
  const denied = permissions.filter(({ field }) => refused.has(field))
  const scopes = scopesAt(allowed, undefined)
  const released = new Set([
    ...scopes.flatMap((scope) => settings.claims[scope] ?? []),
    ...allowed.flatMap(({ claim }) => claim ?? []),
  ])
  const single = permissions.flatMap(({ claim }) => claim ?? [])
  const claims = new Set([...namedClaims, ...single])
  clearRefusals(grant, { scopes: new Set(scopes), claims: released })
  const own = [...(isSignIn ? ['openid'] : []), ...scopes]
  if (own.length) grant.addOIDCScope(own)
  const deniedScopes = scopesAt(denied, undefined)
  if (deniedScopes.length) grant.rejectOIDCScope(deniedScopes)
  grant.addOIDCClaims([...claims].filter((claim) => released.has(claim)))
  grant.rejectOIDCClaims([...claims].filter((claim) => !released.has(claim)))
  for (const { resource } of apis) {
    const accepted = scopesAt(allowed, resource)
    const rejected = scopesAt(denied, resource)
    clearRefusalsAt(grant, resource, new Set(accepted))
    grant.addResourceScope(resource, [audienceOnly, ...accepted])
    if (rejected.length) grant.rejectResourceScope(resource, rejected)
  }
  for (const detail of details) if (!holds(grant.rar ?? [], detail)) grant.addRar(detail)
}

const without = (scope: string | undefined, names: ReadonlySet<string>): string =>
  scopeTokens(scope)
    .filter((name) => !names.has(name))
    .join(' ')

/** An earlier refusal in a grant takes precedence over the permission. */
function clearRefusals(
  { rejected }: Grant,
  allowed: { readonly scopes: ReadonlySet<string>; readonly claims: ReadonlySet<string> },
): void {
  const refusals = rejected?.openid
  if (!refusals) return
  refusals.scope = without(refusals.scope, allowed.scopes)
  if (refusals.claims) refusals.claims = refusals.claims.filter((claim) => !allowed.claims.has(claim))
}

function clearRefusalsAt({ rejected }: Grant, resource: string, allowed: ReadonlySet<string>): void {
  if (rejected?.resources?.[resource] !== undefined)
    rejected.resources[resource] = without(rejected.resources[resource], allowed)
}
