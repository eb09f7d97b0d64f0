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
      .describe('Their exact sub, such as repo:acme/infra:ref:refs/heads/main.'),
  })
  .describe('Whose OpenID tokens the machine exchanges for ours (RFC 7523); audience: the issuer of Signet.')

export const agentClientSettings = {
  keyProof: KeyProof.describe('dpop: tokens must be bound to a key the client holds.'),
  scopes: z
    .array(z.enum(agentScopes))
    .min(1)
    .max(agentScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must name each scope once')
    .describe('Most that its tokens may have.'),
  approval: z
    .enum(['ask', 'self', 'never'])
    .describe(
      'Who confirms its calls: ask, the administrator in the console; self, the agent confirms high-consequence calls by a second call; never, as ask but without high-consequence calls.',
    ),
  approvalFor: z
    .array(z.enum(approvalCriteria))
    .min(1)
    .max(approvalCriteria.length)
    .refine((criteria) => new Set(criteria).size === criteria.length, 'must name each criterion once')
    .describe(
      'Which calls the administrator approves: those with one of these effects; high, every high-consequence call; writes, every change.',
    ),
  approvalMinutes: z
    .int()
    .min(15)
    .max(24 * 60)
    .describe('Minutes that a call waits for its approval, and an approval for its call.'),
  secondApprovalFor: z
    .array(z.enum(approvalCriteria))
    .max(approvalCriteria.length)
    .refine((criteria) => new Set(criteria).size === criteria.length, 'must name each criterion once')
    .describe(
      'Which calls need two administrators, neither of them the one the agent acts for while there are two others.',
    ),
  approverTeamId: id('team')
    .nullable()
    .describe('Team whose members approve such calls; null: the super administrators, who also stand in.'),
  approverRole: z.enum(['member', 'owner']).describe('Least role in that team of who approves such calls.'),
  teamId: id('team')
    .nullable()
    .describe('It reaches what this team owns and nothing else; null: whatever its administrator reaches.'),
  projectIds: z
    .array(id('project'))
    .min(1)
    .max(100)
    .refine((ids) => new Set(ids).size === ids.length, 'must name each project once')
    .nullable()
    .describe('It reaches these projects and nothing else; null: whatever its administrator reaches.'),
  secrets: z
    .enum(['reveal', 'values'])
    .describe(
      'What it is answered where a call makes a secret: reveal, a link by which its administrator reads it once; values, the secret.',
    ),
  callsPerMinute: z
    .int()
    .min(1)
    .max(10_000)
    .nullable()
    .describe('Most calls in a minute, each counted once; null: the ordinary rate limit.'),
  expiresAt: Timestamp.nullable().describe('When it stops being permitted; null: when it is withdrawn.'),
  actsFor: id('account')
    .nullable()
    .describe('Administrator it acts for without their sign-in, with at most their rights: a machine.'),
} as const

/** Set only when the entry is created. */
export const agentClientIdentity = {
  clientId: AgentClientId,
  name: NewName,
  jwks: PublicKeySet.nullable().describe(
    'Public keys a new machine signs its assertions with (private_key_jwt).',
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
    .describe('False once it expired, or the authorization a machine acts by has ended: set actsFor again.'),
  createdAt: Timestamp,
  createdBy: z.string().nullable().describe('E-mail of who permitted it; null when gone or seeded.'),
  lastUsedAt: Timestamp.nullable(),
  refusedCalls: z
    .int()
    .describe('Calls refused for what it may not do: rights, scopes, acts of people, refused approvals.'),
  lastRefusedAt: Timestamp.nullable(),
  shared: z
    .boolean()
    .describe(
      'The consent of an administrator created it with the limits of the built-in agent, which it follows until it is changed.',
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
    .describe('declined: an administrator declined or withdrew it, and further attempts end on a page.'),
  requestedBy: z.string().nullable().describe('E-mail of the administrator who tried to connect it last.'),
  createdAt: Timestamp,
  lastAt: Timestamp.describe('Time of the latest attempt.'),
})
