import { refuse } from '@signet/runtime'
import { maxJsonDepth } from './read-json.ts'

/** PostgreSQL cannot store U+0000 in text, and UTF-8 cannot encode half a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const shownCharacters = 200

/**
 * Call before any other code reads the input. Rejects text and member names that cannot be stored, and nesting that would exhaust the
 * stack of recursive functions.
 */
export function refuseUnstorable(input: unknown, path: readonly string[] = []): void {
  if (typeof input === 'string' && !isStorable(input)) refuseAt(path, unstorable)
  if (typeof input !== 'object' || input === null) return
  if (path.length >= maxJsonDepth) refuseAt(path.slice(0, 1), 'nests too deep')
  for (const [name, value] of Object.entries(input)) {
    if (name === '__proto__') refuseAt([...path, name], 'is not a field of this request')
    if (!isStorable(name)) refuseAt([...path, '…'], unstorable)
    if (typeof value === 'string' ? !isStorable(value) : typeof value === 'object')
      refuseUnstorable(value, [...path, name])
  }
}

const unstorable = 'has a character that cannot be stored'

function refuseAt(path: readonly string[], message: string): never {
  const shown = path.join('.').slice(0, shownCharacters).toWellFormed()
  refuse('invalid_request', {
    detail: `${shown || 'The body'} ${message}.`,
    errors: [{ path: shown, message }],
  })
}
