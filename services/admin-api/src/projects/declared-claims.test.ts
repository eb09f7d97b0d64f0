import type { OperationName } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, application, ownProject, unique } from '../../test/support/things.ts'
import { startWorld, type World } from '../../test/support/world.ts'

let world: World
let projectId: string
let clientId: string
let resourceId: string
beforeAll(async () => {
  world = await startWorld()
  ;({ projectId } = await ownProject(world))
  clientId = (await world.ok(owner(), 'client_create', { projectId, ...application })).clientId
  resourceId = (await world.ok(owner(), 'resource_declare', { projectId, ...api() })).identifier
})
afterAll(() => world?.close())

const owner = () => world.people.owner

const owners = {
  project: { update: 'project_update', get: 'project_get', at: () => ({ projectId }) },
  application: { update: 'client_update', get: 'client_get', at: () => ({ projectId, clientId }) },
  api: { update: 'resource_update', get: 'resource_get', at: () => ({ projectId, resourceId }) },
} as const satisfies Record<string, { update: OperationName; get: OperationName; at: () => object }>
type Owner = keyof typeof owners
const everyOwner = Object.keys(owners) as Owner[]

const store = (name: Owner, declaredClaims: unknown) =>
  world.call(owner(), owners[name].update, { ...owners[name].at(), declaredClaims })
const read = async (name: Owner) => {
  const { declaredClaims } = await world.ok(owner(), owners[name].get, owners[name].at() as never)
  return declaredClaims
}
const newGroup = async () => {
  const displayName = unique('Group ')
  const { id } = await world.ok(owner(), 'project_group_create', { projectId, displayName })
  return { id, displayName }
}
const fixed = (claim: string, value: unknown = 'x') => ({ claim, source: 'fixed', value })

describe.each(everyOwner)('declaredClaims of one %s:', (name) => {
  test('the list is stored in its order, replaced as a whole and shown with the names of its groups', async () => {
    const { displayName } = await newGroup()
    const list = [
      { claim: 'role', source: 'fixed', value: 'staff', condition: { group: displayName, scope: 'email' } },
      { claim: 'unit', source: 'department', in: ['access_token'] },
      { claim: 'level', source: 'storedClaim', storedClaim: 'lvl' },
      fixed('names', ['a', 'b']),
      fixed('on', false),
    ]
    expect(await store(name, list)).toMatchObject({ status: 200, body: { declaredClaims: list } })
    expect(await read(name)).toEqual(list)
    const { entries } = await world.ok(owner(), 'audit_list', { project: projectId })
    expect(JSON.stringify(entries[0]?.detail)).toContain(displayName)
    await store(name, [])
    expect(await read(name)).toEqual([])
  })

  test('a renamed group keeps its entry, and a deleted one is shown as null and accepted only unchanged', async () => {
    const { id, displayName } = await newGroup()
    await store(name, [{ ...fixed('role'), condition: { group: displayName } }])
    const renamed = unique('Renamed ')
    await world.ok(owner(), 'project_group_update', { projectId, groupId: id, displayName: renamed })
    expect(await read(name)).toMatchObject([{ condition: { group: renamed } }])
    await world.ok(owner(), 'project_group_delete', { projectId, groupId: id })
    const left = await read(name)
    expect(left).toMatchObject([{ condition: { group: null } }])
    expect((await store(name, left)).status).toBe(200)
    expect(await store(name, [...(left as object[]), fixed('other')])).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'declaredClaims.0.condition.group', message: /was deleted/ }] },
    })
    expect(await read(name)).toEqual(left)
    await store(name, [])
  })

  test.each([
    [[fixed('a'), fixed('sub')], '1.claim', 'protocol'],
    [[fixed('exp')], '0.claim', 'protocol'],
    [[fixed('amr#de')], '0.claim', 'protocol'],
    [[fixed('email_verified', true)], '0.claim', 'protocol'],
    [[fixed('phone_number_verified', true)], '0.claim', 'protocol'],
    [[fixed('active', false)], '0.claim', 'protocol'],
    [[fixed('constructor')], '0.claim', 'name of a claim'],
    [[fixed('email', 'a@example.com')], '0.source', 'must be email'],
    [[{ claim: 'phone_number', source: 'storedClaim', storedClaim: 'a' }], '0.source', 'must be phoneNumber'],
    [[fixed('birthdate', 'soon')], '0.value', 'date'],
    [[fixed('locale', 3)], '0.value', 'language tag'],
    [[{ claim: 'a', source: 'fixed' }], '0.value', 'must be a text'],
    [[fixed('a', { b: 1 })], '0.value', 'must be a text'],
    [[fixed('a', [1])], '0.value', 'must be a text'],
    [[fixed('a', 'x'.repeat(1001))], '0.value', '1000 characters'],
    [
      [
        fixed(
          'a',
          Array.from({ length: 51 }, () => 'x'),
        ),
      ],
      '0.value',
      '50 texts',
    ],
    [[fixed('a', ['x'.repeat(201)])], '0.value', '200 characters'],
    [[{ ...fixed('a'), source: 'title' }], '0.value', 'source fixed only'],
    [[{ claim: 'a', source: 'storedClaim' }], '0.storedClaim', 'is needed'],
    [[{ claim: 'a', source: 'title', storedClaim: 'b' }], '0.storedClaim', 'source storedClaim only'],
    [[{ ...fixed('a'), condition: {} }], '0.condition', 'a scope or a group'],
    [[{ ...fixed('a'), condition: { scope: 'a b' } }], '0.condition.scope', 'character'],
    [[{ ...fixed('a'), condition: { group: 'nowhere' } }], '0.condition.group', 'no group of the project'],
    [[{ ...fixed('a'), in: ['access_token', 'access_token'] }], '0.in', 'once'],
    [[{ claim: 'a', source: 'amr', in: ['userinfo'] }], '0.in', /userinfo|UserInfo/],
    [[fixed('a'), fixed('a')], '1', 'repeats'],
    [Array.from({ length: 20 }, (_, index) => fixed(`c${index}`, 'x'.repeat(900))), '', '16384 bytes'],
  ])('the list %j is refused at its field', async (list, path, message) => {
    const before = await read(name)
    const reply = await store(name, list)
    expect(reply).toMatchObject({
      status: 422,
      body: {
        code: 'invalid_value',
        errors: [
          {
            path: path ? `declaredClaims.${path}` : 'declaredClaims',
            message: expect.stringMatching(message),
          },
        ],
      },
    })
    expect(await read(name)).toEqual(before)
  })

  test('more than 50 entries, an unknown source and a long name are refused', async () => {
    for (const list of [
      Array.from({ length: 51 }, (_, index) => fixed(`c${index}`)),
      [{ claim: 'a', source: 'password' }],
      [fixed('x'.repeat(201))],
    ])
      expect((await store(name, list)).status).toBe(400)
  })
})

