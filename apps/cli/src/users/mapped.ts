import type { ImportedUser } from '@signet/contracts'

/** `leftOut` has the facts without a counterpart in an import. */
export interface MappedUser {
  readonly user: ImportedUser
  readonly leftOut: readonly string[]
  /** Set for a file with a user in each line. */
  readonly line?: number
}

/** Shown by Firebase under Authentication, Users, Password hash parameters. */
export interface FirebaseParameters {
  readonly signerKey?: string | undefined
  readonly saltSeparator: string
  readonly rounds: number
  readonly memoryCost: number
}

export interface ExportFacts {
  readonly firebase: FirebaseParameters
  readonly rpId?: string | undefined
  /** Key: name of the provider in the other system. */
  readonly links?: ReadonlyMap<string, string> | undefined
}

export type Values = Readonly<Record<string, unknown>>

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

export const recordsIn = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isValues) : [])

export const given = <Record extends object>(
  record: Record,
): { [K in keyof Record]: Exclude<Record[K], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [K in keyof Record]: Exclude<Record[K], undefined>
  }

/** Undefined without any part of a name. */
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

/** `provider` is the name in the other system. */
export interface ForeignLink {
  readonly provider: unknown
  readonly subject: unknown
}

/**
 * Only providers that `--link` names. A link of another provider is left out, and is created again when the user signs in through it.
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

/** Undefined when the name is the address. */
export const usernameOf = (name: string | undefined, email: string | undefined): string | undefined =>
  name !== undefined && email !== undefined && name.toLowerCase() !== email.toLowerCase() ? name : undefined

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 section 6, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}
