import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Directory, enterpriseUrn, startDirectory, uniqueName, userUrn } from './directory.ts'
import { type Scim, startScim } from './support.ts'

/** What RFC 7643 and 7644 demand beside what the files of users, groups, lists, patches and discovery show. */
let scim: Scim
let directory: Directory
beforeAll(async () => {
  scim = await startScim()
  directory = await startDirectory(scim)
})
afterAll(() => scim?.close())

it('RFC 7643 2.5: null and an empty list are the same as nothing', async () => {
  const made = await directory.post('/Users', {
    schemas: [userUrn],
    userName: uniqueName('x'),
    title: null,
    emails: [],
    name: {},
    [enterpriseUrn]: { department: null },
  })
  expect(Object.keys(made.body)).toEqual(['schemas', 'id', 'userName', 'active', 'meta'])
})

it('RFC 7643 3: schemas names the extensions a resource has, and no other', async () => {
  const plain = await directory.get(`/Users/${await directory.user()}`)
  expect(plain.body.schemas).toEqual([userUrn])
  const extended = await directory.user({ [enterpriseUrn]: { department: 'x' } })
  expect((await directory.get(`/Users/${extended}`)).body.schemas).toEqual([userUrn, enterpriseUrn])
  await directory.patch(`/Users/${extended}`, [{ op: 'remove', path: `${enterpriseUrn}:department` }])
  expect((await directory.get(`/Users/${extended}`)).body.schemas).toEqual([userUrn])
})

it('RFC 7643 3.1: an id never changes, and meta says when, where and which version', async () => {
  const id = await directory.user()
  const before = await directory.get(`/Users/${id}`)
  const after = await directory.put(`/Users/${id}`, { id: 'mine', userName: uniqueName('renamed') })
  expect(after.body.id).toBe(id)
  const metaOf = ({ body }: typeof before) => body.meta as unknown as Record<string, string>
  expect(metaOf(after)).toMatchObject({
    resourceType: 'User',
    created: metaOf(before).created,
    location: metaOf(before).location,
    version: after.headers.get('etag'),
  })
  expect(Date.parse(metaOf(after).lastModified ?? '')).toBeGreaterThanOrEqual(
    Date.parse(metaOf(before).lastModified ?? ''),
  )
})

it.each(['application/scim+json', 'application/json', 'application/scim+json; charset=utf-8'])(
  'RFC 7644 3.1: %s is accepted, and application/scim+json answered',
  async (type) => {
    const body = JSON.stringify({ schemas: [userUrn], userName: uniqueName('typed') })
    const made = await directory.send('POST', '/Users', body, { 'content-type': type, accept: type })
    expect([made.status, made.headers.get('content-type')]).toEqual([
      201,
      expect.stringContaining('application/scim+json'),
    ])
  },
)

it.each([
  ['text/plain', '{}', 415, undefined],
  ['application/scim+json', '{"userName":', 400, 'invalidSyntax'],
  ['application/scim+json', '[]', 400, 'invalidSyntax'],
  ['application/scim+json', '"x"', 400, 'invalidSyntax'],
  ['application/scim+json', '', 400, 'invalidSyntax'],
])('RFC 7644 3.12: a body of %s %s is %i in the form of an error', async (type, body, status, scimType) => {
  const refused = await directory.send('POST', '/Users', body, { 'content-type': type })
  expect(refused.status).toBe(status)
  expect(refused.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: expect.any(String),
    ...(scimType ? { scimType } : {}),
  })
})

it('RFC 7644 3.4.2: a list without results is 200 with none', async () => {
  const { status, body } = await directory.find('Users', 'userName eq "nobody"')
  expect([status, body]).toEqual([
    200,
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    },
  ])
})

it('RFC 7644 3.5.1: PUT makes nothing that was not there', async () => {
  expect((await directory.put('/Users/usr_nobody', { userName: 'x' })).status).toBe(404)
  expect((await directory.put('/Groups/grp_nobody', { displayName: 'x' })).status).toBe(404)
})

it('RFC 7644 3.6: what is deleted is 404 in every way, in no list, and its names are free', async () => {
  const sent = { userName: uniqueName('gone'), externalId: uniqueName('gone') }
  const id = await directory.user(sent)
  expect((await directory.remove(`/Users/${id}`)).status).toBe(204)
  const answers = [
    await directory.get(`/Users/${id}`),
    await directory.put(`/Users/${id}`, sent),
    await directory.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'x' }]),
    await directory.remove(`/Users/${id}`),
  ]
  expect(answers.map(({ status, body }) => [status, body.status])).toEqual(Array(4).fill([404, '404']))
  expect((await directory.find('Users', `externalId eq "${sent.externalId}"`)).body.totalResults).toBe(0)
  expect((await directory.post('/Users', sent)).status).toBe(201)
})

