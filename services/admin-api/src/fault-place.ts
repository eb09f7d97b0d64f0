import { type FaultPlace, noteRequest } from '@signet/runtime'
import type { FastifyRequest } from 'fastify'
import type { Administrator } from './caller.ts'

const callers = new WeakMap<FastifyRequest, Administrator>()

export function noteCaller(request: FastifyRequest, caller: Administrator | null): void {
  if (!caller) return
  callers.set(request, caller)
  noteRequest({ client: caller.via.credential === 'agent' ? caller.via.clientId : 'console' })
}

export const findCaller = (request: FastifyRequest): Administrator | undefined => callers.get(request)

export function faultPlace(request: FastifyRequest): FaultPlace {
  const caller = callers.get(request)
  const agent = caller?.via.credential === 'agent' ? caller.via : null
  return {
    route: request.routeOptions.url,
    surface: caller ? (agent ? 'mcp' : 'console') : null,
    actor: caller?.accountId ?? null,
    clientId: agent?.clientId ?? null,
    requestId: request.id,
    origin: request.ip,
  }
}
