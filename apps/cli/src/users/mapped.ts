import type { ImportedUser } from '@signet/contracts'

/** A user of another system in the form of an import, with the facts that have no counterpart. */
export interface MappedUser {
  readonly user: ImportedUser
  readonly leftOut: readonly string[]
}

export type Values = Readonly<Record<string, unknown>>

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

export const recordsIn = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isValues) : [])

/** Removes members without a value. */
export const given = <Record extends object>(
  record: Record,
): { [K in keyof Record]: Exclude<Record[K], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [K in keyof Record]: Exclude<Record[K], undefined>
  }

/** Returns a profile from the parts of a name; undefined without any part. */
export function profileOf(parts: {
  readonly givenName?: string | undefined
  readonly familyName?: string | undefined
  readonly displayName?: string | undefined
  readonly locale?: string | undefined
}): ImportedUser['profile'] {
  const { givenName, familyName, ...rest } = given(parts)
  const name = given({ givenName, familyName })
  const profile = { ...(Object.keys(name).length > 0 ? { name } : {}), ...rest }
  return Object.keys(profile).length > 0 ? profile : undefined
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes in base32 (RFC 4648 section 6) without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}
