import { problemOfClaim } from '@signet/contracts'
import type { Assertion } from './person.ts'

export interface ClaimMapping {
  readonly claim: string
  readonly name: string
}

type ClaimValue = string | number | boolean | readonly string[]

export interface Mapped {
  /** Null when the provider did not send all groups of the user. */
  readonly groups: readonly string[] | null
  /** Key: the account's claim. Null for a claim that the provider does not state. */
  readonly claims: Readonly<Record<string, ClaimValue | null>>
}

interface Mapping {
  readonly groupsClaim: string | null
  readonly mappedValues: readonly string[]
  readonly claimMappings: readonly ClaimMapping[]
}

type Claims = Readonly<Record<string, unknown>>

const groupsClaimOf = ({ groupsClaim }: Mapping): string => groupsClaim ?? 'groups'

export const mappedClaims = (mapping: Mapping): string[] => [
  ...(mapping.mappedValues.length > 0 ? [groupsClaimOf(mapping)] : []),
  ...mapping.claimMappings.map(({ claim }) => claim),
]

/** Prefers the claim with exactly this name to the member that a dotted name selects. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name.split('.').reduce<unknown>((value, member) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && Object.hasOwn(value, member) ? (value as Claims)[member] : undefined
  }, claims)
}

/**
 * Claims that the browser posted are not read. A claim that is absent while the UserInfo endpoint is down is unknown, and so are groups
 * that the provider replaced by a reference because the token would be too long (OpenID Connect Core 5.6.2).
 */
export function mapAssertion(mapping: Mapping, { signed, userInfo, isPartial }: Assertion): Mapped {
  const claims = { ...userInfo, ...signed }
  const isUnknown = (name: string) =>
    claimAt(claims, name) === undefined && (isPartial === true || isReferred(claims, name))
  const groups = groupsClaimOf(mapping)
  return {
    groups: isUnknown(groups) ? null : matching(mapping, claimAt(claims, groups)),
    claims: Object.fromEntries(
      mapping.claimMappings
        .filter(({ claim }) => !isUnknown(claim))
        .map(({ claim, name }) => [name, claimAt(claims, claim)] as const)
        .flatMap(([name, value]): [string, ClaimValue | null][] => {
          if (value === undefined || value === null) return [[name, null]]
          return isStorable(name, value) ? [[name, value]] : []
        }),
    ),
  }
}

const isReferred = (claims: Claims, name: string): boolean => {
  const [top = ''] = name.split('.')
  const references = claims._claim_names
  return (
    (typeof references === 'object' && references !== null && Object.hasOwn(references, top)) ||
    (top === 'groups' && claims.hasgroups === true)
  )
}

function matching({ mappedValues }: Mapping, stated: unknown): string[] {
  const values = new Set(Array.isArray(stated) ? stated : [stated])
  return [...new Set(mappedValues)].filter((value) => values.has(value))
}

/** Characters of a text, values of a list, and characters of each value. */
const [maxText, maxValues, maxValue] = [1_000, 100, 256]

/** Another form leaves the claim of the account unchanged. */
function isStorable(name: string, value: unknown): value is ClaimValue {
  if (problemOfClaim(name, value)) return false
  if (typeof value === 'string') return value.length <= maxText
  if (typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  return (
    Array.isArray(value) &&
    value.length <= maxValues &&
    value.every((one) => typeof one === 'string' && one.length <= maxValue)
  )
}
