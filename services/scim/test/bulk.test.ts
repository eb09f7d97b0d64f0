import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Directory, enterpriseUrn, groupUrn, startDirectory, uniqueName, userUrn } from './directory.ts'
import { type Scim, startScim } from './support.ts'

let scim: Scim
let directory: Directory
beforeAll(async () => {
  scim = await startScim()
  directory = await startDirectory(scim)
})
afterAll(() => scim?.close())

interface Result {
  readonly method?: string
  readonly bulkId?: string
  readonly location?: string
  readonly version?: string
  readonly status: string
  readonly response?: { readonly scimType?: string; readonly detail: string; readonly status: string }
}

async function bulk(operations: readonly object[], members: object = {}, from = directory) {
  const { status, body } = await from.post('/Bulk', {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
    ...members,
    Operations: operations,
  })
  return { status, body, results: (body.Operations ?? []) as unknown as Result[] }
}

const user = (bulkId: string, members: object = {}) => ({
  method: 'POST',
  path: '/Users',
  bulkId,
  data: { schemas: [userUrn], userName: uniqueName(bulkId), ...members },
})
const group = (bulkId: string, members: readonly string[]) => ({
  method: 'POST',
  path: '/Groups',
  bulkId,
  data: {
    schemas: [groupUrn],
    displayName: uniqueName(bulkId),
    members: members.map((value) => ({ value })),
  },
})
const idIn = ({ location = '' }: Result = { status: '' }): string => location.split('/').at(-1) ?? ''
const statuses = (results: readonly Result[]) => results.map(({ status }) => status)

it('a bulk request carries out each operation and resolves references in any order (RFC 7644 3.7.2)', async () => {
  const removed = await directory.user()
  const { status, body, results } = await bulk([
    group('team', ['bulkId:ann', 'bulkId:bob']),
    user('bob', { [enterpriseUrn]: { manager: { value: 'bulkId:ann' } } }),
    user('ann'),
    {
      method: 'PATCH',
      path: '/Users/bulkId:ann',
      data: { Operations: [{ op: 'add', path: 'title', value: 'Dr' }] },
    },
    { method: 'DELETE', path: `/Users/${removed}`, bulkId: 'gone' },
  ])
  expect([status, body.schemas]).toEqual([200, ['urn:ietf:params:scim:api:messages:2.0:BulkResponse']])
  expect(statuses(results)).toEqual(['201', '201', '201', '200', '204'])
  const [team, bob, ann, patched, gone] = results.map(idIn)
  expect(results[3]).toEqual({
    method: 'PATCH',
    version: 'W/"2"',
    location: results[2]?.location,
    status: '200',
  })
  expect([patched, gone]).toEqual([ann, removed])
  expect((await directory.get(`/Groups/${team}`)).body.members).toMatchObject(
    [ann, bob].toSorted().map((value) => ({ value })),
  )
  expect((await directory.get(`/Users/${bob}`)).body[enterpriseUrn]).toEqual({ manager: { value: ann } })
  expect((await directory.get(`/Users/${ann}`)).body.title).toBe('Dr')
  expect((await directory.get(`/Users/${removed}`)).status).toBe(404)
})

it('a refused operation has its error, and the others are carried out', async () => {
  const userName = uniqueName('taken')
  await directory.user({ userName })
  const changed = await directory.user()
  const { status, results } = await bulk([
    user('a', { userName }),
    user('one', { [enterpriseUrn]: { manager: { value: 'bulkId:two' } } }),
    user('two', { [enterpriseUrn]: { manager: { value: 'bulkId:one' } } }),
    group('g', ['bulkId:a']),
    { method: 'PUT', path: `/Users/${changed}`, version: 'W/"7"', data: { userName: 'x' } },
    { method: 'POST', path: '/Nothing', bulkId: 'n', data: {} },
    { method: 'POST', path: '/Users', data: {} },
    { method: 'PUT', path: '/Users', data: {} },
    { method: 'GET', path: '/Users/x' },
    { method: 'DELETE', path: '/Users/../x' },
    { method: 'DELETE', path: '/Users/bulkId:none' },
    user('last'),
  ])
  expect(status).toBe(200)
  expect(results.map(({ status: own, response }) => [own, response?.scimType])).toEqual([
    ['409', 'uniqueness'],
    ['409', undefined],
    // The first operation of a circle failed, so its reference names no resource.
    ['400', 'invalidValue'],
    ['400', 'invalidValue'],
    ['412', undefined],
    ['404', undefined],
    ['400', 'invalidSyntax'],
    ['400', 'invalidSyntax'],
    ['400', 'invalidSyntax'],
    ['400', 'invalidSyntax'],
    ['400', 'invalidValue'],
    ['201', undefined],
  ])
  for (const { response, status: own } of results) if (response) expect(response.status).toBe(own)
  expect(results[0]).not.toHaveProperty('location')
  expect(scim.occurrences).toEqual([])
})

it('no operation begins after the number of errors in failOnErrors', async () => {
  const bad = { method: 'DELETE', path: '/Users/usr_none' }
  const { results } = await bulk([user('a'), bad, user('b'), bad, user('c')], { failOnErrors: 2 })
  expect(statuses(results)).toEqual(['201', '404', '201', '404'])
})

it.each([
  ['more than 100 operations', Array(101).fill(user('a')), {}, 413],
  ['no operation', [], {}, 400],
  ['a bulkId that occurs twice', [user('a'), user('a')], {}, 400],
  ['a failOnErrors of 0', [user('a')], { failOnErrors: 0 }, 400],
])('a bulk request with %s is refused as a whole', async (_what, operations, members, expected) => {
  const before = (await directory.get('/Users?count=0')).body.totalResults
  expect((await bulk(operations, members)).status).toBe(expected)
  expect((await directory.get('/Users?count=0')).body.totalResults).toBe(before)
})

it('each operation counts towards the rate of the connection and is in the log of requests', async () => {
  const limited = await startDirectory(scim)
  await scim.setting('scim.rateLimit.max', 3)
  try {
    const { results } = await bulk([user('a'), user('b'), user('c')], {}, limited)
    expect(statuses(results)).toEqual(['201', '201', '429'])
    const logged = () =>
      scim.database.rows(sql`
        SELECT route, status, problem FROM provisioning_requests WHERE connection_id = ${limited.connectionId} ORDER BY id`)
    await vi.waitFor(async () => expect(await logged()).toHaveLength(4), { timeout: 10_000 })
    expect(await logged()).toMatchObject([
      { route: '/Users', status: 201, problem: null },
      { route: '/Users', status: 201, problem: null },
      { route: '/Users', status: 429, problem: 'rate_limited' },
      { route: '/Bulk', status: 200 },
    ])
  } finally {
    await scim.setting('scim.rateLimit.max', 3_000)
  }
})

it('the removals of a bulk request are counted by the threshold', async () => {
  const guarded = await startDirectory(scim)
  await scim.database.run(sql`
    UPDATE provisioning_connections SET threshold_count = 2, threshold_window_seconds = 3600 WHERE id = ${guarded.connectionId}`)
  const ids = await Promise.all([1, 2, 3, 4].map(() => guarded.user()))
  const removals = ids.map((id) => ({ method: 'DELETE', path: `/Users/${id}` }))
  const { results } = await bulk(removals, {}, guarded)
  expect(statuses(results)).toEqual(['204', '204', '409', '409'])
})
