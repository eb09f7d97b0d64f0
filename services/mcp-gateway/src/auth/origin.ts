import { isLoopback } from '@signet/runtime'
import type { FastifyRequest } from 'fastify'
import { HttpError } from '../http-error.ts'

/** A page of another site must not drive an agent's endpoint through a browser (DNS rebinding). */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  const { origin } = request.headers
  if (origin !== undefined && !isOwn(origin, new URL(baseUrl))) throw new HttpError('wrong_origin')
}

/** On loopback the instance answers to every name of it. */
function isOwn(origin: string, base: URL): boolean {
  if (origin === base.origin) return true
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return isLoopback(base) && url?.port === base.port && isLoopback(url)
}
