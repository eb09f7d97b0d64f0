import { isOwnClaim } from '@signet/accounts'
import { type Located, recognise } from '@signet/federation'
import { refuseValue } from '@signet/runtime'
import type { ProviderInput } from './provider-fields.ts'

type Mappings = Pick<ProviderInput, 'groupMappings' | 'claimMappings'>

/**
 * Rejects claims that an account cannot store, and mappings of a provider with many tenants, each of which states any group and role of
 * its users.
 */
export function checkMappings(provider: Located, { groupMappings = [], claimMappings = [] }: Mappings): void {
  const [mapped] = Object.entries({ groupMappings, claimMappings }).filter(([, list]) => list.length > 0)
  if (mapped && recognise(provider) === 'microsoft')
    refuseValue(mapped[0], 'must be empty: every tenant of Microsoft chooses these values for its users')
  claimMappings.forEach(({ name }, index) => {
    if (!isOwnClaim(name)) refuseValue(`claimMappings.${index}.name`, 'is no claim that a user can have')
    if (claimMappings.findIndex((one) => one.name === name) < index)
      refuseValue(`claimMappings.${index}.name`, 'is written by another mapping')
  })
}
