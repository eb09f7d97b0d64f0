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

/** JSON in a text: the links of a user that signed in through a provider. */
function identitiesOf(text: string | undefined): Values[] {
  const parsed: unknown = text === undefined ? [] : JSON.parse(text)
  return recordsIn(isValues(parsed) ? [parsed] : parsed)
}

/** Attributes of the pool itself are claims of the same name. */
const claimsOf = (attributes: ReadonlyMap<string, string>): ImportedUser['claims'] => {
  const own = [...attributes].filter(([name]) => name.startsWith('custom:'))
  return own.length > 0
    ? Object.fromEntries(own.map(([name, value]) => [name.slice('custom:'.length), value]))
    : undefined
}

/** A user of `aws cognito-idp list-users`. Cognito exports neither hashes nor seeds. */
export function mapCognito(user: Values, facts: ExportFacts): MappedUser {
  const attributes = new Map(
    recordsIn(user.Attributes).map(({ Name, Value }) => [String(Name), String(Value)]),
  )
  const email = attributes.get('email')
  const leftOut =
    user.UserStatus === 'EXTERNAL_PROVIDER' ? [] : ['the password, which Cognito does not export']
  if (Array.isArray(user.MFAOptions) && user.MFAOptions.length > 0) leftOut.push('the second factor')
  const links = identitiesOf(attributes.get('identities')).map(({ providerName, userId }) => ({
    provider: providerName,
    subject: userId,
  }))
  const name = textOf(user.Username)
  const subject = attributes.get('sub')
  return {
    user: given({
      email: email ?? '',
      subject,
      username: name === subject || links.length > 0 ? undefined : usernameOf(name, email),
      emailVerified: attributes.get('email_verified') === 'true',
      active: user.Enabled !== false,
      claims: claimsOf(attributes),
      links: linksOf(links, facts, leftOut),
      profile: profileOf({
        givenName: attributes.get('given_name'),
        familyName: attributes.get('family_name'),
        displayName: attributes.get('name'),
        locale: attributes.get('locale'),
      }),
    }) as ImportedUser,
    leftOut,
  }
}
