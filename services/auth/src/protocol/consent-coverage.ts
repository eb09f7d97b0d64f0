import type { Grant } from 'oidc-provider'
import { scopeTokens } from './scopes.ts'

export interface NeededConsent {
  readonly scopes: readonly string[]
  readonly claims: readonly string[]
  readonly resources: Readonly<Record<string, readonly string[]>>
}

/** Returns the part that the grant has neither allowed nor rejected. */
export function unanswered(grant: Grant, { scopes, claims, resources }: NeededConsent): NeededConsent {
  const ownScopes = new Set(scopeTokens(grant.getOIDCScopeEncountered()))
  const ownClaims = new Set(grant.getOIDCClaimsEncountered())
  const known = Object.entries(resources).flatMap(([resource, asked]) => {
    const encountered = new Set(scopeTokens(grant.getResourceScopeEncountered(resource)))
    const missing = asked.filter((scope) => !encountered.has(scope))
    return encountered.size > 0 && missing.length === 0 ? [] : [[resource, missing] as const]
  })
  return {
    scopes: scopes.filter((scope) => !ownScopes.has(scope)),
    claims: claims.filter((claim) => !ownClaims.has(claim)),
    resources: Object.fromEntries(known),
  }
}

export const isAnswered = (grant: Grant, needed: NeededConsent): boolean => {
  const { scopes, claims, resources } = unanswered(grant, needed)
  return scopes.length === 0 && claims.length === 0 && Object.keys(resources).length === 0
}
