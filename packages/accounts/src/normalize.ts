import { isAccountName } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'

/**
 * Canonical form, used for uniqueness: NFKC, then case-folded. Folding by upper and lower case joins letters that only one of the two
 * would join (ß, final sigma, dotless i). Input with characters that NFKC replaces is rejected (`isAccountName`), so that two different
 * names are never joined silently. Names stored before that rule keep their keys, and `isNamed` finds them by their exact text only.
 */
export const normalizeKey = (value: string): string =>
  value.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

type NameColumn = 'email' | 'username'

/**
 * Compares the key, or the exact stored text for a name that is no longer allowed. Every lookup by a text from outside uses this
 * condition.
 */
export const isNamed = (column: NameColumn, text: string): Sql => {
  const stored = column === 'email' ? sql`email` : sql`username`
  const key = column === 'email' ? sql`email_key` : sql`username_key`
  return isAccountName(text)
    ? sql`${key} = ${normalizeKey(text)}`
    : sql`(${key} = ${normalizeKey(text)} AND ${stored} = ${text})`
}
