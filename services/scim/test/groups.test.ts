import { sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundByMembers } from '../src/resources/group/bound-page.ts'
import { type Directory, groupUrn, startDirectory, startSibling, uniqueName } from './directory.ts'
import { type Scim, startScim } from './support.ts'

let scim: Scim
let directory: Directory
let users: string[]
beforeAll(async () => {
  scim = await startScim()
  directory = await startDirectory(scim)
  users = await Promise.all(Array.from({ length: 5 }, () => directory.user()))
})
afterAll(() => scim?.close())

const values = (ids: readonly string[]) => ids.map((value) => ({ value }))
const membersOf = async (id: string): Promise<string[]> => {
  const { body } = await directory.get(`/Groups/${id}`)
  return ((body.members ?? []) as unknown as { value: string }[]).map(({ value }) => value)
}
const picked = (...indexes: number[]) => indexes.map((index) => users[index] ?? '').toSorted()

describe('groups:', () => {
  it('a group is created with its members, returned with them, and listed at each of them', async () => {
    const displayName = uniqueName('Tour Guides')
    const made = await directory.post('/Groups', {
      schemas: [groupUrn],
      displayName,
      externalId: 'g1',
      members: values(picked(0, 1)),
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ displayName, externalId: 'g1', meta: { resourceType: 'Group' } })
    expect(await membersOf(made.body.id ?? '')).toEqual(picked(0, 1))
    const user = await directory.get(`/Users/${users[0]}`)
    expect(user.body.groups).toEqual([
      { value: made.body.id, $ref: `${directory.scim}/Groups/${made.body.id}`, display: displayName },
    ])
    expect((await directory.find('Users', `groups.value eq "${made.body.id}"`)).body.totalResults).toBe(2)
  })

  it.each([
    ['no displayName', {}, 'invalidValue'],
    ['a member that is not a user', { displayName: 'x', members: [{ value: 'usr_nobody' }] }, 'invalidValue'],
  ])(
    'a group with %s is refused with 400 %s and not created (RFC 7644 3.12)',
    async (_what, body, scimType) => {
      const refused = await directory.post('/Groups', body)
      expect([refused.status, refused.body.scimType]).toEqual([400, scimType])
      expect((await directory.find('Groups', 'displayName eq "x"')).body.totalResults).toBe(0)
    },
  )

  it('a group name that is taken in the project in any letter case is refused with 409 uniqueness', async () => {
    const displayName = uniqueName('Name')
    await scim.database.run(sql`
      INSERT INTO groups (project_id, id, display_name, display_name_key)
      VALUES (${directory.projectId}, ${newId('group')}, ${displayName}, ${displayName.toLowerCase()})`)
    const refused = await directory.post('/Groups', { displayName: displayName.toUpperCase() })
    expect([refused.status, refused.body.scimType]).toEqual([409, 'uniqueness'])
    expect(refused.body.detail).toBe('Another group of the project has this name.')
  })

  it('a duplicate external id is refused with 409, and the error names externalId', async () => {
    const externalId = uniqueName('id')
    const [group] = [await directory.group({ externalId }), await directory.user({ externalId })]
    const answers = [
      await directory.post('/Groups', { displayName: uniqueName('other'), externalId }),
      await directory.patch(`/Groups/${await directory.group()}`, [
        { op: 'add', path: 'externalId', value: externalId },
      ]),
      await directory.post('/Users', { userName: uniqueName('other'), externalId }),
    ]
    expect(answers.map(({ status, body }) => [status, body.scimType])).toEqual(
      Array(3).fill([409, 'uniqueness']),
    )
    for (const { body } of answers) expect(body.detail).toContain('of the directory has this externalId')
    expect((await directory.get(`/Groups/${group}`)).body.externalId).toBe(externalId)
  })

  it('a group of the console or of another connection is not found, and its accounts cannot be members', async () => {
    for (const other of [await startDirectory(scim), await startSibling(scim, directory)]) {
      const foreign = await other.group()
      for (const answer of [
        await directory.get(`/Groups/${foreign}`),
        await directory.put(`/Groups/${foreign}`, { displayName: 'x' }),
        await directory.patch(`/Groups/${foreign}`, [{ op: 'remove', path: 'members' }]),
        await directory.remove(`/Groups/${foreign}`),
      ])
        expect(answer.status).toBe(404)
      expect((await directory.find('Groups', `id eq "${foreign}"`)).body.totalResults).toBe(0)
      const group = await directory.group()
      const refused = await directory.patch(`/Groups/${group}`, [
        { op: 'add', path: 'members', value: values([await other.user()]) },
      ])
      expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue'])
    }
  })

  it('a filter by member finds exactly the groups with this member', async () => {
    const [first, second] = [
      await directory.group({ members: values(picked(0)) }),
      await directory.group({ members: values(picked(1)) }),
    ]
    const found = async (filter: string) => {
      const { body } = await directory.find('Groups', filter)
      const ids = (body.Resources as unknown as { id: string }[]).map(({ id }) => id)
      return [ids.includes(first), ids.includes(second)]
    }
    expect(await found(`members.value eq "${users[0]}"`)).toEqual([true, false])
    expect(await found(`members[value eq "${users[1]}"]`)).toEqual([false, true])
    await directory.patch(`/Groups/${second}`, [{ op: 'remove', path: 'members' }])
    expect(await found('members pr')).toEqual([true, false])
  })

  it('a deleted group leaves its members', async () => {
    const id = await directory.group({ members: values(picked(0)) })
    expect((await directory.remove(`/Groups/${id}`)).status).toBe(204)
    expect((await directory.get(`/Groups/${id}`)).status).toBe(404)
    expect((await directory.get(`/Users/${users[0]}`)).status).toBe(200)
    expect((await directory.entries(id)).map(({ action }) => action)).toEqual([
      'group.create',
      'group.delete',
    ])
  })
})

