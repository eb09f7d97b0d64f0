import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Directory, enterpriseUrn, startDirectory, uniqueName, userUrn } from './directory.ts'
import { type Scim, startScim } from './support.ts'

let scim: Scim
let directory: Directory
beforeAll(async () => {
  scim = await startScim()
  directory = await startDirectory(scim)
})
afterAll(() => scim?.close())

const work = { value: 'work@example.com', type: 'work', primary: true }
const home = { value: 'home@example.com', type: 'home' }

let count = 0
/** Replaces the domain of addresses, which are unique in a project, for each case. */
const own = <T>(json: T): T =>
  JSON.parse(JSON.stringify(json).replaceAll('@example.com', `@p${count}.example`))

async function patched(members: object, operations: readonly object[]) {
  count += 1
  const id = await directory.user(own(members))
  return { id, answer: await directory.patch(`/Users/${id}`, own(operations)) }
}

interface Case {
  readonly title: string
  readonly before: object
  readonly operations: readonly object[]
  readonly after: Readonly<Record<string, unknown>>
}

/**
 * Operations of RFC 7644 sections 3.5.2.1 to 3.5.2.3, and known deviations of directories. `undefined` means that the
 * attribute is removed.
 */
const cases: Case[] = [
  {
    title: 'add sets a missing attribute',
    before: {},
    operations: [{ op: 'add', path: 'title', value: 'Dr' }],
    after: { title: 'Dr' },
  },
  {
    title: 'add without a path sets each member of the value',
    before: { title: 'Mr' },
    operations: [{ op: 'add', value: { title: 'Dr', nickName: 'Babs' } }],
    after: { title: 'Dr', nickName: 'Babs' },
  },
  {
    title: 'add to a complex attribute keeps the other sub-attributes',
    before: { name: { givenName: 'A', familyName: 'B' } },
    operations: [{ op: 'add', path: 'name', value: { familyName: 'C' } }],
    after: { name: { givenName: 'A', familyName: 'C' } },
  },
  {
    title: 'add appends to a list',
    before: { emails: [work] },
    operations: [{ op: 'add', path: 'emails', value: [home] }],
    after: { emails: [work, home] },
  },
  {
    title: 'add of an existing value adds no second one',
    before: { emails: [work] },
    operations: [{ op: 'add', path: 'emails', value: [{ ...work, value: 'WORK@example.com' }] }],
    after: { emails: [{ ...work, value: 'WORK@example.com' }] },
  },
  {
    title: 'a new primary value replaces the earlier primary value',
    before: { emails: [work, home] },
    operations: [{ op: 'add', path: 'emails', value: [{ value: 'new@example.com', primary: true }] }],
    after: { emails: [{ ...work, primary: false }, home, { value: 'new@example.com', primary: true }] },
  },
  {
    title: 'a value that a filter makes primary replaces the earlier primary value',
    before: { emails: [work, home] },
    operations: [{ op: 'replace', path: 'emails[type eq "home"].primary', value: true }],
    after: {
      emails: [
        { ...work, primary: false },
        { ...home, primary: true },
      ],
    },
  },
  {
    title: 'replace of a list replaces all its values',
    before: { emails: [work, home] },
    operations: [{ op: 'replace', path: 'emails', value: [home] }],
    after: { emails: [home] },
  },
  {
    title: 'replace by a filter changes only the values that match it',
    before: { emails: [work, home] },
    operations: [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'other@example.com' }],
    after: { emails: [work, { ...home, value: 'other@example.com' }] },
  },
  {
    title: 'replace of a sub-attribute with a URN in its path changes it',
    before: { [enterpriseUrn]: { department: 'A', costCenter: '1' } },
    operations: [{ op: 'replace', path: `${enterpriseUrn}:department`, value: 'B' }],
    after: { [enterpriseUrn]: { department: 'B', costCenter: '1' } },
  },
  {
    title: 'replace of an extension keeps the attributes it does not name',
    before: { [enterpriseUrn]: { department: 'A', costCenter: '1' } },
    operations: [{ op: 'replace', path: enterpriseUrn, value: { costCenter: '2' } }],
    after: { [enterpriseUrn]: { department: 'A', costCenter: '2' } },
  },
  {
    title: 'remove deletes an attribute, a sub-attribute and an extension',
    before: { title: 'Dr', name: { givenName: 'A', familyName: 'B' }, [enterpriseUrn]: { department: 'A' } },
    operations: [
      { op: 'remove', path: 'title' },
      { op: 'remove', path: 'name.givenName' },
      { op: 'remove', path: enterpriseUrn },
    ],
    after: { title: undefined, name: { familyName: 'B' }, [enterpriseUrn]: undefined },
  },
  {
    title: 'remove by a filter with ne removes the values that differ and those without the sub-attribute',
    before: { emails: [work, home, { value: 'other@example.com' }] },
    operations: [{ op: 'remove', path: 'emails[type ne "work"]' }],
    after: { emails: [work] },
  },
  {
    title: 'remove by a filter takes a missing primary as false',
    before: { emails: [work, home] },
    operations: [{ op: 'remove', path: 'emails[primary eq false]' }],
    after: { emails: [work] },
  },
  {
    title: 'remove by a comparison of texts keeps the values without the sub-attribute',
    before: { emails: [work, { value: 'other@example.com' }] },
    operations: [{ op: 'remove', path: 'emails[type co "or"]' }],
    after: { emails: [{ value: 'other@example.com' }] },
  },
  {
    title: 'remove by a filter keeps the other values',
    before: { emails: [work, home] },
    operations: [{ op: 'remove', path: 'emails[type eq "work"]' }],
    after: { emails: [home] },
  },
  {
    title: 'remove of the last value unassigns the list',
    before: { emails: [work] },
    operations: [{ op: 'remove', path: 'emails[value eq "WORK@example.com"]' }],
    after: { emails: undefined },
  },
  {
    title: 'operations are applied in their order',
    before: {},
    operations: [
      { op: 'add', path: 'title', value: 'A' },
      { op: 'replace', path: 'title', value: 'B' },
      { op: 'remove', path: 'title' },
      { op: 'add', path: 'title', value: 'C' },
    ],
    after: { title: 'C' },
  },
  {
    title: 'null and empty values unassign an attribute',
    before: { title: 'Dr', emails: [work], nickName: 'x' },
    operations: [
      { op: 'replace', path: 'title', value: null },
      { op: 'replace', path: 'emails', value: [] },
      { op: 'replace', path: 'nickName', value: '' },
    ],
    after: { title: undefined, emails: undefined, nickName: undefined },
  },
  ...(['add', 'replace'] as const).flatMap((op): Case[] => [
    {
      title: `${op} of a complex attribute without members, or with unknown ones only, changes nothing`,
      before: { name: { givenName: 'A', familyName: 'B' }, [enterpriseUrn]: { manager: { value: 'boss' } } },
      operations: [
        { op, path: 'name', value: {} },
        { op, path: 'name', value: { nothing: 'x' } },
        { op, value: { name: {} } },
        { op, path: `${enterpriseUrn}:manager`, value: {} },
        { op, value: { [enterpriseUrn]: { manager: {} } } },
        { op, path: enterpriseUrn, value: {} },
      ],
      after: {
        name: { givenName: 'A', familyName: 'B' },
        [enterpriseUrn]: { manager: { value: 'boss' } },
      },
    },
    {
      title: `${op} of a complex attribute unassigns the members that are null, and keeps those not named`,
      before: { name: { givenName: 'A', familyName: 'B', middleName: 'C', formatted: 'F' } },
      operations: [
        { op, path: 'name', value: { givenName: null } },
        { op, value: { name: { familyName: 'D', middleName: null } } },
        { op, value: { 'name.formatted': null } },
      ],
      after: { name: { familyName: 'D' } },
    },
    {
      title: `${op} of the value of a filter unassigns the members that are null, and keeps those not named`,
      before: { emails: [work, home] },
      operations: [
        { op, path: 'emails[type eq "work"]', value: {} },
        { op, path: 'emails[type eq "home"]', value: { type: null } },
      ],
      after: { emails: [work, { value: home.value }] },
    },
    {
      title: `${op} with null unassigns a complex attribute, an extension and the values of a filter`,
      before: { name: { givenName: 'A' }, [enterpriseUrn]: { department: 'A' }, emails: [work, home] },
      operations: [
        { op, path: 'name', value: null },
        { op, path: enterpriseUrn, value: null },
        { op, path: 'emails[type eq "work"]', value: null },
      ],
      after: { name: undefined, [enterpriseUrn]: undefined, emails: [home] },
    },
  ]),
  {
    title: 'remove of a list with null as its value removes all values',
    before: { emails: [work, home], [enterpriseUrn]: { department: 'A' } },
    operations: [
      { op: 'remove', path: 'emails', value: null },
      { op: 'remove', path: enterpriseUrn, value: {} },
    ],
    after: { emails: undefined, [enterpriseUrn]: undefined },
  },
  {
    title: 'remove with a list of values removes these in any letter case',
    before: { emails: [work, home] },
    operations: [
      { op: 'remove', path: 'emails', value: [{ value: 'WORK@example.com' }] },
      { op: 'remove', path: 'emails', value: [] },
    ],
    after: { emails: [home] },
  },
  {
    title: 'a list of one element sets a single value, with or without a filter and an object',
    before: { emails: [home] },
    operations: [
      { op: 'replace', path: 'title', value: ['Dr'] },
      { op: 'replace', path: 'displayName', value: [{ $ref: null, value: 'Ann' }] },
      { op: 'add', path: `${enterpriseUrn}:manager`, value: [{ $ref: null, value: 'boss' }] },
      { op: 'add', path: 'emails[type eq "work"].value', value: [work.value] },
      { op: 'replace', path: 'emails[type eq "home"]', value: [{ value: 'other@example.com' }] },
    ],
    after: {
      title: 'Dr',
      displayName: 'Ann',
      [enterpriseUrn]: { manager: { value: 'boss' } },
      emails: [
        { ...home, value: 'other@example.com' },
        { type: 'work', value: work.value },
      ],
    },
  },
  {
    title: 'a pair of value and type is kept once',
    before: { emails: [work, home] },
    operations: [
      { op: 'replace', path: 'phoneNumbers', value: [{ value: '+41446681800' }, { value: '+41446681800' }] },
      { op: 'replace', path: 'emails', value: [work, { ...work, value: 'WORK@example.com' }, home] },
      { op: 'replace', path: 'emails[type eq "home"]', value: { type: 'work', value: work.value } },
    ],
    after: { phoneNumbers: [{ value: '+41446681800' }], emails: [work] },
  },
]

