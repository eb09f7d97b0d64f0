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
  /** Stands for the spent proof in the one call made for the message; null for a token bound to no key. */
  callTicket: z.string().nullable(),
})
export type AgentIdentity = z.infer<typeof AgentIdentity>

/** Says `call` of a message that calls a tool: the call itself is counted then, and not the message. */
export const messageKindHeader = 'signet-message-kind'

/** Header of the call that carries the ticket. */
export const callTicketHeader = 'signet-call-ticket'
