import { refuse } from '@signet/runtime'

/** U+0000, which no text of PostgreSQL can hold, and halves of surrogate pairs, which no UTF-8 can. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Refuses text that could never be stored, wherever it stands in the input, before anything looks at it. */
export function refuseUnstorable(input: unknown, path: readonly string[] = []): void {
  if (typeof input === 'string' && !isStorable(input)) refuseAt(path)
  if (typeof input !== 'object' || input === null) return
  for (const [name, value] of Object.entries(input)) {
    if (!isStorable(name) || name === '__proto__') refuseAt([...path, '…'])
    refuseUnstorable(value, [...path, name])
  }
}

function refuseAt(path: readonly string[]): never {
  const message = 'has a character that cannot be stored'
  refuse('invalid_request', {
    detail: `${path.join('.') || 'The body'} ${message}.`,
    errors: [{ path: path.join('.'), message }],
  })
}