test('an API declares claims of access tokens only', async () => {
  expect(await store('api', [{ ...fixed('a'), in: ['id_token'] }])).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'declaredClaims.0.in', message: expect.stringContaining('no ID token') }] },
  })
})

test("the administrators' project, its applications and its APIs have no declared claims", async () => {
  const administrators = world.administratorsProject
  const calls = [
    ['project_update', {}],
    ['client_create', application],
    ['resource_declare', api()],
  ] as const
  for (const [name, fields] of calls) {
    const input = { projectId: administrators, ...fields, declaredClaims: [fixed('a')] }
    expect(await world.refused(world.people.super, name, input)).toMatchObject({
      code: 'invalid_value',
      errors: [{ path: 'declaredClaims', message: expect.stringContaining("administrators' project") }],
    })
  }
})

test('a group of another project is no condition', async () => {
  const foreign = await ownProject(world)
  const displayName = unique('Foreign ')
  await world.ok(owner(), 'project_group_create', { projectId: foreign.projectId, displayName })
  expect((await store('application', [{ ...fixed('a'), condition: { group: displayName } }])).status).toBe(
    422,
  )
})

test('a project file has declared claims with the names of groups that it creates, and adds no further change', async () => {
  const { projectId: id } = await ownProject(world)
  const conditional = [{ ...fixed('role'), condition: { group: 'engineers' } }]
  const file = {
    version: 1,
    project: { declaredClaims: [fixed('tenant')] },
    groups: { engineers: {} },
    apis: { 'https://orders.example': { name: 'Orders', scopes: ['read'], declaredClaims: conditional } },
    applications: { Shop: { ...application, clientName: undefined, declaredClaims: conditional } },
  }
  const plan = await world.ok(owner(), 'project_file_plan', { projectId: id, file })
  await world.ok(owner(), 'project_file_apply', { projectId: id, file, digest: plan.digest })
  const stored = await world.ok(owner(), 'project_file_get', { projectId: id })
  expect(stored.file).toMatchObject({
    project: file.project,
    apis: { 'https://orders.example': { declaredClaims: conditional } },
    applications: { Shop: { declaredClaims: conditional } },
  })
  expect((await world.ok(owner(), 'project_file_plan', { projectId: id, file })).changes).toEqual([])
  const [row] = await world.database.rows<{ condition: object }>(
    sql`SELECT declared_claims->0->'condition' AS condition FROM clients WHERE project_id = ${id}`,
  )
  expect(Object.keys(row?.condition ?? {})).toEqual(['groupId'])
})
