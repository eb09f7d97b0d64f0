import { idPrefixes } from '@signet/contracts'
import { join, type Sql, sql } from '@signet/db'
import { beginsWith } from '../../lists/matching.ts'
import { waysToMatchWords } from '../../lists/words.ts'

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

/**
 * The conditions have no common account (see `waysToMatchWords`): names, address, telephone number or id in the directory, or the exact
 * id.
 */
export function waysToFind(text: string, projectId: string): Sql[] {
  if (text.startsWith(`${idPrefixes.account}_`)) return [sql`a.id = ${text}`]
  const address = beginsWith(sql`a.email_key`, text)
  const byWords = waysToMatchWords(text, sql`a`, projectId)
  return [address, ...byWords.map((way) => sql`${way} AND ${address} IS NOT TRUE`)]
}

/** One condition, for lists that are small. */
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
