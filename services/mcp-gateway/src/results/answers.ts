import type { CallToolResult } from '@modelcontextprotocol/server'

/** Longest rendering of an answer as text, in characters; the structured answer is whole in any case. */
const maxTextCharacters = 256 * 1024

type Members = Readonly<Record<string, unknown>>

/** A tool's answer: structured, and once more as compact JSON for clients that read text only. */
export function answered(answer: Members): CallToolResult {
  const structuredContent = visible(answer) as Record<string, unknown>
  return { content: [{ type: 'text', text: compact(structuredContent) }], structuredContent }
}

/** Compact JSON of what can be seen. */
export const rendered = (value: unknown): string => compact(visible(value))

function compact(seen: unknown): string {
  const text = JSON.stringify(seen)
  return text.length <= maxTextCharacters
    ? text
    : 'The answer is too long to be repeated as text; read the structured content, or ask for fewer at a time.'
}

/** Control, bidirectional, zero-width and tag characters, by which text hides or pretends to be other text (T38). */
const invisible = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu

/** Nearly every text: what is printable in ASCII can be seen. */
const isPlain = /^[\x20-\x7e]*$/

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
