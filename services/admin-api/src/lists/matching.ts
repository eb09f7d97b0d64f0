import { normalizeKey } from '@signet/accounts'
import { join, type Sql, sql } from '@signet/db'

/** Returns a letter as a bracket expression of both cases, and escapes every other character. */
function letterPattern(character: string): string {
  const spellings = new Set(
    [character, character.toLowerCase(), character.toUpperCase()].filter((one) => [...one].length === 1),
  )
  if (spellings.size > 1) return `[${[...spellings].join('')}]`
  return /[a-z0-9]/i.test(character) || character > '\u007f' ? character : `\\${character}`
}

/** Matches text that contains `q`, in any letter case and for any locale of the database. */
const containsPattern = (q: string): string => [...q].map(letterPattern).join('')

/** Normalized text that begins with `q`: one range of an index. */
export function beginsWith(column: Sql, q: string): Sql {
  const from = normalizeKey(q)
  return sql`(${column} >= ${from} AND ${column} < ${`${from}\u{10ffff}`})`
}

export const containsText = (q: string, columns: readonly Sql[]): Sql => {
  const pattern = containsPattern(q)
  return sql`(${join(
    columns.map((column) => sql`${column} ~ ${pattern}`),
    ' OR ',
  )})`
}
