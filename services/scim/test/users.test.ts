import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type Directory,
  enterpriseUrn,
  startDirectory,
  startSibling,
  uniqueName,
  userUrn,
} from './directory.ts'
import { type Scim, startScim } from './support.ts'

let scim: Scim
let directory: Directory
let other: Directory
beforeAll(async () => {
  scim = await startScim()
  directory = await startDirectory(scim)
  other = await startDirectory(scim)
})
afterAll(() => scim?.close())

const person = () => {
  const name = uniqueName('Bjensen')
  return {
    schemas: [userUrn, enterpriseUrn],
    externalId: uniqueName('ext'),
    userName: name,
    name: { givenName: 'Barbara', familyName: 'Jensen' },
    displayName: 'Babs Jensen',
    locale: 'en-US',
    active: true,
    emails: [
      { value: `${name}@example.com`, type: 'work', primary: true },
      { value: `${name}@home.example`, type: 'home' },
    ],
    [enterpriseUrn]: { department: 'Tour Operations', manager: { value: 'usr_boss' } },
  }
}

describe('POST (RFC 7644 3.3):', () => {
  it('a POST responds with 201, the resource, its location and its version, and the resource is found there', async () => {
    const sent = person()
    const made = await directory.post('/Users', sent)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ ...sent, meta: { resourceType: 'User', version: 'W/"1"' } })
    const { location } = made.body.meta as unknown as { location: string }
    expect(made.headers.get('location')).toBe(location)
    expect(made.headers.get('etag')).toBe('W/"1"')
    expect(location).toBe(`${directory.scim}/Users/${made.body.id}`)
    const read = await directory.get(location)
    expect([read.status, read.body]).toEqual([200, made.body])
  })

  it('a POST ignores id, meta, groups and password', async () => {
    const made = await directory.post('/Users', {
      ...person(),
      id: 'mine',
      meta: { version: 'x' },
      groups: [{ value: 'grp_x' }],
      password: 'correct horse battery staple',
    })
    expect(made.status).toBe(201)
    expect(made.body.id).toMatch(/^usr_/)
    expect(made.body).not.toHaveProperty('password')
    expect(made.body).not.toHaveProperty('groups')
    expect(await directory.account(made.body.id ?? '')).toMatchObject({ password_hash: null })
  })

  it.each([
    ['no userName', { userName: undefined }],
    ['a userName of spaces', { userName: '  ' }],
    ['a userName that is an object', { userName: { x: 1 } }],
    ['an invalid address', { emails: [{ value: 'nobody' }] }],
    [
      'two primary addresses',
      {
        emails: [
          { value: 'a@x.org', primary: true },
          { value: 'b@x.org', primary: true },
        ],
      },
    ],
    ['a value that is not a boolean', { active: 'perhaps' }],
    ['a name that is a list', { name: ['x'] }],
    ['a text that is too long', { displayName: 'x'.repeat(257) }],
    [
      'more addresses than allowed',
      { emails: Array.from({ length: 11 }, (_, i) => ({ value: `a${i}@x.org` })) },
    ],
    ['hidden characters', { userName: 'adm\u200bin' }],
    ['compatibility forms of letters', { userName: 'ｒｏｏｔ' }],
    ['compatibility forms of letters in an address', { emails: [{ value: 'ｒｏｏｔ@x.org' }] }],
  ])(
    'a POST with %s is refused with 400 invalidValue and creates nothing (RFC 7644 3.12)',
    async (_what, members) => {
      const sent = { ...person(), ...members }
      const refused = await directory.post('/Users', sent)
      expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
      expect((await directory.find('Users', `externalId eq "${sent.externalId}"`)).body.totalResults).toBe(0)
    },
  )

  it('a POST writes one audit entry with the connection and the surface scim', async () => {
    const id = await directory.user()
    expect(await directory.entries(id)).toMatchObject([
      { action: 'enduser.create', actor: `connection:${directory.connectionId}`, surface: 'scim' },
    ])
  })
})

