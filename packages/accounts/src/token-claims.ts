import type { ClaimOutput, Settings } from '@signet/contracts'
import { claimsOf } from './claims.ts'
import {
  type ClaimFacts,
  type DeclaredLists,
  type DeclaredResult,
  type DeclaringAccount,
  declareClaims,
} from './declared-claims.ts'

/** Null for a claim that the request names. */
export interface ReleasedClaim {
  readonly claim: string
  readonly value: unknown
  readonly scope: string | null
}

export interface UserClaims extends DeclaredResult {
  /** Released by scopes and the request, without those that a declared claim replaces. */
  readonly released: readonly ReleasedClaim[]
}

export interface UserClaimsRequest {
  readonly output: Exclude<ClaimOutput, 'access_token'>
  /** Undefined without declared claims. */
  readonly lists: DeclaredLists | undefined
  readonly facts: ClaimFacts & { readonly account: DeclaringAccount }
  /** Claim `groups`, when the scopes or the request release it. */
  readonly groups?: readonly string[] | undefined
  /** Setting `claims`. */
  readonly byScope: Settings['claims']
  /** OpenID Connect Core 5.5. */
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
 * An ID token's or UserInfo's claims, for the issue and for the preview. A declared claim replaces a claim of the account with the same
 * name.
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
  /** Claim `groups`, when the granted scopes release it. */
  readonly groups?: readonly string[] | undefined
  readonly scope?: string | null
}

/** RFC 9068 2.2.3.1; for the issue and for the preview. */
export function claimsOfAccessToken({ lists, facts, groups, scope = null }: AccessTokenRequest): UserClaims {
  const declared = lists ? declareClaims(lists, 'access_token', facts) : nothingDeclared
  const isReplaced = declared.issued.some(({ claim }) => claim === 'groups')
  const released = groups && !isReplaced ? [{ claim: 'groups', value: groups, scope }] : []
  return { ...declared, released }
}

/** True when UserInfo cannot deliver them (OpenID Connect Core 5.4), or the application or the setting permits it. */
export const idTokenHasClaimsOfScopes = (
  settings: Pick<Settings, 'userinfo.enabled' | 'conformIdTokenClaims'>,
  ofApplication: boolean | null | undefined,
  audience: unknown,
): boolean =>
  !settings['userinfo.enabled'] || Boolean(audience) || (ofApplication ?? !settings.conformIdTokenClaims)
