import { type AgentIdentity, agentMessagePath } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { issueCallTicket } from '../authn/call-ticket.ts'
import type { Administrator } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { presentedBy } from './identify.ts'

/** Tells the gateway who sent a message, once per message; the proxy in front leads this path to the gateway. */
export function addAgentMessage(
  app: FastifyInstance,
  deps: Deps,
  enter: (request: FastifyRequest) => Promise<Administrator | null>,
): void {
  app.post(agentMessagePath, async (request): Promise<AgentIdentity> => {
    const caller = await enter(request)
    const presented = presentedBy(request)
    if (caller?.via.credential !== 'agent' || !presented) return refuse('unauthenticated')
    return {
      superAdministrator: caller.superAdministrator,
      callTicket: presented.scheme === 'dpop' ? issueCallTicket(deps, presented.token) : null,
    }
  })
}