interface Step {
  readonly title: string
  readonly operations: (id: (index: number) => string) => object[]
  readonly after: number[]
}

/** Each case starts with members 0 and 1. */
const steps: Step[] = [
  {
    title: 'add of a new member adds it',
    operations: (id) => [{ op: 'add', path: 'members', value: values([id(2)]) }],
    after: [0, 1, 2],
  },
  {
    title: 'add of an existing member changes nothing',
    operations: (id) => [{ op: 'add', path: 'members', value: values([id(1)]) }],
    after: [0, 1],
  },
  {
    title: 'add without a path adds the member',
    operations: (id) => [{ op: 'add', value: { members: values([id(2)]) } }],
    after: [0, 1, 2],
  },
  {
    title: 'remove by a filter removes the member that matches',
    operations: (id) => [{ op: 'remove', path: `members[value eq "${id(0)}"]` }],
    after: [1],
  },
  {
    title: 'remove by a filter with or removes the members that match',
    operations: (id) => [{ op: 'remove', path: `members[value eq "${id(0)}" or value eq "${id(3)}"]` }],
    after: [1],
  },
  {
    title: 'remove by a filter with not removes the members that match',
    operations: (id) => [{ op: 'remove', path: `members[not (value eq "${id(0)}")]` }],
    after: [0],
  },
  {
    title: 'remove by type removes all users',
    operations: () => [{ op: 'remove', path: 'members[type eq "User"]' }],
    after: [],
  },
  {
    title: 'remove with a list of values removes these members',
    operations: (id) => [{ op: 'remove', path: 'members', value: values([id(0), id(4)]) }],
    after: [1],
  },
  {
    title: 'remove without a filter removes all members',
    operations: () => [{ op: 'remove', path: 'members' }],
    after: [],
  },
  {
    title: 'remove with null as its value removes all members',
    operations: () => [{ op: 'remove', path: 'members', value: null }],
    after: [],
  },
  {
    title: 'replace with a list replaces the members',
    operations: (id) => [{ op: 'replace', path: 'members', value: values([id(1), id(3)]) }],
    after: [1, 3],
  },
  {
    title: 'replace with an empty list removes all members',
    operations: () => [{ op: 'replace', path: 'members', value: [] }],
    after: [],
  },
  {
    title: 'operations with one member each are applied in order',
    operations: (id) => [
      { op: 'Add', path: 'members', value: values([id(2)]) },
      { op: 'Add', path: 'members', value: values([id(3)]) },
      { op: 'Remove', path: 'members', value: values([id(0)]) },
      { op: 'Add', path: 'members', value: [{ $ref: null, value: id(4) }] },
    ],
    after: [1, 2, 3, 4],
  },
]

