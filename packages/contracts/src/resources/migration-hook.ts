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
  created: Count.describe('Users created from a response.'),
  refused: Count.describe('Responses with an unknown user or a wrong password.'),
  failed: Count.describe('Requests without a valid response.'),
  skipped: Count.describe('Sign-ins for which no request was sent, because too many were in progress.'),
  lastCreatedAt: Timestamp.nullable(),
  lastFailure: z
    .strictObject({ at: Timestamp, reason: z.string() })
    .nullable()
    .describe('The last request without a valid response.'),
})

/** Result of a request about a user who does not exist. */
export const MigrationHookTest = z.strictObject({
  outcome: z
    .enum(['ready', 'accepts_anyone', 'failed'])
    .describe('ready: the unknown user was rejected, as required; accepts_anyone: it was accepted.'),
  reason: z.string().nullable().describe('Reason of the invalid response.'),
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
