import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cursorAfter } from '../src/messages/cursor.ts'
import { type Directory, enterpriseUrn, startDirectory, userUrn } from './directory.ts'
import { type Scim, startScim } from './support.ts'

let scim: Scim
let directory: Directory
let ids: string[]
beforeAll(async () => {
  scim = await startScim()
  directory = await startDirectory(scim)
  await (await startDirectory(scim)).user({ userName: 'foreign', displayName: 'Ada' })
  ids = []
  for (const person of people) ids.push(await directory.user(person))
})
afterAll(() => scim?.close())

const people = [
  {
    userName: 'Ada@Example.com',
    externalId: 'E1',
    displayName: 'Ada Lovelace',
    title: 'Countess',
    name: { familyName: 'Lovelace', givenName: 'Ada' },
    emails: [
      { value: 'ada@example.com', type: 'work', primary: true },
      { value: 'Ada@Home.example', type: 'home' },
    ],
    [enterpriseUrn]: { department: 'Engines', manager: { value: 'Boss' } },
  },
  {
    userName: 'grace',
    externalId: 'e2',
    displayName: 'Grace Hopper',
    name: { familyName: 'Hopper' },
    active: false,
    emails: [{ value: 'grace@navy.example', type: 'work' }],
    phoneNumbers: [{ value: '+1 202 555 0100', type: 'mobile' }],
  },
  { userName: 'straße', displayName: '100%_\\"', emails: [{ value: 'x@example.com' }] },
]

const matching = async (filter: string): Promise<number[]> => {
  const { status, body } = await directory.find('Users', filter)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return (body.Resources as unknown as { id: string }[]).map(({ id }) => ids.indexOf(id)).toSorted()
}

describe('filter of RFC 7644 3.4.2.2:', () => {
  it.each([
    ['userName eq "ada@example.COM"', [0]],
    ['userName eq "STRASSE"', [2]],
    ['externalId eq "e2"', [1]],
    ['externalId eq "E2"', []],
    ['externalId eq null', [2]],
    ['externalId ne "e2"', [0, 2]],
    ['displayName co "LOVE"', [0]],
    ['displayName sw "gr"', [1]],
    ['displayName ew "hopper"', [1]],
    ['displayName co "%"', [2]],
    ['displayName co "_"', [2]],
    ['displayName ew "\\\\\\""', [2]],
    ['displayName gt "b"', [1]],
    ['displayName le "ada lovelace"', [0, 2]],
    ['title pr', [0]],
    ['not (title pr)', [1, 2]],
    ['not (displayName eq "Ada Lovelace")', [1, 2]],
    ['title ne "x"', [0, 1, 2]],
    ['active eq true', [0, 2]],
    ['active eq false', [1]],
    ['active ne true', [1]],
    ['name pr', [0, 1]],
    ['name.familyName eq "hopper"', [1]],
    ['emails pr', [0, 1, 2]],
    ['emails eq "x@example.com"', [2]],
    ['emails.value eq "ADA@home.example"', [0]],
    ['emails co "example.com"', [0, 2]],
    ['emails[type eq "work" and value eq "ada@home.example"]', []],
    ['emails[type eq "home" and value eq "ada@home.example"]', [0]],
    ['emails[type eq "work" and value co "navy"]', [1]],
    ['emails[type eq "work"].value eq "grace@navy.example"', [1]],
    ['emails[not (type pr)]', [2]],
    ['emails[primary eq true]', [0]],
    ['emails[primary eq false]', [0, 1, 2]],
    ['emails[type eq "work" and primary eq false]', [1]],
    ['emails.primary ne true', [0, 1, 2]],
    ['emails[primary eq null]', []],
    ['emails.primary pr', [0]],
    ['emails.type pr', [0, 1]],
    ['phoneNumbers.type pr', [1]],
    ['not (emails.type pr)', [2]],
    ['phoneNumbers[type eq "mobile"] and not (active eq true)', [1]],
    ['groups pr', []],
    [`${enterpriseUrn}:department eq "engines"`, [0]],
    [`${enterpriseUrn}:manager.value eq "Boss"`, [0]],
    [`${enterpriseUrn}:manager.value eq "boss"`, []],
    [`${enterpriseUrn}:manager.value sw "B"`, [0]],
    [`schemas eq "${enterpriseUrn}"`, [0]],
    [`schemas eq "${userUrn.toUpperCase()}"`, [0, 1, 2]],
    ['schemas eq "urn:other"', []],
    ['schemas co "enterprise" or schemas sw "x"', [0]],
    ['schemas pr', [0, 1, 2]],
    ['meta.resourceType eq "User"', [0, 1, 2]],
    ['meta.resourceType eq "Group"', []],
    ['meta.lastModified gt "2020-01-01T00:00:00Z"', [0, 1, 2]],
    ['meta.created lt "2020-01-01T00:00:00Z"', []],
    ['userName eq "grace" or userName eq "straße" and active eq false', [1]],
    ['(userName eq "grace" or userName eq "straße") and active eq true', [2]],
    ['userName eq "foreign"', []],
    ['userName eq "x\' OR 1=1 --"', []],
  ])('the filter %s finds its users', async (filter, expected) => {
    expect(await matching(filter)).toEqual(expected)
  })

  it('a filter by id finds the resource with exactly this id', async () => {
    expect(await matching(`id eq "${ids[1]}"`)).toEqual([1])
    expect(await matching(`id eq "${ids[1]?.toUpperCase()}"`)).toEqual([])
  })

  it.each([
    'userName',
    'userName eq',
    'nothing eq "x"',
    'meta.location eq "x"',
    'userName eq "\\u0000"',
    'meta.created co "2026-01-31T08:00:00Z"',
    'meta.created sw "2026-01-31T08:00:00Z"',
    'meta.created ew "2026-01-31T08:00:00Z"',
    'active gt true',
    'title gt null',
    '(',
    '',
  ])('the filter %s is refused with 400 invalidFilter (RFC 7644 3.12)', async (filter) => {
    const { status, body } = await directory.find('Users', filter)
    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
  })
})

