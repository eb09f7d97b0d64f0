import * as z from 'zod'
import { agentScopes } from './agent-scopes.ts'

/**
 * Path of the administration API's response about the agent of a message. It equals the path of the agent endpoint, so that a DPoP
 * proof made for a message (RFC 9449) is valid for this request.
 */
export const agentMessagePath = '/mcp'

export const AgentIdentity = z.object({
  superAdministrator: z.boolean(),
  /** Scopes that both the token and the agent's entry allow. */
  scopes: z.array(z.enum(agentScopes)),
  /** Scopes that the entry allows; a consent cannot grant more. */
  obtainableScopes: z.array(z.enum(agentScopes)),
  /** Replaces the used proof in the one call of the message; null for a token without a key. */
  callTicket: z.string().nullable(),
})
export type AgentIdentity = z.infer<typeof AgentIdentity>

/**
 * `call` on a message: it calls a tool, so that only the call is counted. `call` on a call: it was sent as a message, so that it is
 * rejected while the agent endpoint is off. `console_only`: the message attempts an operation of the console, which is counted as a
 * rejection because no call follows.
 */
export const messageKindHeader = 'signet-message-kind'
export type MessageKind = 'call' | 'console_only'

export const callTicketHeader = 'signet-call-ticket'
