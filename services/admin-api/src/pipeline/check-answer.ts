import { type Operation, placementOf } from '@signet/contracts'
import type { Outcome, WithAnswer } from './call.ts'

/**
 * Validates the response. A response that does not match its schema is a defect and becomes a 500, so that no
 * unintended field is sent.
 */
export function checkAnswer({ operation, answer }: { readonly operation: Operation } & WithAnswer): Outcome {
  const status = placementOf(operation).successStatus
  return { status, body: status === 204 ? null : operation.answer.parse(answer) }
}
