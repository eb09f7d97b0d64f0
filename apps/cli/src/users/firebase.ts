import type { ImportedUser } from '@signet/contracts'
import { fail } from '../failure.ts'
import {
  type ExportFacts,
  given,
  linksOf,
  type MappedUser,
  profileOf,
  recordsIn,
  textOf,
  type Values,
} from './mapped.ts'

/** A user of `firebase auth:export`. Its base64 is URL-safe. */
export function mapFirebase(user: Values, facts: ExportFacts): MappedUser {
  const { signerKey, saltSeparator, rounds, memoryCost } = facts.firebase
  const [hash, salt] = [textOf(user.passwordHash), textOf(user.salt)]
  if (hash && !signerKey)
    fail('Hashes of Firebase need --signer-key, and the other password hash parameters.')
  const leftOut: string[] = []
  const providers = recordsIn(user.providerUserInfo).filter(({ providerId }) => providerId !== 'password')
  const links = providers.map(({ providerId: provider, rawId: subject }) => ({ provider, subject }))
  return {
    user: given({
      email: textOf(user.email) ?? '',
      subject: textOf(user.localId),
      emailVerified: user.emailVerified === true,
      active: user.disabled !== true,
      passwordHash:
        hash && salt
          ? `$firebase-scrypt$m=${memoryCost},r=${rounds}$${salt}$${saltSeparator}$${signerKey}$${hash}`
          : undefined,
      links: linksOf(links, facts, leftOut),
      profile: profileOf({ displayName: textOf(user.displayName) }),
    }) as ImportedUser,
    leftOut: [...leftOut, ...(user.mfaInfo === undefined ? [] : ['the second factor'])],
  }
}
