import { idPrefixes, limits } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { loadSettings } from '@signet/tenancy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planOf, rowsRead } from '../../../test/support/plans.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import type { Administrator } from '../../caller.ts'
import { searches } from '../search/store.ts'
import { usersMatching } from './list.ts'
import { searchUsers } from './search.ts'
import { usersPage } from './user-store.ts'

const many = 26_000
const { searchedUpTo } = limits.userPage

let world: World
beforeAll(async () => {
  world = await startWorld()
  // Inserts in parts, so that each statement stays below the time limit.
  for (let made = 0; made < many; made += 2_000)
    await world.database.run(sql`
      INSERT INTO accounts (project_id, id, email, email_key, username, username_key, active, email_verified)
      SELECT ${world.project}, 'usr_' || n, 'User' || n || '@example.com', 'user' || n || '@example.com',
        'Name' || n, 'name' || n, n % 10 <> 0, n % 2 = 0
      FROM generate_series(${made + 1}::int, ${made + 2_000}::int) n`)
  await world.database.run(sql`ANALYZE accounts, account_words`)
})
afterAll(() => world?.close())

const explain = async (search: { readonly q: string } | { readonly email: string }) =>
  readsOf(
    usersPage(
      await loadSettings(world.database),
      usersMatching(
        { id: world.project, deletionScheduledAt: null },
        { ...search, startIndex: 1, count: 50 },
      ),
      50,
      0,
    ),
  )

const readsOf = async (statement: Sql) => rowsRead(await planOf(world.database, statement), 'accounts')

async function searchStatement(q: string): Promise<Sql> {
  const statements: Sql[] = []
  const executor: Executor = {
    rows: async (statement) => {
      statements.push(statement)
      return []
    },
    run: async () => 0,
  }
  const everywhere = { superAdministrator: true, teams: [] } as unknown as Administrator
  await searches.find(({ prefix }) => prefix === idPrefixes.account)?.find(executor, everywhere, q)
  const [statement] = statements
  if (!statement) throw new Error('The search sent no statement.')
  return statement
}

/** Rows of `accounts` that a search by words reads; fails when it reads the whole table. */
async function usersRead({ text, ...filters }: { readonly text: string; readonly status?: 'locked' }) {
  let read = 0
  const executor: Executor = {
    rows: async (statement) => {
      const { rows, whole } = await readsOf(statement)
      expect(whole).toBe(false)
      read += rows
      return world.database.rows(statement)
    },
    run: async () => 0,
  }
  const project = { id: world.project, deletionScheduledAt: null }
  await searchUsers(executor, project, text, { ...filters, startIndex: 1, count: 50 })
  return read
}

test.each(['user4', 'name4', 'nobody-at-all'])(
  'a search for %s in every project reads no more rows than it returns',
  async (q) => {
    const { rows, whole } = await readsOf(await searchStatement(q))
    expect(whole).toBe(false)
    expect(rows).toBeLessThan(50)
  },
)

describe('the user list:', () => {
  test('the user list finds an exact address by index, in any letter case', async () => {
    const { rows, whole } = await explain({ email: 'USER2499@example.com' })
    expect(whole).toBe(false)
    expect(rows).toBeLessThanOrEqual(2)
  })

  test.each(['user2499', 'name2499', 'nobody-at-all', 'usr_77'])(
    'the user list finds %s by index and reads no more rows than it finds',
    async (q) => {
      const { rows, whole } = await explain({ q })
      expect(whole).toBe(false)
      expect(rows).toBeLessThan(200)
    },
  )

  describe.each(['without', 'with'])('a search by words %s statistics', (statistics) => {
    beforeAll(async () => {
      if (statistics === 'with') await world.database.run(sql`ANALYZE accounts, account_words`)
      else
        await world.database.run(
          sql`DELETE FROM pg_statistic WHERE starelid IN ('accounts'::regclass, 'account_words'::regclass)`,
        )
    })

    test.each(['user2499', 'name 2499', 'name2499 user2499', 'nobody-at-all', '+41 44 668'])(
      'the search reads by index no more users than the words "%s" match',
      async (text) => expect(await usersRead({ text })).toBeLessThan(200),
    )

    test.each(['user', 'n', 'user4', 'user name', '@example.com'])(
      'the search reads by index a thousand of the users that the words "%s" match',
      async (text) => expect(await usersRead({ text })).toBeLessThanOrEqual(searchedUpTo),
    )

    test('the search reads by index at most 20,000 users to find those of a rare state', async () =>
      expect(await usersRead({ text: 'user', status: 'locked' })).toBeLessThanOrEqual(20 * searchedUpTo))
  })

  test('a search that more than 1,000 users match says so, and a narrower one has the exact number', async () => {
    const search = (input: object) =>
      world.ok(world.people.owner, 'project_user_list', { projectId: world.project, ...input })
    const frequent = await search({ text: '@example.com', startIndex: 951 })
    expect(frequent).toMatchObject({ totalResults: 1_000, totalCapped: true })
    expect(frequent.users).toHaveLength(50)
    expect((await search({ text: '@example.com', startIndex: 1_001 })).users).toEqual([])
    const narrow = await search({ text: 'user2499', status: 'active' })
    expect(narrow.totalResults).toBe(10)
    expect(narrow).not.toHaveProperty('totalCapped')
  })

  test('the user list finds the start of an address or username in any letter case, or an exact id', async () => {
    const find = (q: string) =>
      world.ok(world.people.owner, 'project_user_list', { projectId: world.project, q })
    expect((await find('USER24999')).users.map(({ id }) => id)).toEqual(['usr_24999'])
    expect((await find('nAmE24999')).users.map(({ id }) => id)).toEqual(['usr_24999'])
    expect((await find('usr_24999')).users.map(({ id }) => id)).toEqual(['usr_24999'])
    expect((await find('ser24999')).totalResults).toBe(0)
    expect((await find('user%')).totalResults).toBe(0)
  })

  test('the user list filters by state, verification and manager, and counts the matches', async () => {
    const count = async (filter: object) =>
      (await world.ok(world.people.owner, 'project_user_list', { projectId: world.project, ...filter }))
        .totalResults
    expect(await count({})).toBe(many)
    expect(await count({ status: 'deactivated' })).toBe(many / 10)
    expect(await count({ verified: 'yes' })).toBe(many / 2)
    expect(await count({ authenticator: 'yes' })).toBe(0)
    expect(await count({ managedBy: 'console' })).toBe(many)
    expect(await count({ managedBy: 'con_x' })).toBe(0)
  })

  test.each([
    ['the user list', {}],
    ['a search', { text: 'user2' }],
  ])('the pages of %s are in the order of addresses without a gap or a duplicate', async (_of, search) => {
    const page = async (startIndex: number) => {
      const input = { projectId: world.project, ...search, startIndex, count: 200 }
      const { users } = await world.ok(world.people.owner, 'project_user_list', input)
      return users.map(({ email }) => email?.toLowerCase())
    }
    const emails = [...(await page(1)), ...(await page(201))]
    expect(new Set(emails).size).toBe(400)
    expect(emails).toEqual(emails.toSorted())
  })
})
