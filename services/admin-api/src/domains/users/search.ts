import { idPrefixes, limits } from '@signet/contracts'
import { allOf, type Executor, join, raw, type Sql, sql } from '@signet/db'
import { beginsWith } from '../../lists/matching.ts'
import { accountIdsByWords } from '../../lists/words.ts'
import { type ListedProject, type UserListInput, userFilters } from './filters.ts'
import { startsWith } from './read.ts'

const { searchedUpTo } = limits.userPage
/** Accounts with the words of a search that the filters are compared with. */
const readUpTo = 20 * searchedUpTo

interface FoundUsers {
  /** Ids in the order of addresses. */
  readonly ids: readonly string[]
  readonly total: number
  /** Further users may match. */
  readonly isCapped: boolean
}

/**
 * Finds users by words of their names, by address, telephone number or id in the directory, or by exact id. It reads a limited number
 * of accounts however frequent the words are.
 */
export async function searchUsers(
  executor: Executor,
  project: ListedProject,
  text: string,
  input: UserListInput,
): Promise<FoundUsers> {
  const statement = usersFound(project, await accountIds(executor, project.id, text), input)
  const [found] = await executor.rows<FoundUsers>(statement)
  return found ?? { ids: [], total: 0, isCapped: false }
}

/**
 * Statements that return `account_id`, each of which uses one index and returns at most `readUpTo` rows. The part of an address before
 * `@` consists of words; only a longer part needs the index of addresses.
 */
async function accountIds(executor: Executor, projectId: string, text: string): Promise<readonly Sql[]> {
  if (text.startsWith(`${idPrefixes.account}_`)) return [sql`SELECT ${text}::text AS account_id`]
  const byAddress = sql`
    SELECT a.id AS account_id FROM accounts a WHERE a.project_id = ${projectId} AND ${beginsWith(sql`a.email_key`, text)}
    ORDER BY a.email_key, a.id LIMIT ${readUpTo}`
  const byWords = await accountIdsByWords(executor, text, projectId, readUpTo)
  return text.includes('@') ? [byAddress, ...byWords] : byWords
}

/**
 * OFFSET makes PostgreSQL look up each account by its id. With statistics of frequent words it joined all accounts of the project
 * instead, which took 2.8 seconds among 1,000,000 users.
 */
function usersFound(
  project: ListedProject,
  parts: readonly Sql[],
  { q, startIndex, count, text: _text, ...input }: UserListInput,
): Sql {
  const filters = [...(q === undefined ? [] : [startsWith(q)]), ...userFilters(project, input)]
  const named = parts.map((part, index) => ({
    part,
    read: raw(`read_${index}`),
    found: raw(`found_${index}`),
  }))
  const tables = named.map(
    ({ part, read, found }) => sql`${read} AS MATERIALIZED (${part}), ${found} AS MATERIALIZED (
      SELECT a.* FROM ${read} r CROSS JOIN LATERAL (
        SELECT a.email_key, a.id FROM accounts a
        WHERE ${allOf([sql`a.project_id = ${project.id}`, sql`a.id = r.account_id`, ...filters])} OFFSET 0
      ) a LIMIT ${searchedUpTo})`,
  )
  const isCapped = named.map(
    ({ read, found }) => sql`(SELECT count(*) FROM ${found}) = ${searchedUpTo}
      OR EXISTS (SELECT 1 FROM ${read} OFFSET ${readUpTo - 1})`,
  )
  return sql`
    WITH ${join(tables, ', ')}, users AS MATERIALIZED (${join(
      named.map(({ found }) => sql`SELECT * FROM ${found}`),
      ' UNION ',
    )})
    SELECT (SELECT count(*)::int FROM users) AS total, ${join(isCapped, ' OR ')} AS "isCapped",
      ARRAY(SELECT id FROM users ORDER BY email_key, id LIMIT ${count} OFFSET ${startIndex - 1}) AS ids`
}
