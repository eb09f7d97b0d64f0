import { readFileSync } from 'node:fs'
import { type FreshDatabase, freshDatabase } from '@signet/testkit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPostgres } from '../../local/postgres-client.ts'
import { pathOf, type RowsCall, readSources, type Sources } from './calls.ts'
import { describe as describeStatement } from './columns.ts'
import { Comparison } from './compare.ts'
import { exemptWriters } from './exempt-writers.ts'
import { historyTables, historyWriters, type Writer } from './history-writers.ts'
import { statementTexts } from './statement.ts'

/** The tables of these statements are data of the sources. Other tests run each of them. */
const ofManyTables = new Map([
  ['packages/db/src/database.ts', 1],
  ['packages/db/src/ready.ts', 1],
  ['packages/db/src/reseal/reseal.ts', 2],
  ['services/admin-api/src/domains/directories/holds.ts', 1],
  ['services/admin-api/src/domains/search/store.ts', 1],
  ['services/admin-api/src/domains/users/search.ts', 1],
  ['services/admin-api/src/lists/page.ts', 2],
  ['services/auth/src/request/artifact-adapter.ts', 1],
  ['services/auth/src/clients/client-adapter.ts', 1],
  ['services/auth/src/clients/registered-clients.ts', 1],
  ['services/auth/src/artifacts/row-reads.ts', 1],
  ['services/auth/src/artifacts/write-batcher.ts', 1],
  ['services/scim/src/resources/read-page.ts', 2],
])

// Reading the types of all sources takes longest, so one file has both kinds of tests.
let database: FreshDatabase
let client: pg.Client
let sources: Sources
let writers: readonly Writer[]

beforeAll(async () => {
  database = await freshDatabase()
  client = await connectPostgres(database.url)
  sources = readSources()
  writers = historyWriters(sources)
}, 180_000)
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

test('every row type equals the result that PostgreSQL describes for its statement', async () => {
  const comparison = await Comparison.read(client, sources.checker)
  const wrong = new Set<string>()
  const unread = new Map<string, number>()
  for (const call of sources.calls)
    try {
      for (const problem of await problemsOf(call, comparison)) wrong.add(`${call.place}: ${problem}`)
    } catch (error) {
      const [file = ''] = call.place.split(':')
      if (!ofManyTables.has(file)) throw new Error(call.place, { cause: error })
      unread.set(file, (unread.get(file) ?? 0) + 1)
    }
  expect([...wrong]).toEqual([])
  expect(unread).toEqual(ofManyTables)
  expect(sources.calls.length).toBeGreaterThan(290)
}, 180_000)

async function problemsOf({ row, statement }: RowsCall, comparison: Comparison): Promise<string[]> {
  const problems: string[] = []
  for (const text of statementTexts(sources, statement))
    problems.push(...comparison.problems(row, await describeStatement(client, text), text))
  return problems
}

test('a column of another type, a missing, an additional and a nullable column are each found', async () => {
  const comparison = await Comparison.read(client, sources.checker)
  const call = sources.calls.find(({ place }) => place.startsWith('packages/provisioning/src/unmatched.ts'))
  const columns = await describeStatement(
    client,
    `SELECT 1::int AS attribute, true AS total, ''::text AS "userId", ''::text AS name, ''::text AS stored, now() AS at, 2::int AS more`,
  )
  expect(call && comparison.problems(call.row, columns)).toEqual([
    'stated is not answered',
    'claim is not answered',
    expect.stringMatching(/^attribute is int4, not /),
    'total is bool, not number',
    'more is answered and not in the type',
  ])
  const nullable =
    'SELECT email AS name, id AS "userId", id AS claim, id AS attribute, id AS stated, email AS stored, created_at AS at, 1::int AS total FROM accounts'
  const problemsOfText = async (text: string) =>
    call && comparison.problems(call.row, await describeStatement(client, text), text)
  expect(await problemsOfText(nullable)).toEqual([expect.stringMatching(/^name may be null, not only /)])
  expect(await problemsOfText(`${nullable} WHERE email IS NOT NULL`)).toEqual([])
  await expect(describeStatement(client, 'SELECT nothing FROM accounts')).rejects.toBeInstanceOf(
    pg.DatabaseError,
  )
})

test('every statement that writes an account, a team, a credential or a link has an audit entry or a reason', () => {
  const unaudited = writers.filter(({ isAudited }) => !isAudited).map(({ place }) => place)
  expect([...new Set(unaudited)].toSorted()).toEqual(Object.keys(exemptWriters).toSorted())
})

test('every table of the history has an audited writer', () => {
  const written = new Set(writers.filter(({ isAudited }) => isAudited).flatMap(({ tables }) => tables))
  expect([...written].toSorted()).toEqual(Object.keys(historyTables).toSorted())
})

test('only code that has written an entry marks a transaction as audited', () => {
  const markers = sources.files
    .map(pathOf)
    .filter((path) =>
      /\b(?:prismaA|a)uditedBefore\(|as Audited/.test(
        readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'),
      ),
    )
  expect(markers.toSorted()).toEqual([
    'packages/db/src/audited.ts',
    'packages/events/src/audit.ts',
    'services/admin-api/src/pipeline/apply.ts',
  ])
})
