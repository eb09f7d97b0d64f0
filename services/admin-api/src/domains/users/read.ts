import { join, type Sql, sql } from '@signet/db'
import { normalizeKey } from '@signet/directory'

/**
 * The three ways an account of `accounts a` can answer a search, none of which holds where an earlier one does: the
 * start of its address or of its username in any letter case, each a range of an index, or its exact id.
 */
export function waysToMatch(q: string): Sql[] {
  const from = normalizeKey(q)
  const to = `${from}\u{10ffff}`
  const address = sql`(a.email_key >= ${from} AND a.email_key < ${to})`
  const username = sql`(a.username_key >= ${from} AND a.username_key < ${to})`
  return [
    address,
    sql`${username} AND ${address} IS NOT TRUE`,
    sql`a.id = ${q} AND ${address} IS NOT TRUE AND ${username} IS NOT TRUE`,
  ]
}

/** Whether an account matches in any of the ways, for lists that are small already. */
export const startsWith = (q: string): Sql => sql`(${join(waysToMatch(q), ' OR ')})`

export { findUser } from './user-store.ts'
