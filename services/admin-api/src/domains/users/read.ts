import { type Sql, sql } from '@signet/db'
import { normaliseKey } from '@signet/directory'

/** The start of an address or username of `accounts a` in any letter case, as a range of its key; or an exact id. */
export function startsWith(q: string): Sql {
  const from = normaliseKey(q)
  const to = `${from}\u{10ffff}`
  return sql`((a.email_key >= ${from} AND a.email_key < ${to}) OR (a.username_key >= ${from} AND a.username_key < ${to}) OR a.id = ${q})`
}

export { findUser } from './user-store.ts'
