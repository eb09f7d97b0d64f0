/** Printed without a stack, for errors that the user can correct. */
export class Refusal extends Error {
  override name = 'Refusal'
}

export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message.replace(/[^.!?]$/, '$&.')
}
