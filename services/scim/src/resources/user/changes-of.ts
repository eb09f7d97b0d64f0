import { isDeepStrictEqual } from 'node:util'
import type { ManagedAccount } from '@signet/provisioning'

const named = ['userName', 'externalId', 'active'] as const

/** Returns old and new names and state, and the changed parts of the profile. */
export function changesOf(before: ManagedAccount, after: ManagedAccount): Record<string, unknown> {
  const changed = named.filter((name) => before[name] !== after[name])
  const parts = [...new Set([...Object.keys(before.profile), ...Object.keys(after.profile)])] as const
  const profile = parts.filter((part) => !isDeepStrictEqual(partOf(before, part), partOf(after, part)))
  return {
    ...Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }])),
    ...(profile.length > 0 ? { profile } : {}),
  }
}

const partOf = ({ profile }: ManagedAccount, part: string): unknown => Reflect.get(profile, part)
