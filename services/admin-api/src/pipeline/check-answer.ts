import { type Operation, placementOf } from '@signet/contracts'
import type { Answered, Outcome } from './call.ts'

/** An answer that does not match its schema is a defect of ours and becomes a 500: no accidental field ever leaves. */
export function checkAnswer({ operation, answer }: { readonly operation: Operation } & Answered): Outcome {
  const status = placementOf(operation).successStatus
  return { status, body: status === 204 ? null : operation.answer.parse(answer) }
}
