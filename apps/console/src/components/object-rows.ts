import type { Pair } from '../ui/pair-list.tsx'
import { isObject, parseObject, textOfValue, valueOfText } from './json-text.ts'
import { same } from './rebase.ts'

/** Values of the members: texts, lists of words, or JSON of any shape. */
export type MemberKind = 'text' | 'words' | 'json'

const toText = (kind: MemberKind, value: unknown): string => {
  if (kind === 'json') return textOfValue(value)
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function toValue(kind: MemberKind, text: string): unknown {
  if (kind === 'json') return valueOfText(text)
  return kind === 'text' ? text : text.split(/[\s,]+/).filter(Boolean)
}

/** Returns null for a text without a JSON object or with a member that a row cannot show, such as a nested object. */
export function rowsOfText(kind: MemberKind, text: string): readonly Pair[] | null {
  const members = Object.entries(parseObject(text) ?? { '': null })
  const canShow = members.every(
    ([name, value]) => name !== '' && !isObject(value) && same(toValue(kind, toText(kind, value)), value),
  )
  return canShow ? members.map(([name, value]) => [name, toText(kind, value)]) : null
}

/** Omits rows without a name. Rows with a repeated name become a list, which is no object and cannot be saved. */
export const textOfRows = (kind: MemberKind, rows: readonly Pair[]): string => {
  const named = rows
    .map(([name, text]) => [name.trim(), toValue(kind, text)] as const)
    .filter(([name]) => name !== '')
  const hasRepeated = rows.some((_, index) => isRepeated(rows, index))
  return JSON.stringify(hasRepeated ? named : Object.fromEntries(named), null, 2)
}

/** Returns whether an earlier row has the same name. */
export const isRepeated = (rows: readonly Pair[], index: number): boolean => {
  const name = rows[index]?.[0].trim()
  return Boolean(name) && rows.findIndex(([other]) => other.trim() === name) < index
}
