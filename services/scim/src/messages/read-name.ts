import { isVisible, visibleRule } from '@signet/contracts'
import type { ScimValue } from '../schemas/scim-object.ts'
import { invalidValue } from './reading.ts'

const maxCharacters = 256

/** One line without invisible characters. */
export function readName(path: string, value: ScimValue | undefined): string | null {
  if (typeof value !== 'string') return null
  const name = value.trim()
  if (name.length > maxCharacters) throw invalidValue(path, `may have ${maxCharacters} characters`)
  if (!isVisible(name)) throw invalidValue(path, visibleRule)
  return name
}
