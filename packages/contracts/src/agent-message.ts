import * as z from 'zod'
import { agentScopes } from './agent-scopes.ts'

/**
 * What the administration API tells the gateway of an agent whose message came, at `POST /mcp` of its internal address.
 * The path is the agent endpoint's own, so that a DPoP proof made for a message (RFC 9449) is one for this request.
 */
export const agentMessagePath = '/mcp'

export const AgentIdentity = z.object({
  superAdministrator: z.boolean(),
  /** What its token and its entry allow together. */
  scopes: z.array(z.enum(agentScopes)),
  /** What its entry allows a token to have: more than these no consent gives it. */
  obtainableScopes: z.array(z.enum(agentScopes)),
  /** Stands for the spent proof in the one call made for the message; null for a token bound to no key. */
  callTicket: z.string().nullable(),
})
export type AgentIdentity = z.infer<typeof AgentIdentity>

/**
 * `call` says of a message that it calls a tool: the call itself is counted then, and not the message. It says of a call
 * that it came as a message, so that it is refused where the agent endpoint is switched off. `console_only` says of a
 * message that it tries an act of people, which no call follows: it is counted as a refusal.
 */
export const messageKindHeader = 'signet-message-kind'
export type MessageKind = 'call' | 'console_only'

/** Header of the call that carries the ticket. */
export const callTicketHeader = 'signet-call-ticket'
