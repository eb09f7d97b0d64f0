import * as z from 'zod'
import { agentScopes } from '../agent-scopes.ts'
import { approvalCriteria } from '../effects.ts'
import { labelAnswer } from '../labels.ts'
import { limits } from '../limits.ts'
import { EmailAddress, HttpsUrl, id, NewName, Timestamp } from '../values.ts'
import { PublicKeySet } from './assertion-issuer.ts'

export const KeyProof = z.enum(['none', 'dpop'])
const AgentClientId = z
  .string()
  .min(1)
  .max(limits.uriCharacters)
  .describe(
    'A registered client id, the https address of a client metadata document, or the name of a new machine.',
  )

const Workload = z
  .strictObject({
    issuer: HttpsUrl.describe('Issuer of the tokens, such as https://token.actions.githubusercontent.com.'),
    subject: z
      .string()
      .min(1)
      .max(limits.uriCharacters)
      .describe('Exact sub of the tokens, such as repo:acme/infra:ref:refs/heads/main.'),
  })
  .describe('OpenID tokens that the machine exchanges (RFC 7523); audience: the issuer of Signet.')

export const agentClientSettings = {
  keyProof: KeyProof.describe('dpop: tokens must be bound to a key of the client.'),
  scopes: z
    .array(z.enum(agentScopes))
    .min(1)
    .max(agentScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must name each scope once')
    .describe('Maximum scopes of its tokens.'),
  approval: z
    .enum(['ask', 'self', 'never'])
    .describe(
      'Confirmation of its calls: ask, by the administrator in the console; self, by the agent, which repeats high-consequence calls; never, as ask but without high-consequence calls.',
    ),
  approvalFor: z
    .array(z.enum(approvalCriteria))
    .min(1)
    .max(approvalCriteria.length)
    .refine((criteria) => new Set(criteria).size === criteria.length, 'must name each criterion once')
    .describe(
      'Calls that need approval: those with one of these effects; high, every high-consequence call; writes, every change.',
    ),
  approvalMinutes: z
    .int()
    .min(15)
    .max(24 * 60)
    .describe('Minutes until a pending approval, or an unused approval, expires.'),
  secondApprovalFor: z
    .array(z.enum(approvalCriteria))
    .max(approvalCriteria.length)
    .refine((criteria) => new Set(criteria).size === criteria.length, 'must name each criterion once')
    .describe(
      'Calls that two administrators must approve, without the one the agent acts for if there are two others.',
    ),
  approverTeamId: id('team')
    .nullable()
    .describe(
      'Team whose members approve such calls; null: the super administrators, who also replace missing members.',
    ),
  approverRole: z.enum(['member', 'owner']).describe('Minimum team role of the approvers.'),
  teamId: id('team')
    .nullable()
    .describe('Limits its access to this team; null: the access of its administrator.'),
  projectIds: z
    .array(id('project'))
    .min(1)
    .max(100)
    .refine((ids) => new Set(ids).size === ids.length, 'must name each project once')
    .nullable()
    .describe('Limits its access to these projects; null: the access of its administrator.'),
  secrets: z
    .enum(['reveal', 'values'])
    .describe('Secrets in responses: reveal, a link that its administrator opens once; values, the secret.'),
  callsPerMinute: z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .describe('Maximum calls per minute; null: the ordinary rate limit.'),
  expiresAt: Timestamp.nullable().describe('When the permission expires; null: when it is withdrawn.'),
  actsFor: id('account')
    .nullable()
    .describe('Administrator whose rights limit the machine. No sign-in is needed.'),
} as const

/** Set only when the entry is created. */
export const agentClientIdentity = {
  clientId: AgentClientId,
  name: NewName,
  jwks: PublicKeySet.nullable().describe(
    'Public keys for the assertions of a new machine (private_key_jwt).',
  ),
  workload: Workload.nullable(),
} as const

export const AgentClient = z.strictObject({
  id: id('agentClient'),
  ...agentClientIdentity,
  ...agentClientSettings,
  name: z.string(),
  actsForEmail: EmailAddress.nullable().describe('Address of the administrator it acts for.'),
  active: z
    .boolean()
    .describe('False after it expired, or after the authorization of a machine ended: set actsFor again.'),
  createdAt: Timestamp,
  createdBy: z
    .string()
    .nullable()
    .describe('E-mail of the permitting administrator; null when deleted or seeded.'),
  lastUsedAt: Timestamp.nullable(),
  refusedCalls: z
    .int()
    .describe('Calls refused for missing rights or scopes, as acts of people, or by an approver.'),
  lastRefusedAt: Timestamp.nullable(),
  shared: z
    .boolean()
    .describe(
      'Created by the consent of an administrator, with the limits of the built-in agent until it is changed.',
    ),
  reserved: z.boolean().describe('Seeded with the instance; it cannot be withdrawn.'),
  ...labelAnswer,
})

/** Not permitted as an agent. */
export const AgentRequest = z.strictObject({
  id: id('agentRequest'),
  clientId: z.string().describe('Client id, or address of the metadata document.'),
  name: z.string().describe('Registered name, or host of the metadata document. The client chose it.'),
  redirectUri: z.string().describe('Address to which the client sends the browser after consent.'),
  status: z
    .enum(['waiting', 'declined'])
    .describe('declined: an administrator declined or withdrew it; further attempts end on an error page.'),
  requestedBy: z.string().nullable().describe('E-mail of the administrator of the latest attempt.'),
  createdAt: Timestamp,
  lastAt: Timestamp.describe('Time of the latest attempt.'),
})
