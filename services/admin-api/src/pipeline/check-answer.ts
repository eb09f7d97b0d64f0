import { isDeletion, type Operation, placementOf, preferencesOf, preferHeader } from '@signet/contracts'
import type { FastifyRequest } from 'fastify'
import type { Outcome, WithAnswer } from './call.ts'

/**
 * A response that does not match its schema is a defect, so that no unintended field is sent. A deletion returns the deleted object to
 * a caller that prefers it (RFC 7240).
 */
export function checkAnswer({
  operation,
  answer,
  request,
}: {
  readonly operation: Operation
  readonly request: Pick<FastifyRequest, 'headers'>
} & WithAnswer): Outcome {
  const status = placementOf(operation).successStatus
  const prefer = request.headers[preferHeader]
  if (prefer !== undefined && isDeletion(operation) && preferencesOf(prefer).returnsRepresentation)
    return { status: 200, body: answer }
  return { status, body: status === 204 ? null : operation.answer.parse(answer) }
}
