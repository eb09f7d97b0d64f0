import * as z from 'zod'
import { Count, Timestamp } from '../values.ts'
import { ImportedUser } from './imported-user.ts'

/** The results are counted since the address was set. */
export const MigrationHook = z.strictObject({
  url: z.string().nullable().describe('Address that receives the signed requests; null: no hook.'),
  issuer: z
    .string()
    .nullable()
    .describe('Issuer of the requests, whose keys verify them; null without an address of the project.'),
  since: Timestamp.nullable().describe('When the address was set.'),
  created: Count.describe('Users that an answer created.'),
  refused: Count.describe('Answers that the user or the password is unknown.'),
  failed: Count.describe('Requests without a usable answer.'),
  skipped: Count.describe('Sign-ins for which no request was sent, because too many were in progress.'),
  lastCreatedAt: Timestamp.nullable(),
  lastFailure: z
    .strictObject({ at: Timestamp, reason: z.string() })
    .nullable()
    .describe('The last request without a usable answer.'),
})

/** Result of a request about a user who does not exist. */
export const MigrationHookTest = z.strictObject({
  outcome: z
    .enum(['ready', 'accepts_anyone', 'failed'])
    .describe('ready: the user is refused as it must be; accepts_anyone: an invented user was accepted.'),
  reason: z.string().nullable().describe('Why the answer is not usable.'),
  milliseconds: Count,
})

/** The answer about a known user: an imported user without credentials of other kinds than an authenticator. */
export const MigratedUser = ImportedUser.omit({
  passwordHash: true,
  passkeys: true,
  links: true,
  active: true,
})
export type MigratedUser = z.output<typeof MigratedUser>
