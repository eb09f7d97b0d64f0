import { normalizeKey } from '@signet/accounts'
import type { Profile } from '@signet/contracts'

/** The profile with each text in the form that texts are compared in, so that letter case does not count. */
export const profileKeyOf = (profile: Profile): unknown => keyOf(profile)

function keyOf(value: unknown): unknown {
  if (typeof value === 'string') return normalizeKey(value)
  if (Array.isArray(value)) return value.map(keyOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, keyOf(member)]))
}
