import { hash } from 'node:crypto'

/** A text assembled from data would otherwise fill the memory of every connection. */
const MOST_NAMES = 1_000

const names = new Map<string, string>()

/** The prepared statement's name for a text; undefined once too many different texts were seen. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return undefined
  const made = hash('sha256', text, 'base64url')
  names.set(text, made)
  return made
}
