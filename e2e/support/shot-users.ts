import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { AdminApi } from './admin-api.ts'

const names = [
  'Alan Turing',
  'Amara Okafor',
  'Anita Borg',
  'Barbara Liskov',
  'Bruno Keller',
  'Chen Wei',
  'Diego Morales',
  'Dorothy Vaughan',
  'Edsger Dijkstra',
  'Elena Rossi',
  'Farid Haddad',
  'Grete Hermann',
  'Hana Novak',
  'Ivan Petrov',
  'Joan Clarke',
  'Katya Sokolova',
  'Leila Nasser',
  'Linus Berg',
  'Mary Jackson',
  'Nadia Rahman',
  'Omar Farouk',
  'Paula Schmidt',
  'Radia Perlman',
  'Sofia Lindqvist',
  'Tim Jansen',
  'Uma Patel',
  'Viktor Horvath',
  'Wanda Kowalska',
  'Yuki Tanaka',
  'Zoe Laurent',
]

/** The first letter of the given name and the family name. */
const addressOf = (name: string): string => `${name[0]}.${name.split(' ')[1]}@customer.example`.toLowerCase()

/** The youngest account is the first. */
export const userAddresses = names.map(addressOf)

const bcryptOfPassword = '$2b$10$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS'

/** Some users have an authenticator, a passkey or only the company's provider; two have no sign-in method. */
export async function importUsers(api: AdminApi, projectId: string, providerId: string): Promise<void> {
  const users = names.map((name, at) => importedUser(name, at, providerId))
  const { results } = await api.post<{ results: readonly { readonly result: string }[] }>(
    `/projects/${projectId}/users/import`,
    { users },
  )
  const refused = results.filter(({ result }) => result !== 'created')
  if (refused.length > 0) throw new Error(JSON.stringify(refused))
}

function importedUser(name: string, at: number, providerId: string) {
  const [givenName = '', familyName = ''] = name.split(' ')
  const email = addressOf(name)
  const isLinked = at % 3 === 2
  const isWithout = at % 14 === 12
  return {
    email,
    emailVerified: at % 9 !== 8,
    profile: { name: { givenName, familyName } },
    ...(isLinked || isWithout ? {} : { passwordHash: bcryptOfPassword }),
    ...(isLinked && !isWithout ? { links: [{ providerId, subject: `00u${at}` }] } : {}),
    ...(at % 5 === 0 && !isLinked ? { totpSeed: 'JBSWY3DPEHPK3PXP' } : {}),
    ...(at % 4 === 1 && !isWithout ? { passkeys: [newPasskey()] } : {}),
  }
}

function newPasskey() {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const hex = (text: string) => Buffer.from(text, 'base64url').toString('hex')
  return {
    credentialId: randomBytes(32).toString('base64url'),
    // P-256 in the form of COSE (RFC 9053).
    publicKey: Buffer.from(`a5010203262001215820${hex(x)}225820${hex(y)}`, 'hex').toString('base64url'),
    rpId: 'localhost',
    userHandle: randomBytes(32).toString('base64url'),
  }
}
