import * as z from 'zod'
import { labelAnswer } from '../labels.ts'
import { limits } from '../limits.ts'
import { secret } from '../secret.ts'
import { Count, EmailAddress, id, LastActiveDay, Timestamp } from '../values.ts'
import { RequestedAddressForm } from './project.ts'
import { Membership } from './team.ts'

const { min, max } = limits.administratorPasswordCharacters
export const AdministratorPassword = secret(z.string().min(min).max(max))

export const Administrator = z.strictObject({
  id: id('account'),
  email: EmailAddress,
  verified: z.boolean(),
  active: z.boolean().describe('false: deactivated or locked, cannot sign in.'),
  superAdministrator: z.boolean(),
  authenticator: z.boolean().describe('Whether an authenticator app is enrolled.'),
  teams: z.array(Membership),
  lastActiveOn: LastActiveDay,
  createdAt: Timestamp,
  ...labelAnswer,
})
export type Administrator = z.input<typeof Administrator>

/** Sign-in to the console without passwords. */
export const SignInReadiness = z.strictObject({
  passwordLogin: z.boolean().describe('Whether console sign-in with a password is on.'),
  superAdministratorsThroughProvider: Count.describe(
    "Super administrators who could sign in through an identity provider of the administrators' project.",
  ),
  withoutProvider: z
    .array(z.strictObject({ id: id('account'), email: z.string(), superAdministrator: z.boolean() }))
    .describe('Administrators who could not sign in any more without a password.'),
  withoutSecondFactor: z
    .array(z.strictObject({ id: id('account'), email: z.string() }))
    .describe('Super administrators with a password, and neither a passkey nor an authenticator.'),
})

const Allowance = z.strictObject({ count: Count, max: Count.nullable().describe('null: unlimited') })

export const WhoAmI = z.strictObject({
  id: id('account'),
  email: EmailAddress,
  verified: z.boolean(),
  superAdministrator: z.boolean(),
  teams: z.array(Membership),
  activeTeamId: id('team').nullable().describe('null for an agent, which names a team in each call.'),
  can: z.strictObject({
    createProject: z.boolean(),
    addressForms: z
      .array(z.enum([...RequestedAddressForm.options, 'host']))
      .describe('Address forms that the caller may give a project, the default first.'),
    createTeam: z.boolean(),
    instance: z
      .boolean()
      .describe('Instance-wide operations: settings, plans, keys, administrators, faults.'),
    nameSlug: z.boolean().optional().describe('Present while plans are enforced.'),
    projects: Allowance.optional().describe('Present while plans are enforced.'),
    teams: Allowance.optional().describe('Present while plans are enforced.'),
  }),
})
export type WhoAmI = z.input<typeof WhoAmI>

export const ConsoleSessionId = z.string().min(1).max(100).describe('Id of a console session.')

export const ConsoleSession = z.strictObject({
  id: ConsoleSessionId,
  current: z.boolean().describe('The session of this call.'),
  signedInAt: Timestamp,
  lastSeenAt: Timestamp.describe('To the minute.'),
  expiresAt: Timestamp.describe('Latest expiry; an hour without use ends the session earlier.'),
})

export const Scope = z.strictObject({
  activeTeamId: id('team').nullable(),
  teams: z.array(Membership).describe('Teams to which the caller can switch.'),
})
