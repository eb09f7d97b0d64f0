import * as z from 'zod'
import { limits } from '../limits.ts'
import { Count, id, Timestamp } from '../values.ts'

export const provisioningProblems = [
  'invalid',
  'uniqueness',
  'held_back',
  'refused',
  'not_found',
  'stale_version',
  'not_allowed',
  'unauthenticated',
  'rate_limited',
  'too_large',
  'not_supported',
  'unavailable',
  'defect',
] as const
export const ProvisioningProblem = z.enum(provisioningProblems)
export type ProvisioningProblem = (typeof provisioningProblems)[number]

const Problem = ProvisioningProblem.describe(
  'Reason of the refusal; held_back: the threshold, uniqueness: another account or group has the name.',
)

/** Contains no personal data. */
export const ProvisioningRequest = z.strictObject({
  at: Timestamp,
  method: z.string(),
  route: z.string().describe('Path relative to the SCIM base URL, such as /Users/:id.'),
  status: z.int(),
  problem: Problem.nullable(),
  attribute: z.string().nullable().describe('The rejected attribute.'),
  ignored: z.array(z.string()).describe('Received attributes that are not stored.'),
  targetId: z.string().nullable().describe('The user or group in the path of the request.'),
  milliseconds: Count,
})
export type ProvisioningRequest = z.input<typeof ProvisioningRequest>

/** The directory's last change of it was refused. */
export const ProvisioningRefusal = z.strictObject({
  id: z.string(),
  kind: z.enum(['user', 'group']),
  name: z
    .string()
    .nullable()
    .describe('User name, group name, external id or address that the directory sent; null: it sent none.'),
  targetId: z.string().nullable().describe('The user or group, if it exists here.'),
  method: z.string().describe('POST for a creation, PUT or PATCH for a change, DELETE for a removal.'),
  status: z.int(),
  problem: Problem,
  attribute: z.string().nullable().describe('The rejected attribute.'),
  attempts: Count.describe('Refused changes since the last success.'),
  firstAt: Timestamp,
  lastAt: Timestamp,
})

export const attentionProblems = [
  'credential_expired',
  'secret_expired',
  'provider_unavailable',
  'credential_expires',
  'secret_expires',
  'directory_silent',
  'credential_missing',
  'not_arrived',
] as const

const AttentionProblem = z
  .enum(attentionProblems)
  .describe(
    `provider_unavailable: no user signed in since the first failure of the provider. directory_silent: it has a valid credential and sent requests before, and none for ${limits.silentDirectoryDays} days.`,
  )

/** Stopped signing in or provisioning users, or soon will. */
export const ProvisioningAttention = z.strictObject({
  kind: z.enum(['directory', 'provider']),
  id: z.string().describe('Id of the connection or provider.'),
  displayName: z.string(),
  projectId: id('project'),
  projectName: z.string(),
  problem: AttentionProblem,
  at: Timestamp.describe(
    'Time of the expiry, the first failure, the last request, the last refusal or the creation.',
  ),
  count: Count.nullable().describe('Refused users and groups; null for other problems.'),
})

export const AttentionCount = z.strictObject({ problem: AttentionProblem, count: Count })

export const LastProblem = z.strictObject({ problem: Problem, at: Timestamp, status: z.int() })
