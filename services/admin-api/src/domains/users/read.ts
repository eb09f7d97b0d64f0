import { join, type Sql, sql } from '@signet/db'
import { beginsWith } from '../../lists/matching.ts'

/**
 * The three ways an account of `accounts a` can answer a search, none of which holds where an earlier one does: the
 * start of its address or of its username in any letter case, each a range of an index, or its exact id.
 */
export function waysToMatch(q: string): Sql[] {
  const address = beginsWith(sql`a.email_key`, q)
  const username = beginsWith(sql`a.username_key`, q)
  return [
    address,
    sql`${username} AND ${address} IS NOT TRUE`,
    sql`a.id = ${q} AND ${address} IS NOT TRUE AND ${username} IS NOT TRUE`,
  ]
}

/** Whether an account matches in any of the ways, for lists that are small already. */
export const startsWith = (q: string): Sql => sql`(${join(waysToMatch(q), ' OR ')})`

export {
  changeActive,
  checkActivation,
  checkAddressChange,
  removeAuthenticator,
} from './account-changes.ts'
export { findUser } from './user-store.ts'
export { noteWayIn } from './way-in-notice.ts'
