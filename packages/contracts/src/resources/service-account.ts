import * as z from 'zod'
import { agentScopes } from '../agent-scopes.ts'
import { labelAnswer } from '../labels.ts'
import { limits } from '../limits.ts'
import { Count, FreeObject, HttpsUrl, id, Name, NewName, Timestamp } from '../values.ts'
import { TeamRole } from './team.ts'

export const workloadKinds = ['github', 'gitlab', 'kubernetes', 'spiffe'] as const
export type WorkloadKind = (typeof workloadKinds)[number]

const Pattern = z.string().min(1).max(limits.uriCharacters)

/** Asserted by a platform about a workload, such as a job of a CI. */
export const Workload = z.strictObject({
  kind: z.enum(workloadKinds).describe('Platform whose tokens are exchanged.'),
  issuer: HttpsUrl.describe('Issuer of the tokens, such as https://token.actions.githubusercontent.com.'),
  subject: Pattern.describe(
    'Pattern of sub, such as repo:acme/infra:ref:refs/heads/*; an asterisk matches any characters except a colon, for spiffe except a slash.',
  ),
  claims: z
    .record(z.string().min(1).max(100), Pattern)
    .refine((claims) => Object.keys(claims).length <= 10, 'must name at most 10 claims')
    .optional()
    .describe('Patterns of further claims of the token, such as {"environment": "production"}.'),
  jwks: z
    .strictObject({ keys: z.array(FreeObject).min(1).max(20) })
    .optional()
    .describe('Public keys of the issuer. Without them, they are read from its metadata.'),
})
export type Workload = z.output<typeof Workload>

/** Has a kid of its own or its thumbprint (RFC 7638). */
export const ServiceAccountKey = FreeObject.describe('Public key as a JSON Web Key (RFC 7517).')

const scopes = z
  .array(z.enum(agentScopes))
  .min(1)
  .max(agentScopes.length)
  .refine((names) => new Set(names).size === names.length, 'must name each scope once')
  .describe('Maximum scopes of its tokens.')

export const serviceAccountFields = {
  name: NewName,
  role: TeamRole.describe('Role in the team.'),
  scopes,
  keys: z
    .array(ServiceAccountKey)
    .min(1)
    .max(2)
    .describe('Public keys for its assertions (private_key_jwt).'),
  workloads: z
    .array(Workload)
    .min(1)
    .max(limits.workloadsPerServiceAccount)
    .describe('Identities whose tokens it exchanges (RFC 7523).'),
  expiresAt: Timestamp.nullable().describe('When its rights expire; null: when it is deleted.'),
} as const

const StoredKey = z.strictObject({
  kid: z.string().describe('Key id.'),
  createdAt: Timestamp.describe('When the key was stored.'),
})

export const ServiceAccount = z.strictObject({
  id: id('serviceAccount').describe('Its client_id and the sub of its tokens.'),
  teamId: id('team'),
  teamName: Name,
  teamPeople: Count.describe('Active administrators in the team; 0: only super administrators manage it.'),
  ...serviceAccountFields,
  name: z.string(),
  keys: z.array(StoredKey).describe('Its keys; empty for an account with workloads.'),
  workloads: z.array(Workload).describe('Its workloads; empty for an account with keys.'),
  active: z.boolean().describe('False after it expired.'),
  createdAt: Timestamp,
  createdBy: z.string().nullable().describe('E-mail of the administrator who created it; null when deleted.'),
  lastUsedAt: Timestamp.nullable(),
  failedExchanges: Count.describe('Rejected exchanges of workload tokens.'),
  lastFailure: z.string().nullable().describe('Reason of the last rejected exchange.'),
  lastFailureAt: Timestamp.nullable(),
  ...labelAnswer,
})
