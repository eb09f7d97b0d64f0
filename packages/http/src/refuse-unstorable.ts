import { refuse } from '@signet/runtime'
import { maxJsonDepth } from './json-depth.ts'

/** U+0000, which no text of PostgreSQL can hold, and halves of surrogate pairs, which no UTF-8 can. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * Refuses what could never be stored, wherever it stands in the input, before anything looks at it: text, names of
 * members, and what nests so deep that looking at it would exhaust the stack.
 */
export function refuseUnstorable(input: unknown, path: readonly string[] = []): void {
  if (typeof input === 'string' && !isStorable(input)) refuseAt(path, unstorable)
  if (typeof input !== 'object' || input === null) return
  if (path.length >= maxJsonDepth) refuseAt(path.slice(0, 1), 'nests too deep')
  for (const [name, value] of Object.entries(input)) {
    if (name === '__proto__') refuseAt([...path, name], 'is not a field of this request')
    if (!isStorable(name)) refuseAt([...path, '…'], unstorable)
    refuseUnstorable(value, [...path, name])
  }
}

const unstorable = 'has a character that cannot be stored'

function refuseAt(path: readonly string[], message: string): never {
  refuse('invalid_request', {
    detail: `${path.join('.') || 'The body'} ${message}.`,
    errors: [{ path: path.join('.'), message }],
  })
}
