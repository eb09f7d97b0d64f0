import type { ClaimOutput, Settings } from '@signet/contracts'
import { claimsOf } from './claims.ts'
import {
  type ClaimFacts,
  type DeclaredLists,
  type DeclaredResult,
  type DeclaringAccount,
  declareClaims,
} from './declared-claims.ts'

/** A claim with the scope that releases it; null for one that the request names. */
export interface ReleasedClaim {
  readonly claim: string
  readonly value: unknown
  readonly scope: string | null
}

export interface UserClaims extends DeclaredResult {
  /** Claims that scopes and the request release, without those that a declared claim replaces. */
  readonly released: readonly ReleasedClaim[]
}

export interface UserClaimsRequest {
  readonly output: Exclude<ClaimOutput, 'access_token'>
  /** Undefined without declared claims. */
  readonly lists: DeclaredLists | undefined
  readonly facts: ClaimFacts & { readonly account: DeclaringAccount }
  /** Value of the claim `groups`, when the scopes or the request release it. */
  readonly groups?: readonly string[] | undefined
  /** The setting `claims`: claims by scope. */
  readonly byScope: Settings['claims']
  /** Claims that the request names (OpenID Connect Core 5.5). */
  readonly named?: readonly string[]
  /** False for an ID token of an application that reads the claims of other scopes from UserInfo. */
  readonly hasClaimsOfScopes: boolean
}

function scopesOfClaims({ facts, byScope, named = [], hasClaimsOfScopes }: UserClaimsRequest) {
  const scopes = new Map<string, string | null>()
  for (const scope of facts.scopes) {
    if (!hasClaimsOfScopes && scope !== 'openid') continue
    for (const claim of byScope[scope] ?? []) if (!scopes.has(claim)) scopes.set(claim, scope)
  }
  for (const claim of named) if (!scopes.has(claim)) scopes.set(claim, null)
  for (const claim of facts.rejected ?? []) scopes.delete(claim)
  return scopes
}

const nothingDeclared: DeclaredResult = { issued: [], omitted: [] }

/**
 * Computes the claims about the user in an ID token or in UserInfo, for the issue and for the preview. A declared claim
 * replaces a claim of the account with the same name.
 */
export function claimsAboutUser(request: UserClaimsRequest): UserClaims {
  const { output, lists, facts, groups } = request
  const declared = lists ? declareClaims(lists, output, facts) : nothingDeclared
  const scopes = scopesOfClaims(request)
  for (const { claim } of declared.issued) scopes.delete(claim)
  const available = { ...claimsOf(facts.account), groups }
  const released: ReleasedClaim[] = []
  for (const [claim, value] of Object.entries(available)) {
    const scope = scopes.get(claim)
    if (scope !== undefined && value !== undefined) released.push({ claim, value, scope })
  }
  return { ...declared, released }
}

export interface AccessTokenRequest {
  readonly lists: DeclaredLists | undefined
  readonly facts: ClaimFacts
  /** Value of the claim `groups`, when the granted scopes release it. */
  readonly groups?: readonly string[] | undefined
  /** Scope that releases the groups. */
  readonly scope?: string | null
}

/** Computes the claims about the user in an access token (RFC 9068 2.2.3.1), for the issue and for the preview. */
export function claimsOfAccessToken({ lists, facts, groups, scope = null }: AccessTokenRequest): UserClaims {
  const declared = lists ? declareClaims(lists, 'access_token', facts) : nothingDeclared
  const isReplaced = declared.issued.some(({ claim }) => claim === 'groups')
  const released = groups && !isReplaced ? [{ claim: 'groups', value: groups, scope }] : []
  return { ...declared, released }
}

/**
 * Returns whether an ID token contains the claims of the granted scopes: UserInfo cannot deliver them (OpenID Connect
 * Core 5.4), or the application or the setting permits it.
 */
export const idTokenHasClaimsOfScopes = (
  settings: Pick<Settings, 'userinfo.enabled' | 'conformIdTokenClaims'>,
  ofApplication: boolean | null | undefined,
  audience: unknown,
): boolean =>
  !settings['userinfo.enabled'] || Boolean(audience) || (ofApplication ?? !settings.conformIdTokenClaims)
