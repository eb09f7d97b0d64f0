import * as z from 'zod'
import { limits } from '../limits.ts'
import { secret } from '../secret.ts'
import { FreeObject } from '../values.ts'
import { NewGroupName } from './group.ts'
import { Profile, UserEmail } from './user.ts'

const hashCharacters = 1_000

const base64Url = (characters: number) =>
  z
    .string()
    .min(1)
    .max(characters)
    .regex(/^[\w-]+$/, 'must be base64url without padding')

/** Keeps its host and its user handle of the other system (WebAuthn). */
export const ImportedPasskey = z.strictObject({
  credentialId: base64Url(1_364).describe('Id of the credential, in base64url.'),
  publicKey: base64Url(2_048).describe('Public key in the form of COSE, in base64url.'),
  rpId: z
    .string()
    .min(1)
    .max(253)
    .describe('Host that the passkey is bound to: the present one of the project, or a former one.'),
  userHandle: base64Url(86).describe('User handle in base64url, the same for all passkeys of a user.'),
  counter: z.number().int().min(0).max(2_147_483_647).optional().describe('Last signature counter.'),
  aaguid: z.guid().optional().describe('Model of the authenticator.'),
  transports: z
    .array(z.string().regex(/^[a-z-]{1,32}$/))
    .max(8)
    .optional()
    .describe('Connections of the authenticator, such as internal or usb.'),
  backupEligible: z
    .boolean()
    .optional()
    .describe('Whether it can be synced; without a value, its first use decides.'),
  backedUp: z.boolean().optional().describe('Whether it is synced at present.'),
  name: z.string().min(1).max(64).optional().describe('Name for the user; default: Passkey.'),
})
export type ImportedPasskey = z.output<typeof ImportedPasskey>

export const ImportedLink = z.strictObject({
  providerId: z.string().min(1).max(limits.idCharacters).describe('Identity provider of the project.'),
  subject: z
    .string()
    .min(1)
    .max(255)
    .describe('Id of the user at the provider (sub, or the NameID of SAML).'),
  issuer: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Issuer of the subject; needed only for a provider with many tenants.'),
})
export type ImportedLink = z.output<typeof ImportedLink>

export const ImportedUser = z.strictObject({
  email: UserEmail.describe('Address, by which a repeated import finds the account.'),
  subject: z
    .string()
    .regex(
      /^[\w~|@+-][\w.~|@+-]{0,127}$/,
      'must be 1 to 128 letters, digits and . _ ~ | @ + -, without a dot at the start',
    )
    .optional()
    .describe(
      'Id of the user that applications know (sub). The account keeps it as its id, unless another account or an application has it.',
    ),
  username: z
    .string()
    .min(1)
    .max(limits.userEmailCharacters.max)
    .optional()
    .describe('Another name for the sign-in.'),
  emailVerified: z.boolean().optional().describe('Whether the other system has verified the address.'),
  passwordHash: secret(z.string().min(1).max(hashCharacters))
    .optional()
    .describe(
      'Hash of the password in a form of the command line; the next sign-in replaces it by argon2id.',
    ),
  totpSeed: secret(z.string().min(1).max(200))
    .optional()
    .describe('Base32 seed of an authenticator app with SHA-1, 6 digits and 30 seconds.'),
  passkeys: z
    .array(ImportedPasskey)
    .max(limits.passkeysOfUser)
    .optional()
    .describe('Passkeys, which work at their host only.'),
  links: z.array(ImportedLink).max(20).optional().describe('Accounts at identity providers.'),
  active: z.boolean().optional().describe('Whether the account may sign in.'),
  claims: FreeObject.optional().describe('Additional claims by name.'),
  profile: Profile.optional().describe('Profile in the form of RFC 7643.'),
  groups: z
    .array(NewGroupName)
    .max(100)
    .optional()
    .describe('Names of groups of the project that the user becomes a member of.'),
})
export type ImportedUser = z.output<typeof ImportedUser>

export const ImportResult = z.strictObject({
  email: z.string().describe('Address of the user in the request.'),
  result: z
    .enum(['created', 'updated', 'skipped', 'refused'])
    .describe('skipped: another account has one of the names.'),
  userId: z.string().nullable().describe('Id of the account; null for a refused user.'),
  reason: z
    .string()
    .nullable()
    .describe('Reason of a skip, a refusal or an id that differs from the subject.'),
})
export type ImportResult = z.input<typeof ImportResult>
