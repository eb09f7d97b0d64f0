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

/** Exports with password hashes have only the id of the database connection. */
function subjectOf({ user_id: id, _id: stored }: Values): string | undefined {
  const oid = isValues(stored) ? textOf(stored.$oid) : undefined
  return textOf(id) ?? (oid === undefined ? undefined : `auth0|${oid}`)
}

export function mapAuth0(user: Values, facts: ExportFacts): MappedUser {
  const leftOut: string[] = []
  const identities = recordsIn(user.identities).filter(({ provider }) => provider !== 'auth0')
  const links = identities.map(({ provider, user_id: subject }) => ({ provider, subject }))
  const [name, email] = [textOf(user.name), textOf(user.email)]
  return {
    user: given({
      email: email ?? '',
      subject: subjectOf(user),
      username: textOf(user.username),
      emailVerified: user.email_verified === true,
      active: user.blocked !== true,
      passwordHash: textOf(user.passwordHash) ?? textOf(user.password_hash),
      links: linksOf(links, facts, leftOut),
      profile: profileOf({
        givenName: textOf(user.given_name),
        familyName: textOf(user.family_name),
        displayName: name === email ? undefined : name,
      }),
    }) as ImportedUser,
    leftOut,
  }
}
