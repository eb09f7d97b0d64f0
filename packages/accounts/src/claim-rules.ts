import { problemOfClaim, untaggedClaim } from '@signet/contracts'
import { refuseValue } from '@signet/runtime'
import { internationalNumberRule, isInternational } from './profile-rules.ts'

/** Applications parse claims with a standard name by OpenID Connect Core 5.1. */
export async function checkStandardClaims(claims: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, value] of Object.entries(claims)) {
    const problem = problemOfClaim(name, value)
    if (problem) refuseValue(`claims.${name}`, problem)
    if (untaggedClaim(name) === 'phone_number' && !(await isInternational(String(value))))
      refuseValue(`claims.${name}`, internationalNumberRule)
  }
}
