import * as z from 'zod'
import { Count, FreeObject, id, Timestamp } from '../values.ts'

const time = Timestamp.nullable()

const Account = z.strictObject({
  id: id('account'),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  username: z.string().nullable(),
  active: z.boolean(),
  lockedAt: time,
  lockReason: z.string().nullable().describe('Reason that an administrator stated for the lock.'),
  claims: FreeObject,
  profile: FreeObject,
  managedByDirectory: z.boolean().describe('Whether a directory manages the account.'),
  externalId: z.string().nullable().describe('Id of the account in the directory.'),
  passwordSetAt: time,
  authenticatorSince: time,
  recoveryCodesSince: time,
  recoveryCodesLeft: Count.nullable().describe('null: the user generated none.'),
  lastActiveOn: z
    .string()
    .nullable()
    .describe('Last day (UTC) of a sign-in or of renewed tokens; null: none is known.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

/** Contains no secrets (GDPR Art. 15 and 20). */
export const PersonalData = z.strictObject({
  format: z.literal('signet-personal-data').describe('Form of the document.'),
  version: z.literal(1).describe('Version of the form.'),
  exportedAt: Timestamp,
  issuer: z.string().nullable().describe('Issuer of the project; null without an address.'),
  account: Account.describe('The account without its secrets.'),
  groups: z.array(z.string()).describe('Names of the groups of the user.'),
  identities: z
    .array(
      z.strictObject({
        providerId: z.string(),
        displayName: z.string(),
        issuer: z.string(),
        subject: z.string().describe('Id of the user at the provider.'),
        email: z.string().nullable(),
        linkedAt: Timestamp,
        lastUsedAt: time,
      }),
    )
    .describe('Linked accounts at identity providers.'),
  passkeys: z
    .array(
      z.strictObject({
        id: id('passkey'),
        name: z.string(),
        host: z.string(),
        model: z.string().describe('AAGUID of the authenticator.'),
        synced: z.boolean().nullable().describe('null: not known before its first use.'),
        createdAt: Timestamp,
        lastUsedAt: time,
      }),
    )
    .describe('Passkeys without their keys.'),
  sessions: z
    .array(
      z.strictObject({
        since: Timestamp,
        applications: z.array(z.string()),
        isThis: z.boolean().optional().describe('Present in the export that a user downloads.'),
      }),
    )
    .describe('Live sign-ins.'),
  applications: z
    .array(
      z.strictObject({
        clientId: z.string(),
        name: z.string().nullable(),
        scopes: z.array(z.string()),
        claims: z.array(z.string()),
        apis: z.record(z.string(), z.array(z.string())),
        since: Timestamp,
        lastUsed: time,
      }),
    )
    .describe('Applications with the access that the user consented to.'),
  signInFailures: z
    .array(
      z.strictObject({
        cause: z.string(),
        application: z.string().nullable().describe('Id of the application; null without one.'),
        count: Count,
        lastAt: Timestamp,
      }),
    )
    .describe('Counters of failed sign-ins by cause and application.'),
  messages: z
    .array(z.strictObject({ purpose: z.string(), state: z.string(), at: Timestamp }))
    .describe('The last mail of each purpose, without its text.'),
  auditEntries: z
    .array(
      z.strictObject({
        at: Timestamp,
        action: z.string(),
        by: z
          .enum(['user', 'administrator', 'directory', 'provider', 'application', 'instance'])
          .describe('Kind of the actor; administrators are not named.'),
        detail: FreeObject.describe('Changed fields with their non-secret values.'),
      }),
    )
    .describe('Audit entries about the user and of the user, the newest first.'),
  auditEntriesLeftOut: Count.describe('Older entries beyond the limit of one document.'),
})
export type PersonalData = z.input<typeof PersonalData>

export const ErasedData = z.strictObject({
  sessions: Count,
  applications: Count,
  identities: Count,
  passkeys: Count,
  recoveryCodes: Count.describe('Unused recovery codes.'),
  groups: Count,
  messages: Count.describe('Records of sent and pending mail.'),
  signInFailures: Count.describe('Counters of failed sign-ins.'),
})

export const KeptData = z.strictObject({
  what: z
    .enum(['audit_entries', 'activity_figures', 'backups', 'log_lines'])
    .describe('Kind of the kept data.'),
  count: Count.nullable().describe('null: not counted.'),
  reason: z.string().describe('Reason why it remains.'),
})

/** GDPR Art. 17; names the user only by the id. */
export const ErasureReceipt = z.strictObject({
  projectId: id('project'),
  userId: id('account'),
  erased: ErasedData.describe('Numbers of the erased records.'),
  kept: z.array(KeptData).describe('Data that remains, with the reason.'),
  recipients: z
    .array(z.string())
    .describe('Applications and providers with data of the user, which must be notified (GDPR Art. 19).'),
  digest: z.string().describe('Digest of the receipt, which the audit entry of the erasure has too.'),
})
export type ErasureReceipt = z.input<typeof ErasureReceipt>
