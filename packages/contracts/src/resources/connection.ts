import * as z from 'zod'
import { labelAnswer } from '../labels.ts'
import { limits } from '../limits.ts'
import { secret } from '../secret.ts'
import { Count, FreeObject, id, Name, Timestamp } from '../values.ts'
import { Correlation, CorrelationAttribute } from './provider.ts'

export const Directory = z.enum(['entra', 'okta', 'generic'])
export const EmailTrust = z.enum(['trusted', 'untrusted'])
export const CredentialKind = z.enum(['key', 'secret', 'static_token'])
/** Retired or revoked together: keys and secrets both belong to the OAuth credential. */
export const CredentialFamily = z.enum(['oauth', 'static_token'])

const { holdThreshold, credentialKeys } = limits
export const Threshold = z
  .strictObject({
    count: z.int().min(holdThreshold.countMin).max(holdThreshold.countMax),
    windowSeconds: z.int().min(holdThreshold.windowSecondsMin).max(holdThreshold.windowSecondsMax),
  })
  .describe('Holds back further removals after count deactivations or deletions in the window.')

export const ConnectionWarning = z.enum([
  'scim_off',
  'no_scim_address',
  'provider_disabled',
  'no_credential',
  'credential_expires_soon',
  'credential_expired',
  'held',
])

/** Omits the value of the credential. */
export const HeldCredential = z.strictObject({
  kind: CredentialKind,
  family: CredentialFamily,
  issuedAt: Timestamp,
  expiresAt: Timestamp.nullable().describe('A static token expires; other kinds do not.'),
  lastUsedAt: Timestamp.nullable(),
  previous: z
    .strictObject({
      endsAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
      stillUsedByDirectory: z.boolean(),
    })
    .nullable()
    .describe('The previous value, while it is valid.'),
})

export const ConnectionRow = z.strictObject({
  id: id('connection'),
  displayName: Name,
  providerId: id('provider'),
  correlation: Correlation,
  emailTrust: EmailTrust,
  threshold: Threshold.nullable(),
  directory: Directory,
  enabled: z.boolean(),
  scimBaseUrl: z.string().nullable().describe('null: the project has no SCIM address.'),
  tokenEndpoint: z.string().nullable(),
  clientId: z.string(),
  managedUsers: Count,
  managedGroups: Count,
  notArrived: Count.describe('Users and groups whose last change by the directory was rejected.'),
  held: z.boolean(),
  stillUsedByDirectory: z.boolean().describe('The directory still uses a previous credential.'),
  warnings: z.array(ConnectionWarning),
  lastRequestAt: Timestamp.nullable().describe('Time of the last request of the directory.'),
  createdAt: Timestamp,
})
const stated = z.string().describe('Value of the claim at the refused sign-in.')
const stored = z.string().nullable().describe('Value of the attribute in the directory.')
export const unmatchedFields = {
  claim: z.string(),
  stated,
  attribute: CorrelationAttribute,
  stored,
  at: Timestamp,
} as const

export const Connection = z.strictObject({
  ...ConnectionRow.shape,
  unmatched: z
    .strictObject({
      total: Count,
      latest: z
        .array(z.strictObject({ userId: id('account'), name: z.string(), ...unmatchedFields }))
        .max(limits.unmatchedUsers)
        .describe('The last rejected users.'),
    })
    .describe(
      'Users rejected at the provider within 30 days, because its value differs from that of the directory.',
    ),
  credentials: z.array(HeldCredential),
  availableCredentialKinds: z.array(CredentialKind),
  ...labelAnswer,
})
export type Connection = z.input<typeof Connection>

/** `held: false` only, or all facts about the hold. */
export const Hold = z.strictObject({
  held: z.boolean(),
  since: Timestamp.optional(),
  count: Count.optional().describe('Removals applied before the hold.'),
  refused: Count.optional().describe('Removals rejected since the hold.'),
  total: Count.optional().describe('Affected accounts; rows has at most 1,000 of them.'),
  rows: z
    .array(
      z.strictObject({
        userId: id('account'),
        email: z.string(),
        userName: z.string().nullable(),
        operation: z.enum(['deactivate', 'delete']).describe('The last rejected removal.'),
        firstAt: Timestamp,
        lastAt: Timestamp,
        attempts: Count,
      }),
    )
    .max(limits.holdRows)
    .optional(),
})

export const HoldRow = z.strictObject({
  projectId: id('project'),
  projectName: Name,
  connectionId: id('connection'),
  displayName: Name,
  since: Timestamp,
  refused: Count,
})

const Label = z.string().nullable().describe("The directory's own name for it; null: it has none.")

export const DirectoryGuide = z.strictObject({
  directory: Directory,
  displayName: z.string(),
  recommendedCredential: CredentialKind,
  fallbackCredential: CredentialKind.nullable(),
  recommendedCorrelation: Correlation,
  labels: z.strictObject({
    baseUrl: Label,
    tokenEndpoint: Label,
    clientId: Label,
    clientSecret: Label,
    staticToken: Label,
  }),
  steps: z.array(z.string()),
  pitfalls: z.array(z.string()),
  values: z.strictObject({ scimBaseUrl: z.string().nullable(), tokenEndpoint: z.string().nullable() }),
})

export const credentialIssueFields = {
  kind: CredentialKind,
  jwks: z
    .strictObject({ keys: z.array(FreeObject).min(credentialKeys.min).max(credentialKeys.max) })
    .optional()
    .describe('Public keys, for kind key.'),
  jwksUri: z.string().min(1).max(2048).optional().describe('Address of the public keys, for kind key.'),
  signingAlg: z.string().min(1).max(16).optional(),
  overlap: z
    .boolean()
    .optional()
    .describe('Default true: the previous value is valid until the first use of the new one.'),
  lifetimeDays: z
    .literal([...limits.staticTokenDays])
    .optional()
    .describe('For a static token; default 365.'),
}

const once = 'Returned once; it cannot be read again.'

export const IssuedCredential = z.strictObject({
  kind: CredentialKind,
  clientId: z.string(),
  clientSecret: secret(z.string()).optional().describe(once),
  staticToken: secret(z.string()).optional().describe(once),
  expiresAt: Timestamp.optional(),
  previousEndsAt: Timestamp.optional().describe('Latest expiry of the previous value.'),
})
