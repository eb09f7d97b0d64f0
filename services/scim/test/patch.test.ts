import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Directory, enterpriseUrn, startDirectory, uniqueName, userUrn } from './directory.ts'
import { patchCases, work } from './patch-cases.ts'
import { type Scim, startScim } from './support.ts'

let scim: Scim
let directory: Directory
beforeAll(async () => {
  scim = await startScim()
  directory = await startDirectory(scim)
})
afterAll(() => scim?.close())

let count = 0
/** Addresses are unique in a project: each case has a domain. */
const own = <T>(json: T): T =>
  JSON.parse(JSON.stringify(json).replaceAll('@example.com', `@p${count}.example`))

async function patched(members: object, operations: readonly object[]) {
  count += 1
  const id = await directory.user(own(members))
  return { id, answer: await directory.patch(`/Users/${id}`, own(operations)) }
}

describe('PATCH (RFC 7644 3.5.2):', () => {
  it.each(patchCases)('a PATCH changes the resource: $title', async ({ before, operations, after }) => {
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