describe('taken names:', () => {
  it.each([
    ['a user name, in any letter case', (of: string) => ({ userName: of.toUpperCase() })],
    ['an address', (of: string) => ({ emails: [{ value: `${of}@example.com` }] })],
  ])('%s is refused with 409 uniqueness for every owner', async (_what, members) => {
    const name = uniqueName('taken')
    for (const owner of [directory, other]) {
      const [mine, theirs] = [uniqueName(name), uniqueName(name)]
      await owner.user({ userName: mine, emails: [{ value: `${mine}@example.com` }] })
      await consoleAccount(owner.projectId, theirs)
      const answers = await Promise.all(
        [mine, theirs].map((taken) =>
          owner.post('/Users', { userName: uniqueName('new'), ...members(taken) }),
        ),
      )
      expect(answers.map(({ status, body }) => [status, body.scimType])).toEqual([
        [409, 'uniqueness'],
        [409, 'uniqueness'],
      ])
      expect(answers[0]?.body).toEqual(answers[1]?.body)
    }
  })

  it("a user name cannot be another account's address, nor an address its user name", async () => {
    const name = uniqueName('victim')
    await consoleAccount(directory.projectId, name)
    const asName = await directory.post('/Users', { userName: `${name}@example.com` })
    expect(asName.status).toBe(409)
    const id = await directory.user()
    const renamed = await directory.patch(`/Users/${id}`, [
      { op: 'replace', path: 'userName', value: `${name}@example.com` },
    ])
    expect([renamed.status, renamed.body.scimType]).toEqual([409, 'uniqueness'])
  })

  it('an external id belongs to its connection, and another connection may use the same', async () => {
    const externalId = uniqueName('ext')
    await directory.user({ externalId })
    expect((await other.post('/Users', { userName: uniqueName('x'), externalId })).status).toBe(201)
    const again = await directory.post('/Users', { userName: uniqueName('x'), externalId })
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
  })

  it('an external id equal to the id of a console account neither finds nor changes this account', async () => {
    const id = await consoleAccount(directory.projectId, uniqueName('admin'))
    const made = await directory.post('/Users', { userName: uniqueName('x'), externalId: id })
    expect(made.body.id).not.toBe(id)
    expect((await directory.get(`/Users/${id}`)).status).toBe(404)
  })
})

const consoleAccount = async (projectId: string, name: string): Promise<string> => {
  const id = newId('account')
  await scim.database.run(sql`
    INSERT INTO accounts (project_id, id, email, email_key, username, username_key)
    VALUES (${projectId}, ${id}, ${`${name}@example.com`}, ${`${name}@example.com`.toLowerCase()}, ${name}, ${name.toLowerCase()})`)
  return id
}

describe('isolation by connection', () => {
  it('accounts of the console and of other connections are not listed, read, changed or removed', async () => {
    const sibling = await startSibling(scim, directory)
    const foreign = [
      await consoleAccount(directory.projectId, uniqueName('console')),
      await sibling.user(),
      await other.user(),
    ]
    for (const id of foreign) {
      const path = `/Users/${id}`
      const answers = [
        await directory.get(path),
        await directory.put(path, { userName: 'x' }),
        await directory.patch(path, [{ op: 'replace', path: 'active', value: false }]),
        await directory.remove(path),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
      expect((await directory.find('Users', `id eq "${id}"`)).body.totalResults).toBe(0)
    }
    const [row] = await scim.database.rows<{ active: number }>(
      sql`SELECT count(*)::int AS active FROM accounts WHERE id = ANY(${foreign}) AND active`,
    )
    expect(row?.active).toBe(3)
  })
})

it('a body without the schema of users is refused while scim.strict is on, and changes nothing', async () => {
  await scim.setting('scim.strict', true)
  onTestFinished(() => scim.setting('scim.strict', false))
  const userName = uniqueName('new')
  for (const schemas of [[], [enterpriseUrn], ['urn:ietf:params:scim:schemas:core:2.0:Group'], undefined]) {
    const { status, body } = await directory.post('/Users', { schemas, userName })
    expect([status, body.scimType]).toEqual([400, 'invalidSyntax'])
  }
  expect((await directory.get(`/Users?filter=userName eq "${userName}"`)).body).toMatchObject({
    totalResults: 0,
  })
})

describe('PUT (RFC 7644 3.5.1):', () => {
  it('a PUT replaces the resource and removes missing attributes, but a missing active is unchanged', async () => {
    const id = await directory.user({ ...person(), active: false })
    const replaced = await directory.put(`/Users/${id}`, { schemas: [userUrn], userName: uniqueName('new') })
    expect(replaced.status).toBe(200)
    expect(replaced.body).toMatchObject({ id, active: false })
    for (const gone of ['name', 'emails', 'externalId', 'displayName', enterpriseUrn])
      expect(replaced.body).not.toHaveProperty([gone])
    expect(await directory.account(id)).toMatchObject({ email: null, external_id: null })
  })

  it('a PUT that changes nothing leaves the version and writes neither a row nor an entry', async () => {
    const sent = person()
    const id = await directory.user(sent)
    const before = await directory.account(id)
    const again = await directory.put(`/Users/${id}`, sent)
    expect([again.status, again.headers.get('etag')]).toEqual([200, 'W/"1"'])
    expect(await directory.account(id)).toEqual(before)
    expect(await directory.entries(id)).toHaveLength(1)
  })
})

describe('addresses:', () => {
  it.each(['trusted', 'untrusted'] as const)(
    'a %s connection decides whether a new address is verified, and a later verification stays',
    async (trust) => {
      const own = await startDirectory(scim)
      await scim.database.run(
        sql`UPDATE provisioning_connections SET email_trust = ${trust} WHERE id = ${own.connectionId}`,
      )
      const name = uniqueName('mail')
      const id = await own.user({ emails: [{ value: `${name}@example.com` }] })
      const verified = async () => (await own.account(id))?.email_verified
      expect(await verified()).toBe(trust === 'trusted')
      await scim.database.run(sql`UPDATE accounts SET email_verified = true WHERE id = ${id}`)
      await own.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'Dr' }])
      expect(await verified()).toBe(true)
      await own.patch(`/Users/${id}`, [
        { op: 'replace', path: 'emails', value: [{ value: `new-${name}@example.com` }] },
      ])
      expect(await own.account(id)).toMatchObject({
        email: `new-${name}@example.com`,
        email_verified: trust === 'trusted',
      })
    },
  )
})

