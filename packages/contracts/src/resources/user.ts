import * as z from 'zod'
import { humanLines, humanText } from '../human-text.ts'
import { labelAnswer } from '../labels.ts'
import { limits } from '../limits.ts'
import { secret } from '../secret.ts'
import { Count, FreeObject, id, LastActiveDay, Timestamp, uniqueIds } from '../values.ts'
import { unmatchedFields } from './connection.ts'
import { MessageDelivery } from './message-delivery.ts'

export const UserStatus = z.enum(['active', 'deactivated', 'locked'])
export const YesNo = z.enum(['yes', 'no'])
/** `console`, or the id of the connection whose directory manages the account. */
export const ManagedBy = z.string().min(1).max(limits.idCharacters)

const { min: shortestEmail, max: longestEmail } = limits.userEmailCharacters
export const UserEmail = z.string().min(shortestEmail).max(longestEmail)
const { min: shortestPassword, max: longestPassword } = limits.userPasswordCharacters
export const UserPassword = secret(z.string().min(shortestPassword).max(longestPassword))
export const Claims = FreeObject.describe(
  'Replaces all stored claims; sub, email and protocol claims are refused. Standard claims have the form of OpenID Connect Core 5.1.',
)

const listed = { type: z.string().max(64).optional(), primary: z.boolean().optional() }

const contactsOf = (text: z.ZodString) =>
  z
    .array(z.strictObject({ value: z.string().min(1).max(256), display: text.optional(), ...listed }))
    .max(limits.profileContacts)

const rolesOf = (text: z.ZodString) =>
  z
    .array(z.strictObject({ value: z.string().min(1).max(1024), display: text.optional(), ...listed }))
    .max(limits.profileRoles)

const addressesOf = (text: z.ZodString, lines: z.ZodString) =>
  z
    .array(
      z.strictObject({
        formatted: lines.optional(),
        streetAddress: lines.optional(),
        locality: text.optional(),
        region: text.optional(),
        postalCode: text.optional(),
        country: text.optional(),
        ...listed,
      }),
    )
    .max(limits.profileContacts)

/** RFC 7643 attributes; an update replaces the whole profile. */
const profileOf = (text: z.ZodString, longText: z.ZodString, lines: z.ZodString) =>
  z.strictObject({
    name: z
      .strictObject({
        formatted: longText.optional(),
        familyName: text.optional(),
        givenName: text.optional(),
        middleName: text.optional(),
        honorificPrefix: text.optional(),
        honorificSuffix: text.optional(),
      })
      .optional(),
    displayName: text.optional(),
    nickName: text.optional(),
    profileUrl: longText.optional(),
    title: text.optional(),
    userType: text.optional(),
    preferredLanguage: text.optional(),
    locale: text.optional().describe('BCP 47 language tag.'),
    timezone: text.optional().describe('Time-zone name such as Europe/Zurich.'),
    phoneNumbers: contactsOf(text).optional().describe('The primary number in international form.'),
    emails: contactsOf(text).optional(),
    addresses: addressesOf(text, lines).optional(),
    roles: rolesOf(text).optional(),
    enterprise: z
      .strictObject({
        employeeNumber: text.optional(),
        costCenter: text.optional(),
        organization: text.optional(),
        division: text.optional(),
        department: text.optional(),
        manager: z.strictObject({ value: text.optional() }).optional(),
      })
      .optional(),
  })

export const Profile = profileOf(humanText(256), humanText(2048), humanLines(2048))
/** Accepts values stored by an earlier rule. */
const StoredProfile = profileOf(z.string().max(256), z.string().max(2048), z.string().max(2048))
export type Profile = z.input<typeof Profile>

