import { join, type Sql, sql } from '@signet/db'
import { beginsWith } from '../../lists/matching.ts'

/**
 * The conditions have no common account: the start of the address or of the username in any letter case, each a range of an index, or
 * the exact id.
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

/** One condition, for small lists and the rows of a search by words. */
export const startsWith = (q: string): Sql => sql`(${join(waysToMatch(q), ' OR ')})`

export {
  changeActive,
  checkActivation,
  checkAddressChange,
  removeAuthenticator,
} from './account-changes.ts'
export { noteSignInMethodChange } from './sign-in-method-notice.ts'
export { toUser } from './to-user.ts'
export { type FullUserRecord, findUser, lockUser } from './user-store.ts'
