import type { Operation } from '@signet/contracts'

/** An answer that does not match its schema is a defect of ours and becomes a 500: no accidental field ever leaves. */
export function checkAnswer(operation: Operation, answer: unknown): unknown {
  return operation.answer.parse(answer)
}
