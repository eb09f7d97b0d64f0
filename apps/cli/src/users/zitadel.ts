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
  usernameOf,
  type Values,
} from './mapped.ts'

const valuesOf = (value: unknown): Values => (isValues(value) ? value : {})

/** Human users of all organizations in an export (`/admin/v1/export`). */
export function mapZitadel(file: unknown, facts: ExportFacts): MappedUser[] {
  return recordsIn(valuesOf(file).orgs).flatMap((org) => {
    const links = Map.groupBy(recordsIn(org.userLinks), ({ userId }) => String(userId))
    return recordsIn(org.humanUsers).map((one) => mapHuman(one, links.get(String(one.userId)) ?? [], facts))
  })
}

function mapHuman(
  { userId, user: stored }: Values,
  links: readonly Values[],
  facts: ExportFacts,
): MappedUser {
  const user = valuesOf(stored)
  const [profile, email, hash] = [valuesOf(user.profile), valuesOf(user.email), valuesOf(user.hashedPassword)]
  const address = textOf(email.email)
  const leftOut: string[] = []
  const identities = links.map(({ idpName, idpId, providedUserId: subject }) => ({
    provider: facts.links?.has(String(idpId)) ? idpId : (idpName ?? idpId),
    subject,
  }))
  if (user.passwordChangeRequired === true) leftOut.push('the required change of the password')
  return {
    user: given({
      email: address ?? '',
      subject: textOf(userId),
      username: usernameOf(textOf(user.userName), address),
      emailVerified: email.isEmailVerified === true,
      passwordHash: textOf(hash.value),
      totpSeed: textOf(user.otpCode),
      links: linksOf(identities, facts, leftOut),
      profile: profileOf({
        givenName: textOf(profile.firstName),
        familyName: textOf(profile.lastName),
        displayName: textOf(profile.displayName),
        locale: textOf(profile.preferredLanguage),
      }),
    }) as ImportedUser,
    leftOut,
  }
}
