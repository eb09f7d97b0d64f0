import type { CallToolResult } from '@modelcontextprotocol/server'

/** Longest rendering of an answer as text, in characters; the structured answer is whole in any case. */
const maxTextCharacters = 256 * 1024

type Members = Readonly<Record<string, unknown>>

/** A tool's answer: structured, and once more as compact JSON for clients that read text only. */
export function answered(answer: Members): CallToolResult {
  const text = JSON.stringify(answer)
  if (isPlain.test(text)) return contentOf(answer, text)
  const seen = visible(answer) as Members
  return contentOf(seen, JSON.stringify(seen))
}

const contentOf = (structuredContent: Members, text: string): CallToolResult => ({
  content: [{ type: 'text', text: limited(text) }],
  structuredContent,
})

/** Compact JSON of what can be seen. */
export const rendered = (value: unknown): string => limited(JSON.stringify(visible(value)))

const limited = (text: string): string =>
  text.length <= maxTextCharacters
    ? text
    : 'The answer is too long to be repeated as text; read the structured content, or ask for fewer at a time.'

/** Control, bidirectional, zero-width and tag characters, by which text hides or pretends to be other text (T38). */
const invisible = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu

/** Nearly every answer: what is printable in ASCII can be seen. JSON writes the rest of ASCII with a backslash. */
const isPlain = /^[\x20-\x5b\x5d-\x7e]*$/

const escaped = (character: string): string =>
  [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')

/** The same value, in which characters nobody sees are written out. */
export function visible(value: unknown): unknown {
  if (typeof value === 'string') return isPlain.test(value) ? value : value.replace(invisible, escaped)
  if (Array.isArray(value)) return value.map(visible)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visible(name), visible(member)]))
}
