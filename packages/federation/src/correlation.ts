import { isStatedUnproven, type Person } from './person.ts'

interface Correlating {
  /** As recognised; null for a provider of no recognised kind. */
  readonly kind: string | null
  readonly emailClaim: string | null
  /** The claim by which the bound directory finds a person. */
  readonly claim: string
}

/**
 * Returns the value by which a bound directory finds a person; null without one. It comes from the signed ID token only. A
 * value that is the person's address counts only when the provider does not state that the address is unverified.
 */
export function correlationValue(
  { kind, emailClaim, claim }: Correlating,
  { signed }: Pick<Person, 'signed'>,
): string | null {
  const value = signed[claim]
  if (typeof value !== 'string' || value === '') return null
  const isAddress = claim === 'email' || claim === emailClaim || isSame(value, signed.email)
  return isAddress && isStatedUnproven(kind, signed) ? null : value
}

const isSame = (value: string, address: unknown): boolean =>
  typeof address === 'string' && value.toLowerCase() === address.toLowerCase()