describe('a lock by an administrator:', () => {
  it('a lock takes precedence over active: true in every kind of request', async () => {
    const id = await directory.user()
    await scim.database.run(sql`UPDATE accounts SET locked_at = now(), lock_reason = 'x' WHERE id = ${id}`)
    await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
    await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }])
    await directory.put(`/Users/${id}`, { userName: uniqueName('x'), active: true })
    expect(await directory.account(id)).toMatchObject({ active: true, lock_reason: 'x' })
    expect((await directory.account(id))?.locked_at).not.toBeNull()
  })
})

it('a member named like the URN of the user schema is ignored', async () => {
  const id = await directory.user({ [userUrn]: { nickName: 'Ada' } })
  const { body } = await directory.get(`/Users/${id}`)
  expect([body[userUrn], body.nickName]).toEqual([undefined, undefined])
})

describe('strict (scim.strict):', () => {
  it('an invalid profile value of a claim is refused with strict, and stored without it', async () => {
    const sent = () => ({ schemas: [userUrn], userName: uniqueName('x'), timezone: 'Nowhere/City' })
    expect((await directory.post('/Users', sent())).status).toBe(201)
    await scim.setting('scim.strict', true)
    onTestFinished(() => scim.setting('scim.strict', false))
    expect((await directory.post('/Users', sent())).status).toBe(400)
  })

  it('unknown attributes are refused with strict, and ignored without it', async () => {
    const sent = { schemas: [userUrn], userName: uniqueName('x'), addresses: [], 'urn:x:User': { a: 1 } }
    expect((await directory.post('/Users', sent)).status).toBe(201)
    await scim.setting('scim.strict', true)
    try {
      const refused = await directory.post('/Users', { ...sent, userName: uniqueName('x') })
      expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidSyntax'])
      const text = await directory.post('/Users', {
        schemas: [userUrn],
        userName: uniqueName('x'),
        active: 'True',
      })
      expect([text.status, text.body.scimType]).toEqual([400, 'invalidValue'])
      const bare = await directory.post('/Users', { userName: uniqueName('x') })
      expect([bare.status, bare.body.scimType]).toEqual([400, 'invalidSyntax'])
      const password = { schemas: [userUrn], userName: uniqueName('x'), password: 'is passed over' }
      expect((await directory.post('/Users', password)).status).toBe(201)
    } finally {
      await scim.setting('scim.strict', false)
    }
  })
})
