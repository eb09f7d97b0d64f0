import { hash } from 'node:crypto'

/** Texts assembled from data would otherwise fill the memory of every connection. */
const MOST_NAMES = 1_000

const names = new Map<string, string>()

/** Undefined once the limit of different texts is reached. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES) return undefined
  const made = hash('sha256', text, 'base64url')
  names.set(text, made)
  return made
}
