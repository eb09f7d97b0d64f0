import type { ImportedUser } from '@signet/contracts'
import {
  type ExportFacts,
  given,
  isValues,
  linksOf,
  type MappedUser,
  profileOf,
  recordsIn,
  textOf,
  type Values,
} from './mapped.ts'

const isBanned = (until: unknown): boolean => {
  const time = textOf(until)
  return time !== undefined && !(new Date(time).getTime() < Date.now())
}

/** A row of the table `auth.users`, possibly with the rows of `auth.identities` as `identities`. */
export function mapSupabase(user: Values, facts: ExportFacts): MappedUser {
  const leftOut: string[] = []
  const identities = recordsIn(user.identities).filter(({ provider }) => provider !== 'email')
  const links = identities.map(({ provider, provider_id: id, identity_data: data }) => ({
    provider,
    subject: textOf(id) ?? (isValues(data) ? data.sub : undefined),
  }))
  const stored = user.raw_user_meta_data ?? user.user_metadata
  const metadata = isValues(stored) ? stored : {}
  if (recordsIn(user.factors).length > 0) leftOut.push('the second factor')
  return {
    user: given({
      email: textOf(user.email) ?? '',
      subject: textOf(user.id),
      emailVerified: textOf(user.email_confirmed_at) !== undefined,
      active: textOf(user.deleted_at) === undefined && !isBanned(user.banned_until),
      passwordHash: textOf(user.encrypted_password),
      links: linksOf(links, facts, leftOut),
      profile: profileOf({ displayName: textOf(metadata.full_name) ?? textOf(metadata.name) }),
    }) as ImportedUser,
    leftOut,
  }
}