describe('pages of RFC 7644 3.4.2.4:', () => {
  const page = async (query: string) => {
    const { body } = await directory.get(`/Users?${query}`)
    const { totalResults, startIndex, itemsPerPage, Resources } = body as unknown as {
      Resources: { id: string }[]
      [name: string]: unknown
    }
    return [totalResults, startIndex, itemsPerPage, Resources.map(({ id }) => ids.indexOf(id))]
  }

  it.each([
    ['', [3, 1, 3, [0, 1, 2]]],
    ['startIndex=1&count=2', [3, 1, 2, [0, 1]]],
    ['startIndex=3&count=2', [3, 3, 1, [2]]],
    ['startIndex=4', [3, 4, 0, []]],
    ['count=0', [3, 1, 0, []]],
    ['count=-5', [3, 1, 0, []]],
    ['startIndex=0&count=1', [3, 1, 1, [0]]],
    ['startIndex=-3&count=999999999999', [3, 1, 3, [0, 1, 2]]],
    ['sortBy=userName&sortOrder=descending', [3, 1, 3, [2, 1, 0]]],
    ['sortBy=userName&count=1&startIndex=2', [3, 2, 1, [1]]],
    ['sortBy=externalId', [3, 1, 3, [0, 1, 2]]],
    ['sortBy=externalId&sortOrder=descending', [3, 1, 3, [2, 1, 0]]],
    ['sortBy=active&sortOrder=ascending', [3, 1, 3, [1, 0, 2]]],
    ['sortBy=NAME.familyName', [3, 1, 3, [1, 0, 2]]],
    ['sortBy=emails.value&sortOrder=descending', [3, 1, 3, [2, 1, 0]]],
    ['sortBy=phoneNumbers', [3, 1, 3, [1, 0, 2]]],
    [`sortBy=${enterpriseUrn}:department&sortOrder=descending`, [3, 1, 3, [1, 2, 0]]],
    ['sortBy=meta.created&filter=active%20eq%20true', [2, 1, 2, [0, 2]]],
  ])('the query %s returns its page', async (query, expected) => {
    expect(await page(query)).toEqual(expected)
  })

  it('pages by cursor have all users once, also when users are removed between them (RFC 9865)', async () => {
    const own = await startDirectory(scim)
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => own.user({ title: 'x' })))
    const found: string[] = []
    let cursor: string | undefined = ''
    do {
      const { body } = await own.get(`/Users?count=2&cursor=${cursor}&filter=title%20eq%20"x"`)
      const page = body as unknown as { nextCursor?: string; Resources: { id: string }[] }
      expect(page).toMatchObject({
        totalResults: 5 - Number(cursor !== ''),
        itemsPerPage: page.Resources.length,
      })
      expect(page).not.toHaveProperty('startIndex')
      found.push(...page.Resources.map(({ id }) => id))
      if (cursor === '') await own.remove(`/Users/${found[1]}`)
      cursor = page.nextCursor
    } while (cursor)
    expect(found).toEqual(all.toSorted())
    const searched = await own.post('/Groups/.search', { cursor: '' })
    expect([searched.status, searched.body.nextCursor]).toEqual([200, undefined])
  })

  it.each([
    ['cursor=nothing', 'invalidCursor'],
    [`cursor=${cursorAfter('usr_x', 'active eq true')}`, 'invalidCursor'],
    ['cursor=&cursor=', 'invalidCursor'],
    ['cursor=&count=x', 'invalidCount'],
    ['cursor=&startIndex=1', 'invalidValue'],
    ['cursor=&sortBy=userName', 'invalidValue'],
    ['sortBy=nothing', 'invalidValue'],
    ['sortBy=name', 'invalidValue'],
    ['sortBy=userName&sortOrder=up', 'invalidValue'],
  ])('the query %s is refused with 400 %s', async (query, scimType) => {
    const { status, body } = await directory.get(`/Users?${query}`)
    expect([status, body.scimType]).toEqual([400, scimType])
  })

  it.each(['count=many', 'startIndex=1.5', 'count=', 'count=1&count=2'])(
    'the query %s is refused with 400 invalidValue',
    async (query) => {
      const { status, body } = await directory.get(`/Users?${query}`)
      expect([status, body.scimType]).toEqual([400, 'invalidValue'])
    },
  )
})

