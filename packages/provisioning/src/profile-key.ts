import { normalizeKey } from '@signet/accounts'
import type { Profile } from '@signet/contracts'

/** Normalises texts, for comparisons without regard to case. */
export const profileKeyOf = (profile: Profile): unknown => keyOf(profile)

function keyOf(value: unknown): unknown {
  if (typeof value === 'string') return normalizeKey(value)
  if (Array.isArray(value)) return value.map(keyOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, keyOf(member)]))
}
