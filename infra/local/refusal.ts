/** Ends a command with one sentence instead of a stack: something the person at the terminal can mend. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** What is printed for any failure: the sentence of a refusal, the message of anything else. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message.replace(/[^.!?]$/, '$&.')
}
