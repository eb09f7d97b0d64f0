import type { ImportedUser } from '@signet/contracts'

/** A user of another system in the form of an import, with the facts that have no counterpart. */
export interface MappedUser {
  readonly user: ImportedUser
  readonly leftOut: readonly string[]
  /** Line of the file, for a file with a user in each line. */
  readonly line?: number
}

/** Parameters of the password hashes of a Firebase project (Authentication, Users, Password hash parameters). */
export interface FirebaseParameters {
  readonly signerKey?: string | undefined
  readonly saltSeparator: string
  readonly rounds: number
  readonly memoryCost: number
}

export interface ExportFacts {
  readonly firebase: FirebaseParameters
  readonly rpId?: string | undefined
  /** Providers of the project by their names in the other system. */
  readonly links?: ReadonlyMap<string, string> | undefined
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

/** A user's account at a provider, by the name that the other system has for the provider. */
export interface ForeignLink {
  readonly provider: unknown
  readonly subject: unknown
}

/**
 * Maps links to the providers of the project that `--link` names. A link of another provider is left out, and is created
 * again when the user signs in through it.
 */
export function linksOf(
  found: readonly ForeignLink[],
  { links = new Map<string, string>() }: Pick<ExportFacts, 'links'>,
  leftOut: string[],
): ImportedUser['links'] {
  const mapped = found.flatMap(({ provider, subject }) => {
    const providerId = links.get(String(provider))
    const id = typeof subject === 'number' ? String(subject) : textOf(subject)
    if (providerId !== undefined && id !== undefined) return [{ providerId, subject: id }]
    leftOut.push(`the link to the provider ${provider}`)
    return []
  })
  return mapped.length > 0 ? mapped : undefined
}

/** Returns the user name, unless it is the address. */
export const usernameOf = (name: string | undefined, email: string | undefined): string | undefined =>
  name !== undefined && email !== undefined && name.toLowerCase() !== email.toLowerCase() ? name : undefined

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes in base32 (RFC 4648 section 6) without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}