/** Ordered by email. */
export const UserRow = z.strictObject({
  id: id('account'),
  email: z.string(),
  username: z.string().nullable(),
  name: z.string().nullable().describe('Name of the user from the profile or the claims; null without one.'),
  active: z
    .boolean()
    .describe('Whether the account may sign in; false while its project is scheduled for deletion.'),
  status: UserStatus,
  inactiveReason: z
    .enum(['project_scheduled'])
    .optional()
    .describe('Present while the project is scheduled for deletion; a restore returns the stored state.'),
  verified: z.boolean(),
  authenticator: z.boolean().describe('Whether an authenticator app is enrolled.'),
  passwordSet: z.boolean().nullable().describe('Whether the account has a chosen password; null: unknown.'),
  managedBy: ManagedBy,
  groups: z.array(z.strictObject({ id: id('group'), displayName: z.string() })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type UserRow = z.input<typeof UserRow>

export const ListedUser = z.strictObject({
  ...UserRow.shape,
  lastActiveOn: LastActiveDay,
  hasSignInMethod: z
    .boolean()
    .describe('Whether the account has a password, a passkey or a linked provider that its project accepts.'),
})
export type ListedUser = z.input<typeof ListedUser>

export const User = z.strictObject({
  ...UserRow.shape,
  claims: FreeObject,
  profile: StoredProfile.nullable(),
  externalId: z.string().nullable().describe('Id of the account in the directory.'),
  messages: z
    .array(
      z.strictObject({
        purpose: z.enum(['invitation', 'passkey', 'verification']),
        ...MessageDelivery.shape,
      }),
    )
    .optional()
    .describe('The last invitation, passkey link and verification message, if any.'),
  lockedLocally: z
    .strictObject({
      byEmail: z.string().nullable().describe('null: the account of this administrator was deleted.'),
      reason: z.string(),
      at: Timestamp,
    })
    .optional(),
  ...labelAnswer,
})
export type User = z.input<typeof User>

/** Reported in this order. */
export const signInObstacles = [
  'project_scheduled_for_deletion',
  'locked',
  'deactivated',
  'deactivated_by_directory',
  'wrong_passwords_in_a_row',
  'throttled',
  'unverified',
  'password_sign_in_off',
  'no_password',
] as const

/** Attempts with an unknown account are not recorded. */
export const signInFailureCauses = [
  'wrong_password',
  'wrong_code',
  'wrong_passkey',
  'wrong_recovery_code',
  'throttled',
  'locked',
  'deactivated',
  'provider_refused',
  'consent_refused',
] as const

export type SignInFailureCause = (typeof signInFailureCauses)[number]

export const DiagnosedUser = z.strictObject({
  ...User.shape,
  signIn: z.strictObject({
    blockedBy: z
      .array(z.enum(signInObstacles))
      .describe('Present obstacles to a sign-in; empty: Signet does not prevent one.'),
    throttledUntil: Timestamp.nullable().describe(
      'When the next attempt from an unfamiliar browser is accepted.',
    ),
    failuresInARow: Count.describe('Wrong passwords of the last month since the last correct one.'),
    failures: z
      .array(
        z.strictObject({
          cause: z.enum(signInFailureCauses),
          clientId: id('client').nullable().describe('Application of the sign-in; null: none, or unknown.'),
          clientName: z.string().nullable().describe('Its name; null for a deleted application.'),
          count: Count,
          lastAt: Timestamp,
        }),
      )
      .describe(
        'Failed sign-ins by cause and application, the latest first; deleted a month after the last failure.',
      ),
    unmatched: z
      .strictObject({ connectionId: id('connection'), ...unmatchedFields })
      .nullable()
      .describe(
        'Values that rejected the user at the provider of the directory; null when it finds the user.',
      ),
    otherAddresses: z
      .array(
        z.strictObject({
          providerId: id('provider'),
          displayName: z.string(),
          email: z.string(),
          verified: z.boolean().describe('Whether a trusted provider verified it.'),
        }),
      )
      .describe('Addresses at linked providers that differ from the address of the account.'),
    linkedProviders: z.array(z.string()).describe('Identity providers that the user can sign in with.'),
    lastSignInAt: Timestamp.nullable().describe('Last sign-in of a valid session.'),
  }),
})
export type DiagnosedUser = z.input<typeof DiagnosedUser>

export const SignedInApplication = z.strictObject({
  clientId: id('client').nullable().describe('null: a sign-in without an application so far.'),
  clientName: z.string().nullable(),
  signedInAt: Timestamp.nullable(),
  lastTokenAt: Timestamp.nullable(),
  offline: z.boolean().describe('Has offline access without a live session.'),
})

export const UserPasskey = z.strictObject({
  id: id('passkey'),
  name: z.string(),
  synced: z
    .boolean()
    .optional()
    .describe('Can be synced between devices; absent until the first use of some imported passkeys.'),
  worksHere: z.boolean().describe('False: registered at a former host of the project.'),
  worksUntil: Timestamp.optional().describe('A passkey of a former host works until then; otherwise absent.'),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
})

export const EndedSessions = z.strictObject({ sessions: Count })

export const BulkUserIds = uniqueIds(limits.bulkUsers)

/** One result per id, in the given order. */
export const bulkResults = <const R extends readonly [string, ...string[]]>(skipReasons: R) =>
  z.strictObject({
    results: z.array(
      z.strictObject({
        userId: z.string(),
        result: z.enum(['changed', 'skipped', 'failed']),
        reason: z
          .string()
          .optional()
          .describe(`When skipped: ${skipReasons.join(', ')}. When failed: the cause.`),
        failedAreas: z
          .array(z.string())
          .optional()
          .describe('Areas in which records of a deleted account remain.'),
      }),
    ),
  })
