import { type ImportedUser, isClaimName, isReservedOfAccounts, problemOfClaim } from '@signet/contracts'
import {
  base32,
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

const json = (value: unknown): Values => {
  const text = textOf(value)
  const parsed: unknown = text === undefined ? {} : JSON.parse(text)
  return isValues(parsed) ? parsed : {}
}

const first = (value: unknown): string | undefined =>
  Array.isArray(value) ? textOf(value[0]) : textOf(value)

/** Undefined for an unknown algorithm. */
function passwordOf({ secretData, credentialData }: Values): string | undefined {
  const { value, salt } = json(secretData)
  const { algorithm, hashIterations, additionalParameters } = json(credentialData)
  if (algorithm === 'argon2')
    return argon2Of(String(value), String(salt), hashIterations, additionalParameters)
  const digest = /^pbkdf2(-sha256|-sha512)?$/.exec(String(algorithm))
  return digest ? `$pbkdf2${digest[1] ?? '-sha1'}$i=${hashIterations}$${salt}$${value}` : undefined
}

const unpadded = (base64: string): string => base64.replace(/=+$/, '')

function argon2Of(value: string, salt: string, passes: unknown, parameters: unknown): string | undefined {
  const of = (name: string) => (isValues(parameters) ? first(parameters[name]) : undefined)
  const version = of('version') === '1.0' ? 16 : 19
  const type = of('type')
  return type === undefined
    ? undefined
    : `$argon2${type}$v=${version}$m=${of('memory')},t=${passes},p=${of('parallelism')}$${unpadded(salt)}$${unpadded(value)}`
}

/** Requires the parameters that every app has. */
function seedOf({ secretData, credentialData }: Values): string | undefined {
  const { subType, digits, period, algorithm, secretEncoding } = json(credentialData)
  if (subType !== 'totp' || digits !== 6 || period !== 30 || algorithm !== 'HmacSHA1') return undefined
  const value = textOf(json(secretData).value)
  if (value === undefined) return undefined
  return secretEncoding === 'BASE32' ? value : base32(Buffer.from(value))
}

/** Key: the type of the credential. Undefined when only Keycloak knows the host. */
type Hosts = Readonly<Record<string, string | undefined>>

type GroupsOfUser = (user: Values) => string[]

/** Groups are paths in Keycloak, and names in Signet. */
const pathsOf: GroupsOfUser = ({ groups }) =>
  Array.isArray(groups) ? [...new Set(groups.map((path) => String(path).replace(/^\//, '')))] : []

/** Maps `users` of a realm export. Passkeys are bound to the host of Keycloak (`rpId`), unless the realm names another one. */
export function mapKeycloak(
  realm: unknown,
  facts: ExportFacts,
  groupsOfUser: GroupsOfUser = pathsOf,
): MappedUser[] {
  const { rpId: host } = facts
  const policies = isValues(realm) ? realm : {}
  const hosts = {
    webauthn: textOf(policies.webAuthnPolicyRpId) ?? host,
    'webauthn-passwordless': textOf(policies.webAuthnPolicyPasswordlessRpId) ?? host,
  }
  return recordsIn(isValues(realm) ? realm.users : realm)
    .filter(({ serviceAccountClientId }) => serviceAccountClientId === undefined)
    .map((user) => ({ ...mapUser(user, hosts, facts), groups: groupsOfUser(user) }))
    .map(({ user, leftOut, groups }) => ({ user: groups.length > 0 ? { ...user, groups } : user, leftOut }))
}

/** Accepts either alphabet of base64. */
const base64Url = (value: unknown): string => Buffer.from(String(value), 'base64').toString('base64url')

/** Keycloak stores the user id as the user handle, and no backup flags. */
function passkeysOf(user: Values, hosts: Hosts, leftOut: string[]): ImportedUser['passkeys'] {
  const passkeys = recordsIn(user.credentials).flatMap(({ type, userLabel, credentialData }) => {
    if (!Object.hasOwn(hosts, String(type))) return []
    const rpId = hosts[String(type)]
    if (rpId === undefined) {
      leftOut.push('a passkey whose host the file does not name (--rp-id)')
      return []
    }
    const { credentialId, credentialPublicKey, counter, aaguid, transports } = json(credentialData)
    return [
      given({
        credentialId: base64Url(credentialId),
        publicKey: base64Url(credentialPublicKey),
        rpId,
        userHandle: Buffer.from(String(user.id)).toString('base64url'),
        counter: typeof counter === 'number' ? counter : undefined,
        aaguid: textOf(aaguid),
        transports: Array.isArray(transports) ? transports.map(String) : undefined,
        name: textOf(userLabel)?.slice(0, 64),
      }),
    ]
  })
  return passkeys.length > 0 ? passkeys : undefined
}

function mapUser(user: Values, hosts: Hosts, facts: ExportFacts): MappedUser {
  const leftOut: string[] = []
  const read = (type: string, map: (credential: Values) => string | undefined): string | undefined => {
    const credential = recordsIn(user.credentials).find((one) => one.type === type)
    const mapped = credential && map(credential)
    if (credential && mapped === undefined)
      leftOut.push(`a credential of the kind ${type} with another algorithm`)
    return mapped
  }
  const email = textOf(user.email)
  const name = textOf(user.username)
  const identities = recordsIn(user.federatedIdentities).map(({ identityProvider, userId }) => ({
    provider: identityProvider,
    subject: userId,
  }))
  const links = linksOf(identities, facts, leftOut)
  if (Array.isArray(user.requiredActions) && user.requiredActions.length > 0)
    leftOut.push(`the required actions ${user.requiredActions.join(', ')}`)
  const attributes = isValues(user.attributes) ? user.attributes : {}
  return {
    user: given({
      email: email ?? name ?? '',
      subject: textOf(user.id),
      // Keycloak stores the address as the user name of realms that sign in with addresses.
      username: usernameOf(name, email),
      emailVerified: user.emailVerified === true && email !== undefined,
      active: user.enabled !== false,
      passwordHash: read('password', passwordOf),
      totpSeed: read('otp', seedOf),
      passkeys: passkeysOf(user, hosts, leftOut),
      links,
      claims: claimsOf(attributes, leftOut),
      profile: profileOf({
        givenName: textOf(user.firstName),
        familyName: textOf(user.lastName),
        locale: first(attributes.locale),
      }),
    }) as ImportedUser,
    leftOut,
  }
}

/** Another claim of the account has the locale. */
function claimsOf(attributes: Values, leftOut: string[]): ImportedUser['claims'] {
  const claims = Object.entries(attributes).flatMap(([name, values]): [string, unknown][] => {
    if (name === 'locale') return []
    const value = Array.isArray(values) && values.length === 1 ? values[0] : values
    const isValid =
      isClaimName(name) && !isReservedOfAccounts(name) && problemOfClaim(name, value) === undefined
    if (!isValid) leftOut.push(`the attribute ${name}`)
    return isValid ? [[name, value]] : []
  })
  return claims.length > 0 ? Object.fromEntries(claims) : undefined
}
