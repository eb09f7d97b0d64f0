import type { CallToolResult } from '@modelcontextprotocol/server'
import { fieldsWithoutTools, type Operation } from '@signet/contracts'

/** Characters. The structured content is never shortened. */
const maxTextCharacters = 256 * 1024

type Members = Readonly<Record<string, unknown>>

/** Returns structured content, and compact JSON for clients that read only text. */
export function answered(operation: Operation, whole: Members): CallToolResult {
  const answer = shortAnswer(operation, whole)
  const text = JSON.stringify(answer)
  if (isPlain.test(text)) return contentOf(answer, text)
  const seen = visible(answer) as Members
  return contentOf(seen, JSON.stringify(seen))
}

/**
 * Omits null, empty and repeated members of rows and nested objects, null members of the answer, and fields that tools do not declare.
 * A null of the answer stays where the member can also be absent: the two have different meanings.
 */
function shortAnswer(operation: Operation, answer: Members): Members {
  const required = requiredMembers(operation)
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) =>
      fieldsWithoutTools.has(name) || (value === null && required.has(name))
        ? []
        : [[name, shortened(value)]],
    ),
  )
}

const requiredOf = new WeakMap<Operation, ReadonlySet<string>>()

function requiredMembers(operation: Operation): ReadonlySet<string> {
  const known = requiredOf.get(operation)
  if (known) return known
  const members = Object.entries(operation.answer.shape)
  const required = members.filter(([, schema]) => !schema.safeParse(undefined).success)
  const names = new Set(required.map(([name]) => name))
  requiredOf.set(operation, names)
  return names
}

function shortened(row: unknown): unknown {
  if (Array.isArray(row)) return row.map(shortened)
  if (typeof row !== 'object' || row === null) return row
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      isEmpty(value) || isRepeated(row, name, value) ? [] : [[name, shortened(value)]],
    ),
  )
}

/** A row needs these members only where they differ from another member. */
const originals: Readonly<Record<string, string>> = { actorNameThen: 'actorName' }

const isRepeated = (row: object, name: string, value: unknown): boolean =>
  Object.hasOwn(originals, name) && Reflect.get(row, String(originals[name])) === value

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0)

const contentOf = (structuredContent: Members, text: string): CallToolResult => ({
  content: [{ type: 'text', text: limited(text) }],
  structuredContent,
})

export const rendered = (value: unknown): string => limited(JSON.stringify(visible(value)))

const limited = (text: string): string =>
  text.length <= maxTextCharacters
    ? text
    : 'The answer is too long to be repeated as text; read the structured content, or ask for fewer at a time.'

/** Control, bidirectional, zero-width and tag characters, which can hide text or imitate other text. */
const invisible = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu

/** Matches nearly every result: printable ASCII without the backslash, which JSON writes for the rest of ASCII. */
const isPlain = /^[\x20-\x5b\x5d-\x7e]*$/

const escaped = (character: string): string =>
  [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')

/** Copies a value and escapes invisible characters. */
export function visible(value: unknown): unknown {
  if (typeof value === 'string') return isPlain.test(value) ? value : value.replace(invisible, escaped)
  if (Array.isArray(value)) return value.map(visible)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [visible(name), visible(member)]))
}
