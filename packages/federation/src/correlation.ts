import { isStatedUnproven, type Person } from './person.ts'

interface Correlating {
  /** Null for a provider that is not recognised. */
  readonly kind: string | null
  readonly emailClaim: string | null
  readonly claim: string
}

/**
 * Null without a value. It is read only from the signed ID token. If the value is the user's address, the provider must not state that
 * it is unverified.
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