it.each(['/Users', '/Groups'])(
  'RFC 9110 15.5.6: %s answers 405 with Allow to a method it does not have',
  async (path) => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const refused = await directory.send(method, path, {})
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    }
    expect((await directory.send('POST', `${path}/x`, {})).headers.get('allow')).toContain('PATCH')
  },
)

it('RFC 7644 section 4: what is announced is what works', async () => {
  const { body } = await directory.get('/ServiceProviderConfig')
  const config = body as unknown as Record<string, { supported: boolean }>
  const id = await directory.user()
  const works = {
    patch: (await directory.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'x' }])).status === 200,
    filter: (await directory.find('Users', 'title pr')).body.totalResults !== undefined,
    etag: (await directory.get(`/Users/${id}`)).headers.has('etag'),
    bulk: (await directory.post('/Bulk', {})).status !== 501,
  }
  for (const [name, expected] of Object.entries(works))
    expect([name, config[name]?.supported]).toEqual([name, expected])
})

it('the rate of a connection is answered 429 with Retry-After, and leaves other connections alone', async () => {
  const [busy, quiet] = [await startDirectory(scim), await startDirectory(scim)]
  await scim.setting('scim.rateLimit.max', 3)
  try {
    const answers = [1, 2, 3, 4].map(() => busy.get('/Users?count=0'))
    const refused = (await Promise.all(answers)).filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused[0]?.body).toMatchObject({ status: '429' })
    expect((await quiet.get('/Users?count=0')).status).toBe(200)
  } finally {
    await scim.setting('scim.rateLimit.max', 3_000)
  }
})

describe('RFC 7644 3.14: versions', () => {
  it('every change counts one, also one by the administration', async () => {
    const id = await directory.user()
    const changed = await directory.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'Dr' }])
    expect(changed.headers.get('etag')).toBe('W/"2"')
    await scim.database.run(sql`UPDATE accounts SET active = false WHERE id = ${id}`)
    expect((await directory.get(`/Users/${id}`)).headers.get('etag')).toBe('W/"3"')
    await scim.database.run(sql`UPDATE accounts SET locked_at = now(), updated_at = now() WHERE id = ${id}`)
    expect((await directory.get(`/Users/${id}`)).headers.get('etag')).toBe('W/"3"')
  })

  it('If-Match of another version is 412 and changes nothing; If-None-Match of this one is 304', async () => {
    const id = await directory.user()
    const stale = { 'if-match': 'W/"7"' }
    const answers = [
      await directory.put(`/Users/${id}`, { userName: uniqueName('x') }, stale),
      await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }], stale),
      await directory.remove(`/Users/${id}`, stale),
    ]
    expect(answers.map(({ status }) => status)).toEqual([412, 412, 412])
    const unchanged = await directory.get(`/Users/${id}`, { 'if-none-match': 'W/"9", W/"1"' })
    expect([unchanged.status, unchanged.body]).toEqual([304, null])
    expect((await directory.get(`/Users/${id}`, { 'if-none-match': 'W/"9"' })).status).toBe(200)
    expect((await directory.remove(`/Users/${id}`, { 'if-match': '"1"' })).status).toBe(204)
  })

  it('If-Match: * matches every version of a resource that exists, and If-None-Match: * is 304', async () => {
    const id = await directory.user()
    const any = { 'if-match': '*' }
    const titled = await directory.patch(
      `/Users/${id}`,
      [{ op: 'add', path: 'title', value: 'Any version' }],
      any,
    )
    expect([titled.status, titled.headers.get('etag')]).toEqual([200, 'W/"2"'])
    expect((await directory.put(`/Users/${id}`, { userName: uniqueName('x') }, any)).status).toBe(200)
    expect((await directory.get(`/Users/${id}`, { 'if-none-match': '*' })).status).toBe(304)
    expect((await directory.remove(`/Users/${id}`, any)).status).toBe(204)
    expect((await directory.remove(`/Users/${id}`, any)).status).toBe(404)
  })

  it('of two writers of one version at once one wins and the other is 412', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await directory.user()
      const answers = await Promise.all(
        ['A', 'B', 'C', 'D'].map((title) =>
          directory.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: title }], {
            'if-match': 'W/"1"',
          }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
    }
  })
})
