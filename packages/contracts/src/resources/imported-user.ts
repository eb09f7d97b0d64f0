import * as z from 'zod'
import { limits } from '../limits.ts'
import { secret } from '../secret.ts'
import { FreeObject } from '../values.ts'
import { NewGroupName } from './group.ts'
import { Profile, UserEmail } from './user.ts'

/** Characters of the longest hash of another system. */
const hashCharacters = 1_000

/** A user of another system. */
export const ImportedUser = z.strictObject({
  email: UserEmail.describe('Address, by which a repeated import finds the account.'),
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

/** Result of an import for one user. */
export const ImportResult = z.strictObject({
  email: z.string().describe('Address of the user in the request.'),
  result: z
    .enum(['created', 'skipped', 'refused'])
    .describe('skipped: an account has one of the names already.'),
  userId: z.string().nullable().describe('Id of the account; null for a refused user.'),
  reason: z.string().nullable().describe('Why the user was skipped or refused.'),
})
export type ImportResult = z.input<typeof ImportResult>