describe('PATCH of members (RFC 7644 3.5.2):', () => {
  it.each(steps)('a PATCH changes the members: $title', async ({ operations, after }) => {
    const id = await directory.group({ members: values(picked(0, 1)) })
    const before = await rowsOf(id)
    const answer = await directory.patch(
      `/Groups/${id}`,
      operations((index) => users[index] ?? ''),
    )
    expect([answer.status, answer.headers.has('etag')]).toEqual([200, true])
    expect(await membersOf(id)).toEqual(picked(...after))
    const kept = (await rowsOf(id)).filter(({ account }) => before.some((row) => row.account === account))
    expect(before).toEqual(expect.arrayContaining(kept))
  })

  /** The physical position of a membership changes when the row is written again. */
  const rowsOf = (id: string) =>
    scim.database.rows<{ account: string; place: string }>(
      sql`SELECT account_id AS account, ctid::text AS place FROM group_members WHERE group_id = ${id}`,
    )

  it('a change of a large group returns no group unless attributes are requested', async () => {
    const id = await directory.group()
    await scim.database.run(sql`
      WITH people AS (
        INSERT INTO accounts (project_id, id, connection_id) SELECT ${directory.projectId}, 'usr_many' || n, ${directory.connectionId}
        FROM generate_series(1, 1001) n RETURNING id)
      INSERT INTO group_members (project_id, group_id, account_id) SELECT ${directory.projectId}, ${id}, id FROM people`)
    const add = { op: 'add', path: 'members', value: values(picked(0)) }
    const large = await directory.patch(`/Groups/${id}`, [add])
    expect([large.status, large.body]).toEqual([204, null])
    const answer = await directory.patch(`/Groups/${id}?attributes=displayName`, [
      { op: 'replace', value: { id, displayName: uniqueName('Renamed') } },
    ])
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['schemas', 'id', 'displayName']])
  })

  it.each([
    [
      'a change of a member',
      { op: 'replace', path: 'members[value eq "x"].value', value: 'y' },
      'mutability',
    ],
    ['a removal of the name', { op: 'remove', path: 'displayName' }, 'mutability'],
    [
      'members without a value',
      { op: 'replace', path: 'members', value: [{ display: 'x' }] },
      'invalidValue',
    ],
    ['members that are numbers', { op: 'add', path: 'members', value: [7] }, 'invalidValue'],
  ])('a PATCH with %s is refused as a whole (RFC 7644 3.12)', async (_what, operation, scimType) => {
    const id = await directory.group({ members: values(picked(0)) })
    const answer = await directory.patch(`/Groups/${id}`, [
      { op: 'add', path: 'members', value: values(picked(1)) },
      operation,
    ])
    expect([answer.status, answer.body.scimType]).toEqual([400, scimType])
    expect(await membersOf(id)).toEqual(picked(0))
  })

  it('a PATCH adds a version and one entry only when it changes something', async () => {
    const id = await directory.group({ members: values(picked(0)) })
    const version = async () => (await directory.get(`/Groups/${id}`)).headers.get('etag')
    await directory.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: values(picked(0)) }])
    expect([await version(), (await directory.entries(id)).length]).toEqual(['W/"2"', 1])
    await directory.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: values(picked(1)) }])
    expect(await version()).toBe('W/"3"')
    expect((await directory.entries(id)).at(-1)).toMatchObject({
      action: 'group.member.add',
      surface: 'scim',
    })
    const stale = await directory.patch(`/Groups/${id}`, [{ op: 'remove', path: 'members' }], {
      'if-match': 'W/"1"',
    })
    expect(stale.status).toBe(412)
  })

  it('a deleted user leaves its groups, which get a new version', async () => {
    const leaver = await directory.user()
    const id = await directory.group({ members: values([leaver, ...picked(0)]) })
    const before = (await directory.get(`/Groups/${id}`)).headers.get('etag')
    await directory.remove(`/Users/${leaver}`)
    expect(await membersOf(id)).toEqual(picked(0))
    expect((await directory.get(`/Groups/${id}`)).headers.get('etag')).not.toBe(before)
  })

  it('no addition or removal is lost when they are concurrent', async () => {
    const id = await directory.group()
    const more = await Promise.all(Array.from({ length: 20 }, () => directory.user()))
    const answers = await Promise.all(
      more.map((user) =>
        directory.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: values([user]) }]),
      ),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await membersOf(id)).toEqual(more.toSorted())
  })
})

