import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Directory, enterpriseUrn, groupUrn, startDirectory, uniqueName, userUrn } from './directory.ts'
import { type Scim, startScim } from './support.ts'

/** Requirements of RFC 7643 and 7644 that the tests of users, groups, lists, patches and discovery do not cover. */
let scim: Scim
let directory: Directory
beforeAll(async () => {
  scim = await startScim()
  directory = await startDirectory(scim)
})
afterAll(() => scim?.close())

it('null and an empty list equal a missing value (RFC 7643 2.5)', async () => {
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

it('the attribute schemas names the extensions of the resource, and no other (RFC 7643 3)', async () => {
  const plain = await directory.get(`/Users/${await directory.user()}`)
  expect(plain.body.schemas).toEqual([userUrn])
  const extended = await directory.user({ [enterpriseUrn]: { department: 'x' } })
  expect((await directory.get(`/Users/${extended}`)).body.schemas).toEqual([userUrn, enterpriseUrn])
  await directory.patch(`/Users/${extended}`, [{ op: 'remove', path: `${enterpriseUrn}:department` }])
  expect((await directory.get(`/Users/${extended}`)).body.schemas).toEqual([userUrn])
})

it('an id never changes, and meta has times, location and version (RFC 7643 3.1)', async () => {
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
  'the type %s is accepted, and the response is application/scim+json (RFC 7644 3.1)',
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
])(
  'a body of %s %s is refused with %i in the form of an error (RFC 7644 3.12)',
  async (type, body, status, scimType) => {
    const refused = await directory.send('POST', '/Users', body, { 'content-type': type })
    expect(refused.status).toBe(status)
    expect(refused.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      detail: expect.any(String),
      ...(scimType ? { scimType } : {}),
    })
  },
)

it('a list without results responds with 200 (RFC 7644 3.4.2)', async () => {
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

it('a PUT creates no resource (RFC 7644 3.5.1)', async () => {
  expect((await directory.put('/Users/usr_nobody', { userName: 'x' })).status).toBe(404)
  expect((await directory.put('/Groups/grp_nobody', { displayName: 'x' })).status).toBe(404)
})

it('a deleted resource is not found, is in no list, and its names are free (RFC 7644 3.6)', async () => {
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
  'the endpoint %s refuses other methods with 405 and Allow (RFC 9110 15.5.6)',
  async (path) => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const refused = await directory.send(method, path, {})
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    }
    expect((await directory.send('POST', `${path}/x`, {})).headers.get('allow')).toContain('PATCH')
  },
)

it('the announced features work (RFC 7644 section 4)', async () => {
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

it('a connection beyond its rate gets 429 with Retry-After, and other connections are not affected', async () => {
  const [busy, quiet] = [await startDirectory(scim), await startDirectory(scim)]
  await scim.setting('scim.rateLimit.max', 3)
  try {
    const answers = [1, 2, 3, 4].map(() => busy.get('/Users?count=0'))
    const refused = (await Promise.all(answers)).filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused[0]?.body).toMatchObject({
      status: '429',
      detail: expect.stringMatching(/^There are too many requests. Try again in \d+ seconds.$/),
    })
    expect((await quiet.get('/Users?count=0')).status).toBe(200)
  } finally {
    await scim.setting('scim.rateLimit.max', 3_000)
  }
})

describe('strict mode:', () => {
  beforeAll(() => scim.setting('scim.strict', true))
  afterAll(() => scim.setting('scim.strict', false))

  const sent = () => ({
    schemas: [userUrn, enterpriseUrn],
    id: 'mine',
    userName: uniqueName('bjensen'),
    name: { formatted: 'Ms. Barbara J Jensen, III', familyName: 'Jensen', givenName: 'Barbara' },
    nickName: 'Babs',
    profileUrl: 'https://login.example.com/bjensen',
    emails: [
      { value: `${uniqueName('b')}@example.com`, display: 'Babs', type: 'work', primary: true },
      { value: 'babs@jensen.org', type: 'home' },
    ],
    addresses: [
      {
        type: 'work',
        streetAddress: '100 Universal City Plaza',
        locality: 'Hollywood',
        region: 'CA',
        postalCode: '91608',
        country: 'USA',
        formatted: '100 Universal City Plaza\nHollywood, CA 91608 USA',
        primary: true,
      },
      { type: 'home', formatted: '456 Hollywood Blvd' },
    ],
    phoneNumbers: [
      { value: '555-555-5555', type: 'work' },
      { value: 'tel:+1-201-555-0123', type: 'mobile' },
    ],
    roles: [{ value: 'teacher', display: 'Teacher', primary: true }, { value: 'author' }],
    userType: 'Employee',
    locale: 'en-US',
    timezone: 'America/Los_Angeles',
    active: true,
    groups: [{ value: 'e9e30dba', display: 'Tour Guides' }],
    [enterpriseUrn]: {
      employeeNumber: '701984',
      manager: { value: '26118915', $ref: '../Users/26118915', displayName: 'John Smith' },
    },
    meta: { resourceType: 'User' },
  })

  it('a user as in the examples of RFC 7643 section 8 is stored, and members that cannot be written are ignored', async () => {
    const { groups: _groups, id: _id, meta: _meta, ...own } = sent()
    const made = await directory.post('/Users', { ...sent(), ...own })
    expect([made.status, made.body.detail]).toEqual([201, undefined])
    expect(made.body).toEqual({
      ...own,
      [enterpriseUrn]: { employeeNumber: '701984', manager: { value: '26118915' } },
      id: expect.stringMatching(/^usr_/),
      meta: expect.objectContaining({ resourceType: 'User' }),
    })
    expect((await directory.put(`/Users/${made.body.id}`, { ...sent(), ...own })).body).toEqual(made.body)
    const extension = { schemas: [enterpriseUrn], employeeNumber: '701985' }
    const patched = await directory.patch(`/Users/${made.body.id}`, [
      { op: 'replace', path: enterpriseUrn, value: extension },
    ])
    expect([patched.status, patched.body[enterpriseUrn]]).toEqual([
      200,
      { employeeNumber: '701985', manager: { value: '26118915' } },
    ])
    const found = async (filter: string) => (await directory.find('Users', filter)).body.totalResults
    expect(await found('addresses[type eq "work" and locality eq "hollywood"]')).toBe(1)
    expect(await found('roles eq "TEACHER" and userType eq "employee" and emails.display eq "babs"')).toBe(1)
  })

  it.each([
    ['an unknown URN in schemas', { schemas: [userUrn, 'urn:example:other'] }, 'invalidValue'],
    ['an extension that schemas does not name', { schemas: [userUrn] }, 'invalidSyntax'],
    ['a schema of a group', { schemas: [groupUrn] }, 'invalidSyntax'],
    ['a page that is no web address', { profileUrl: 'javascript:alert(1)' }, 'invalidValue'],
    ['an unknown attribute', { hobby: 'x' }, 'invalidSyntax'],
  ])('a user with %s is refused', async (_what, members, scimType) => {
    const { status, body } = await directory.post('/Users', { ...sent(), ...members })
    expect([status, body.scimType]).toEqual([400, scimType])
  })
})

describe('versions (RFC 7644 3.14):', () => {
  it('every change increments the version, including one by an administrator', async () => {
    const id = await directory.user()
    const changed = await directory.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'Dr' }])
    expect(changed.headers.get('etag')).toBe('W/"2"')
    await scim.database.run(sql`UPDATE accounts SET active = false WHERE id = ${id}`)
    expect((await directory.get(`/Users/${id}`)).headers.get('etag')).toBe('W/"3"')
    await scim.database.run(sql`UPDATE accounts SET locked_at = now(), updated_at = now() WHERE id = ${id}`)
    expect((await directory.get(`/Users/${id}`)).headers.get('etag')).toBe('W/"3"')
  })

  it('an If-Match of another version is refused with 412 and changes nothing, and an If-None-Match of this version responds with 304', async () => {
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

  it('an If-Match with * matches every version of an existing resource, and an If-None-Match with * responds with 304', async () => {
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

  it('one of several concurrent writers of one version succeeds, and the others get 412', async () => {
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
