import { type ErrorCode, errorCatalogue } from '@signet/contracts'
import { noteRequest } from '@signet/runtime'
import type { FastifyReply } from 'fastify'
import { Unreachable } from './admin-api.ts'
import { ownProblem } from './results/problems.ts'

/** Refusal before the protocol library reads the request (RFC 9457). */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>
  readonly detail: string | undefined
  constructor(code: ErrorCode, headers: Readonly<Record<string, string>> = {}, detail?: string) {
    super(errorCatalogue[code].title)
    this.code = code
    this.headers = headers
    this.detail = detail
  }
}

/** Returns null for any other error. */
export function sendHttpError(error: unknown, reply: FastifyReply): FastifyReply | null {
  const refused = error instanceof Unreachable ? new HttpError('unavailable', { 'retry-after': '2' }) : error
  if (!(refused instanceof HttpError)) return null
  noteRequest({ cause: error instanceof Unreachable ? 'admin-api' : refused.code })
  const problem = ownProblem(refused.code, refused.detail)
  return reply.code(problem.status).headers(refused.headers).type('application/problem+json').send(problem)
}
