import { isAccountName } from '@signet/contracts'
import { type Sql, sql } from '@signet/db'

/**
 * Returns the canonical form of an account name, which uniqueness is decided on: NFKC, then case-folded. Folding by upper
 * and lower case joins letters that only one of the two would (ß, final sigma, dotless i). Names with characters that NFKC
 * replaces are rejected where they are given (`isAccountName`), so that no name is joined with another one silently. Names
 * that were stored before keep their keys, and `isNamed` finds them by their exact text only.
 */
export const normalizeKey = (value: string): string =>
  value.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

type NameColumn = 'email' | 'username'

/**
 * Selects accounts that a text names: by its key, and a text that no new account could be named by exactly as it was
 * stored. Everything that finds an account by a text from outside uses this condition.
 */
export const isNamed = (column: NameColumn, text: string): Sql => {
  const stored = column === 'email' ? sql`email` : sql`username`
  const key = column === 'email' ? sql`email_key` : sql`username_key`
  return isAccountName(text)
    ? sql`${key} = ${normalizeKey(text)}`
    : sql`(${key} = ${normalizeKey(text)} AND ${stored} = ${text})`
}
