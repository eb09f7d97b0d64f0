import { normalizeKey } from '@signet/accounts'
import { join, type Sql, sql } from '@signet/db'

/** A letter in both cases, as a bracket; anything else as it is, escaped. */
function spelled(character: string): string {
  const spellings = new Set(
    [character, character.toLowerCase(), character.toUpperCase()].filter((one) => [...one].length === 1),
  )
  if (spellings.size > 1) return `[${[...spellings].join('')}]`
  return /[a-z0-9]/i.test(character) || character > '\u007f' ? character : `\\${character}`
}

/** An expression of PostgreSQL that a text contains `q` by, in any letter case and whatever the database's locale is. */
const containing = (q: string): string => [...q].map(spelled).join('')

/** Whether a column of normalized text begins with `q`: one range of an index. */
export function beginsWith(column: Sql, q: string): Sql {
  const from = normalizeKey(q)
  return sql`(${column} >= ${from} AND ${column} < ${`${from}\u{10ffff}`})`
}

/** Whether one of these columns contains `q`. */
export const containsText = (q: string, columns: readonly Sql[]): Sql => {
  const pattern = containing(q)
  return sql`(${join(
    columns.map((column) => sql`${column} ~ ${pattern}`),
    ' OR ',
  )})`
}
