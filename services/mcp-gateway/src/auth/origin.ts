import { isLoopback } from '@signet/runtime'
import type { FastifyRequest } from 'fastify'
import { HttpError } from '../http-error.ts'

/** Rejects pages of other sites, which could reach the endpoint through a browser (DNS rebinding). */
export function requireOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  const { origin } = request.headers
  if (origin !== undefined && !isOwn(origin, new URL(baseUrl))) throw new HttpError('wrong_origin')
}

/** Accepts every loopback name for an instance on loopback. */
function isOwn(origin: string, base: URL): boolean {
  if (origin === base.origin) return true
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return isLoopback(base) && url?.port === base.port && isLoopback(url)
}