it('a PUT replaces name and members', async () => {
  const id = await directory.group({ members: values(picked(0, 1)), externalId: uniqueName('g') })
  const displayName = uniqueName('Put')
  const replaced = await directory.put(`/Groups/${id}`, { displayName, members: values(picked(1, 2)) })
  expect(replaced.body).toMatchObject({ displayName })
  expect(replaced.body).not.toHaveProperty('externalId')
  expect(await membersOf(id)).toEqual(picked(1, 2))
  await directory.put(`/Groups/${id}`, { displayName })
  expect(await membersOf(id)).toEqual([])
})

describe('lists of groups:', () => {
  it('a page ends before the group whose members exceed its limit, and has at least one group', async () => {
    const ids = await Promise.all(
      [picked(0, 1), picked(), picked(2), picked(0, 1, 2, 3)].map((members) =>
        directory.group({ members: values(members) }),
      ),
    )
    const pageOf = async (from: readonly string[], limit: number) =>
      (await boundByMembers(scim.database, { ...directory, ids: from }, limit)).length
    expect(await Promise.all([1, 2, 3, 6, 7].map((limit) => pageOf(ids, limit)))).toEqual([1, 2, 3, 3, 4])
    expect(await pageOf(ids.toReversed(), 3)).toBe(1)
    expect(await pageOf([], 3)).toBe(0)
    const many = Array.from({ length: 40 }, (_, index) => ids[index % 4] ?? '')
    expect(await pageOf(many, 60)).toBe(35)
  })

  it('a list of groups is filtered by name and by member, and omits members that are not requested', async () => {
    const displayName = uniqueName('Find')
    const id = await directory.group({ displayName, members: values(picked(3)) })
    const byName = await directory.find('Groups', `displayName eq "${displayName.toUpperCase()}"`)
    expect(byName.body).toMatchObject({
      totalResults: 1,
      Resources: [{ id, members: [{ value: users[3] }] }],
    })
    const found = await directory.find('Groups', `members.value eq "${users[3]}" and displayName sw "find"`)
    expect(found.body.totalResults).toBe(1)
    const kind = await directory.find(
      'Groups',
      `id eq "${id}" and schemas eq "${groupUrn}" and meta.resourceType eq "Group"`,
    )
    expect(kind.body.totalResults).toBe(1)
    const bare = await directory.get(
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent(`displayName eq "${displayName}"`)}`,
    )
    const [group] = bare.body.Resources as unknown as object[]
    expect(group).not.toHaveProperty('members')
  })
})