describe('PATCH (RFC 7644 3.5.2):', () => {
  it.each(cases)('a PATCH changes the resource: $title', async ({ before, operations, after }) => {
    const { id, answer } = await patched(before, operations)
    expect([answer.status, answer.body.detail]).toEqual([200, undefined])
    const expected = own(after)
    for (const name of Object.keys(after)) expect(answer.body[name], name).toEqual(expected[name])
    expect((await directory.get(`/Users/${id}`)).body).toEqual(answer.body)
  })

  it.each([
    ['an unknown operation', [{ op: 'move', path: 'title', value: 'x' }], 'invalidSyntax'],
    ['no operation', [], 'invalidSyntax'],
    ['an operation that is a list', [['x']], 'invalidSyntax'],
    ['an invalid path', [{ op: 'add', path: 'emails[type eq', value: 'x' }], 'invalidPath'],
    ['a path that is a number', [{ op: 'add', path: 7, value: 'x' }], 'invalidPath'],
    [
      'a value filter on a single-valued attribute',
      [{ op: 'add', path: 'title[value eq "x"]', value: 'x' }],
      'invalidPath',
    ],
    ['a removal without a path', [{ op: 'remove' }], 'noTarget'],
    ['a removal of a required attribute', [{ op: 'remove', path: 'userName' }], 'mutability'],
    ['a change of id', [{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
    ['a change of groups', [{ op: 'add', path: 'groups', value: [{ value: 'x' }] }], 'mutability'],
    ['a change of meta', [{ op: 'replace', path: 'meta.created', value: 'x' }], 'mutability'],
    ['a value of another type', [{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
    ['neither a value nor a path', [{ op: 'add' }], 'invalidValue'],
    ...['add', 'replace'].flatMap((op): [string, object[], string][] => [
      [`${op} of a text to an extension`, [{ op, path: enterpriseUrn, value: 'x' }], 'invalidValue'],
      [`${op} of a list to an extension`, [{ op, value: { [enterpriseUrn]: [] } }], 'invalidValue'],
      [`${op} of a text to a complex attribute`, [{ op, path: 'name', value: 'x' }], 'invalidValue'],
    ]),
    ...['add', 'replace'].flatMap((op): [string, object[], string][] => [
      [`${op} without a value`, [{ op, path: 'nickName' }], 'invalidValue'],
      [`${op} of an extension without a value`, [{ op, path: enterpriseUrn }], 'invalidValue'],
      [`${op} of null to active`, [{ op, path: 'active', value: null }], 'mutability'],
    ]),
    ['a removal of active', [{ op: 'remove', path: 'active' }], 'mutability'],
    ...[
      'foo bar',
      'foo[',
      'foo[bar eq]',
      'foo.bar.baz',
      'foo[a eq "b"].c.d',
      'foo..bar',
      '[a eq 1]',
      '"x"',
    ].map((path): [string, object[], string] => [
      `the path ${path}`,
      [{ op: 'replace', path, value: 'x' }],
      'invalidPath',
    ]),
    ['a removal of values without one', [{ op: 'remove', path: 'emails', value: [{}] }], 'invalidValue'],
    ['a null userName', [{ op: 'replace', path: 'userName', value: null }], 'invalidValue'],
  ])(
    'a PATCH with %s is refused as a whole with its scimType (RFC 7644 3.12)',
    async (_what, operations, scimType) => {
      const before = await directory.user({ title: 'before' })
      const first = [{ op: 'replace', path: 'title', value: 'after' }]
      const answer = await directory.patch(
        `/Users/${before}`,
        operations.length ? [...first, ...operations] : [],
      )
      expect([answer.status, answer.body.scimType]).toEqual([400, scimType])
      expect((await directory.get(`/Users/${before}`)).body.title).toBe('before')
      expect(await directory.entries(before)).toHaveLength(1)
    },
  )

  it('a PATCH that changes nothing leaves the version and writes no entry', async () => {
    const { id, answer } = await patched({ title: 'Dr', emails: [work] }, [
      { op: 'replace', path: 'title', value: 'Dr' },
      { op: 'replace', path: 'active', value: true },
      { op: 'add', path: 'emails', value: [work] },
    ])
    expect(answer.headers.get('etag')).toBe('W/"1"')
    expect(await directory.entries(id)).toHaveLength(1)
  })

  it('a path or member named like a property of JavaScript objects does not reach it', async () => {
    const id = await directory.user()
    const names = [
      '__proto__',
      'constructor',
      '__proto__.polluted',
      'constructor.prototype.polluted',
      'toString',
    ]
    for (const name of names)
      for (const operation of [
        { op: 'add', path: name, value: 'x' },
        { op: 'replace', path: `emails[type eq "work"].${name}`, value: 'x' },
        { op: 'add', value: JSON.parse(`{"name":{"${name.split('.')[0]}":{"polluted":true}}}`) },
      ])
        expect([200, 400]).toContain((await directory.patch(`/Users/${id}`, [operation])).status)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const { body } = await directory.get(`/Users/${id}`)
    expect(Object.keys(body)).toEqual(['schemas', 'id', 'userName', 'active', 'meta'])
  })

  it('deviations from the RFC are refused with strict', async () => {
    const id = await directory.user()
    await scim.setting('scim.strict', true)
    try {
      const refused = async (operation: object) => {
        const { status, body } = await directory.patch(`/Users/${id}`, [operation])
        return [status, body.scimType]
      }
      expect(await refused({ op: 'Add', path: 'title', value: 'x' })).toEqual([400, 'invalidSyntax'])
      expect(await refused({ op: 'add', path: 'nothing', value: 'x' })).toEqual([400, 'invalidPath'])
      expect(
        await refused({ op: 'replace', path: 'emails[type eq "work"].value', value: 'a@b.org' }),
      ).toEqual([400, 'noTarget'])
      for (const [sub, value] of [
        ['.type', 'other'],
        ['.primary', true],
        ['', { type: 'other' }],
        ['', null],
      ] as const)
        expect(await refused({ op: 'replace', path: `emails[type eq "none"]${sub}`, value })).toEqual([
          400,
          'noTarget',
        ])
      expect(await refused({ op: 'replace', path: 'title', value: ['x'] })).toEqual([400, 'invalidValue'])
      expect(await refused({ op: 'replace', value: { id: 'x' } })).toEqual([400, 'mutability'])
      const bare = await directory.send('PATCH', `/Users/${id}`, {
        Operations: [{ op: 'add', path: 'title', value: uniqueName('x') }],
      })
      expect([bare.status, bare.body.scimType]).toEqual([400, 'invalidSyntax'])
    } finally {
      await scim.setting('scim.strict', false)
    }
  })

  it('attribute names match in any letter case (RFC 7643 2.1)', async () => {
    const { answer } = await patched({}, [
      { op: 'add', path: 'NAME.givenname', value: 'A' },
      { op: 'add', path: `${userUrn.toUpperCase()}:TITLE`, value: 'B' },
    ])
    expect(answer.body).toMatchObject({ name: { givenName: 'A' }, title: 'B' })
  })
})
