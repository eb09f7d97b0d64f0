import { errors } from 'oidc-provider'
import type { Assertion } from '../agents/assertions.ts'
import { scopeTokens } from '../protocol/scopes.ts'

/**
 * @returns undefined without the claim
 * @throws InvalidGrant for a claim that is neither a text nor a list of texts
 */
export function resourceIn({ resource }: Partial<Assertion>): readonly string[] | undefined {
  if (resource === undefined) return undefined
  const named: readonly unknown[] = Array.isArray(resource) ? resource : [resource]
  if (named.length === 0 || !named.every((one) => typeof one === 'string'))
    throw new errors.InvalidGrant('the assertion has a claim resource that names no resource')
  return named as readonly string[]
}

/** @throws InvalidGrant when the claim is no text, InvalidScope when no scope remains */
export function scopesIn({ scope }: Partial<Assertion>, permitted: readonly string[]): string[] {
  if (scope === undefined) return [...permitted]
  if (typeof scope !== 'string')
    throw new errors.InvalidGrant('the assertion has a claim scope that is no text')
  const named = scopeTokens(scope)
  const within = permitted.filter((each) => named.includes(each))
  if (within.length === 0)
    throw new errors.InvalidScope('the assertion has no scope that may be granted', scope)
  return within
}
