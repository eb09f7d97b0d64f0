import { type AgentIdentity, agentMessagePath } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { FastifyInstance } from 'fastify'
import { issueCallTicket } from '../authn/call-ticket.ts'
import type { Deps } from '../deps.ts'
import type { Entrance } from '../pipeline/call.ts'
import { isActOfPeople, isCallOfMessage, presentedBy } from '../pipeline/identify.ts'
import { enter } from '../pipeline/index.ts'
import { countRefusal } from '../pipeline/note-refusal.ts'

/** The proxy in front routes this path to the gateway. */
export function addAgentMessage(app: FastifyInstance, deps: Deps, entrance: Entrance): void {
  app.post(agentMessagePath, { config: { limiter: 'own' } }, async (request): Promise<AgentIdentity> => {
    const isCounted = !isCallOfMessage(request)
    const caller = await enter({ deps, entrance, request, isCounted })
    const presented = presentedBy(request)
    if (!(await entrance.settings.current())['mcp.enabled'])
      refuse('unauthenticated', { detail: 'The agent endpoint is switched off.' })
    if (caller?.via.credential !== 'agent' || !presented) return refuse('unauthenticated')
    if (isActOfPeople(request)) await countRefusal(deps.database, caller.via.clientId)
    return {
      superAdministrator: caller.superAdministrator,
      scopes: [...caller.via.scopes],
      obtainableScopes: [...caller.via.obtainableScopes],
      callTicket: presented.scheme === 'dpop' ? issueCallTicket(deps, presented.token) : null,
    }
  })
}