it('a POST to /.search has the response of the list (RFC 7644 3.4.3)', async () => {
  const searched = await directory.post('/Users/.search', {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    filter: 'active eq true',
    attributes: ['userName'],
    startIndex: 2,
    count: 5,
  })
  const listed = await directory.get(
    '/Users?filter=active%20eq%20true&attributes=userName&startIndex=2&count=5',
  )
  expect([searched.status, searched.body]).toEqual([200, listed.body])
})

describe('attributes of RFC 7644 3.9:', () => {
  const keysOf = async (query: string) => Object.keys((await directory.get(`/Users/${ids[0]}?${query}`)).body)

  it('requested attributes are returned with id and schemas, and no other', async () => {
    expect(await keysOf('attributes=userName')).toEqual(['schemas', 'id', 'userName'])
    expect(await keysOf('attributes=USERNAME,nothing,%20title')).toEqual([
      'schemas',
      'id',
      'userName',
      'title',
    ])
    expect(await keysOf(`attributes=${enterpriseUrn}`)).toEqual(['schemas', 'id', enterpriseUrn])
    const { body } = await directory.get(
      `/Users/${ids[0]}?attributes=name.familyName,emails.value&attributes=${enterpriseUrn}:department`,
    )
    expect(body).toMatchObject({ name: { familyName: 'Lovelace' } })
    expect(body.name).not.toHaveProperty('givenName')
    expect(body.emails).toEqual([{ value: 'ada@example.com' }, { value: 'Ada@Home.example' }])
    expect(body[enterpriseUrn]).toEqual({ department: 'Engines' })
  })

  it('excluded attributes are omitted, except id and schemas', async () => {
    const keys = await keysOf(`excludedAttributes=id,schemas,emails,name,${enterpriseUrn}`)
    expect(keys).toContain('id')
    expect(keys).toContain('schemas')
    for (const gone of ['emails', 'name', enterpriseUrn]) expect(keys).not.toContain(gone)
    const { body } = await directory.get(`/Users/${ids[0]}?excludedAttributes=name.givenName`)
    expect(body.name).toEqual({ familyName: 'Lovelace' })
  })

  it('an attribute without one of the selected sub-attributes is omitted', async () => {
    expect(await keysOf('attributes=name.middleName,emails.display')).toEqual(['schemas', 'id'])
    const { body } = await directory.get(`/Users/${ids[1]}?excludedAttributes=name.familyName`)
    expect(body).not.toHaveProperty('name')
    const extension = await directory.get(
      `/Users/${ids[0]}?excludedAttributes=${enterpriseUrn}:department,${enterpriseUrn}:manager.value`,
    )
    expect(extension.body).not.toHaveProperty([enterpriseUrn])
  })

  it('the attributes of responses to changes are selected too', async () => {
    const made = await directory.post('/Users?attributes=userName', { userName: 'chosen' })
    expect(Object.keys(made.body)).toEqual(['schemas', 'id', 'userName'])
    await directory.remove(`/Users/${made.body.id}`)
  })
})
