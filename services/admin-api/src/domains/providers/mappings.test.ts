import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connection, upstream } from '../../../test/support/directories.ts'
import { group, ownProject, type Place, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(async () => {
  ;({ projectId } = await ownProject(world))
})
afterAll(() => world?.close())

const place = (): Place => ({ world, projectId, teamId: world.team })
const { owner } = { owner: () => world.people.owner }

const newGroup = async () => {
  const displayName = unique('Group ')
  const { id } = await world.ok(owner(), 'project_group_create', { projectId, displayName })
  return { id, displayName }
}
const add = (fields: object = {}) =>
  world.ok(owner(), 'federation_provider_create', { projectId, ...upstream(), ...fields })
const change = (providerId: string, fields: object) =>
  world.ok(owner(), 'federation_provider_update', { projectId, providerId, ...fields })
const refused = (providerId: string, fields: object) =>
  world.refused(owner(), 'federation_provider_update', { projectId, providerId, ...fields })

describe('groupMappings of a provider:', () => {
  test('groups are mapped by name in any letter case, returned in the given order and replaced as a whole', async () => {
    const [one, another] = [await newGroup(), await newGroup()]
    const { id } = await add({
      groupsClaim: 'realm_access.roles',
      groupMappings: [
        { value: 'z', group: one.displayName.toUpperCase() },
        { value: 'a', group: another.displayName },
      ],
    })
    const read = () => world.ok(owner(), 'federation_provider_get', { projectId, providerId: id })
    expect(await read()).toMatchObject({
      groupsClaim: 'realm_access.roles',
      groupMappings: [
        { value: 'z', group: one.displayName },
        { value: 'a', group: another.displayName },
      ],
      managedGroups: [],
    })
    await change(id, { displayName: 'Renamed' })
    expect((await read()).groupMappings).toHaveLength(2)
    const last = [{ value: 'b', group: another.displayName }]
    expect(await change(id, { groupMappings: last, groupsClaim: null })).toMatchObject({
      groupMappings: last,
      groupsClaim: null,
    })
    expect(await change(id, { groupMappings: [] })).toMatchObject({ groupMappings: [] })
  })

  test('a deleted group leaves the mapping, and one that a directory manages later is named', async () => {
    const [one, another] = [await newGroup(), await newGroup()]
    const groupMappings = [one, another].map(({ displayName }) => ({ value: 'a', group: displayName }))
    const { id } = await add({ groupMappings })
    await world.ok(owner(), 'project_group_delete', { projectId, groupId: one.id })
    const { connectionId } = await connection({ world, projectId })
    await world.database.run(sql`UPDATE groups SET connection_id = ${connectionId} WHERE id = ${another.id}`)
    expect(await world.ok(owner(), 'federation_provider_get', { projectId, providerId: id })).toMatchObject({
      groupMappings: [{ value: 'a', group: another.displayName }],
      managedGroups: [another.displayName],
    })
  })

  test('an unknown group, one of a directory, one of another provider and a pair given twice are refused', async () => {
    const [mapped, managed, free] = [await newGroup(), await newGroup(), await newGroup()]
    const { id } = await add({ displayName: 'First' })
    await add({ groupMappings: [{ value: 'a', group: mapped.displayName }], displayName: 'Second' })
    const { connectionId } = await connection({ world, projectId })
    await world.database.run(sql`UPDATE groups SET connection_id = ${connectionId} WHERE id = ${managed.id}`)
    const once = { value: 'a', group: free.displayName }
    for (const [groupMappings, path, message] of [
      [[once, { value: 'a', group: 'nowhere' }], 'groupMappings.1.group', /no group of the project/],
      [[{ value: 'a', group: managed.displayName }], 'groupMappings.0.group', /managed by a directory/],
      [[{ value: 'a', group: mapped.displayName }], 'groupMappings.0.group', /mapped by Second already/],
      [[once, once], 'groupMappings.1.group', /twice/],
    ] as const)
      expect(await refused(id, { groupMappings })).toMatchObject({
        code: 'invalid_value',
        errors: [{ path, message: expect.stringMatching(message) }],
      })
    const foreign = await group({ ...place(), projectId: world.project })
    const { displayName } = await world.ok(world.people.super, 'project_group_get', foreign)
    expect(await refused(id, { groupMappings: [{ value: 'a', group: displayName }] })).toMatchObject({
      code: 'invalid_value',
    })
    expect(
      await world.database.rows(sql`SELECT 1 FROM provider_group_mappings WHERE provider_id = ${id}`),
    ).toEqual([])
  })

  test('one of two concurrent changes that map a group at two providers is refused', async () => {
    const { displayName } = await newGroup()
    const [one, another] = [await add(), await add()]
    const replies = await Promise.all(
      [one, another].map(({ id }) =>
        world.call(owner(), 'federation_provider_update', {
          projectId,
          providerId: id,
          groupMappings: [{ value: 'a', group: displayName }],
        }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test('a project file has the mappings by the names of its groups and adds no further change', async () => {
    const file = {
      version: 1,
      groups: { engineers: {} },
      providers: {
        corp: {
          issuer: 'https://idp.example',
          clientId: 'x',
          groupMappings: [{ value: 'eng', group: 'engineers' }],
          claimMappings: [{ claim: 'dept', name: 'department' }],
        },
      },
    }
    const plan = await world.ok(owner(), 'project_file_plan', { projectId, file })
    await world.ok(owner(), 'project_file_apply', { projectId, file, digest: plan.digest })
    const stored = await world.ok(owner(), 'project_file_get', { projectId })
    expect(stored.file).toMatchObject({ providers: { corp: file.providers.corp } })
    expect((await world.ok(owner(), 'project_file_plan', { projectId, file })).changes).toEqual([])
  })
})

describe('claimMappings of a provider:', () => {
  test.each(['sub', 'groups', 'email', 'scope', 'constructor'])('the name %s is refused', async (name) => {
    const { id } = await add()
    expect(await refused(id, { claimMappings: [{ claim: 'x', name }] })).toMatchObject({
      code: 'invalid_value',
      errors: [{ path: 'claimMappings.0.name' }],
    })
  })

  test('two mappings that write one claim are refused', async () => {
    const { id } = await add()
    const claimMappings = ['a', 'b'].map((claim) => ({ claim, name: 'unit' }))
    expect(await refused(id, { claimMappings })).toMatchObject({
      errors: [{ path: 'claimMappings.1.name' }],
    })
  })
})

test.each(['groupMappings', 'claimMappings'] as const)(
  '%s are refused for an issuer of Microsoft with many tenants, each of which states any role',
  async (field) => {
    const { displayName } = await newGroup()
    const lists = {
      groupMappings: [{ value: 'a', group: displayName }],
      claimMappings: [{ claim: 'roles', name: 'roles' }],
    }
    const { id } = await add({ catalogueId: 'microsoft', issuer: undefined })
    expect(await refused(id, { [field]: lists[field] })).toMatchObject({ errors: [{ path: field }] })
    const plain = await add({ [field]: lists[field] })
    const issuer = 'https://login.microsoftonline.com/organizations/v2.0'
    expect(await refused(plain.id, { issuer })).toMatchObject({ errors: [{ path: field }] })
  },
)

test('no source that decides the rights of administrators reads groups or claims of accounts', () => {
  const folders = ['authn', 'pipeline'].map((name) => join(import.meta.dirname, '../..', name))
  const readers = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /group_members|\bFROM groups\b|\bJOIN groups\b|a\.claims|accounts\.claims/.test(
        readFileSync(file, 'utf8'),
      ),
    )
  expect(readers).toEqual([])
})
