import {
  type CanFlag,
  canByRole,
  canFlags,
  type OperationName,
  operations,
  teamRoles,
  verdictFor,
} from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProvider, configureMail } from '../support/attempts.ts'
import { connection, heldConnection } from '../support/directories.ts'
import { samples } from '../support/samples.ts'
import { api, application, makeUser, ownProject, unique } from '../support/things.ts'
import { makeTeam, startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

type Role = Exclude<keyof World['people'], 'anonymous'>

const at = (projectId: string) => ({ world, projectId, teamId: world.team })
const read = (projectId: string, role: Role = 'owner') =>
  world.ok(world.people[role], 'project_get', { projectId })
const create = (fields: object, role: Role = 'super') =>
  world.ok(world.people[role], 'project_create', {
    name: 'Made',
    slug: unique('p'),
    teamId: world.team,
    ...fields,
  })

describe('projects:', () => {
  test('a project is created closed to sign-up unless the request opens it', async () => {
    expect((await create({})).registrationOpen).toBe(false)
    expect((await create({ registrationOpen: true })).registrationOpen).toBe(true)
  })

  test('a hostname of a project is set by a super administrator only, and not by an owner of its team', async () => {
    const host = `${unique('h')}.example.com`
    const input = { name: 'Hosted', host, teamId: world.team }
    expect(await world.refused(world.people.owner, 'project_create', input)).toMatchObject({
      code: 'address_form_not_allowed',
    })
    expect(await world.ok(world.people.super, 'project_create', input)).toMatchObject({
      host,
      addressForm: 'host',
      slug: null,
    })
  })

  test('a project is returned with the team that owns it and without the mark of a reserved project', async () => {
    const teamId = await makeTeam(world, unique('Owns '), [[world.people.owner.accountId, 'owner']])
    const { id } = await create({ teamId })
    const project = await read(id)
    expect(project.teamId).toBe(teamId)
    expect(project).not.toHaveProperty('reserved')
    expect((await read(world.administratorsProject, 'super')).reserved).toBe('administrators')
    expect(await read(world.defaultProject, 'super')).not.toHaveProperty('reserved')
  })

  test('a project has an issuer and a discovery address below it, which are null when it is unaddressed', async () => {
    const { id, issuer, discoveryUrl } = await create({})
    expect(discoveryUrl).toBe(`${issuer}/.well-known/openid-configuration`)
    await world.database.run(
      sql`UPDATE projects SET address_form = 'unaddressed', slug = NULL WHERE id = ${id}`,
    )
    expect(await read(id)).toMatchObject({ addressForm: 'unaddressed', issuer: null, discoveryUrl: null })
  })

  test('a project is returned with the number of its applications and of its APIs', async () => {
    const { projectId } = await ownProject(world)
    expect(await read(projectId)).toMatchObject({ applications: 0, apis: 0 })
    for (const _ of [1, 2]) await world.ok(world.people.owner, 'client_create', { projectId, ...application })
    await world.ok(world.people.owner, 'resource_declare', { projectId, ...api() })
    expect(await read(projectId)).toMatchObject({ applications: 2, apis: 1 })
  })

  test('a project is returned as reached after a request reached its host, and as not reached before', async () => {
    const { id } = await create({ slug: undefined, host: `${unique('h')}.example.com` })
    expect((await read(id, 'super')).hostReached).toBe(false)
    await world.database.run(sql`UPDATE projects SET host_reached_at = now() WHERE id = ${id}`)
    expect((await read(id, 'super')).hostReached).toBe(true)
  })

  test('a project is returned as held while a provisioning connection holds a removal, until it is released', async () => {
    const { projectId } = await ownProject(world)
    await connection(at(projectId))
    expect((await read(projectId)).held).toBe(false)
    const one = await heldConnection(at(projectId))
    expect((await read(projectId)).held).toBe(true)
    await world.ok(world.people.owner, 'provisioning_connection_release', one)
    expect((await read(projectId)).held).toBe(false)
  })

  test('a project is returned with its deletion and the administrator who scheduled it while it is scheduled', async () => {
    const { projectId } = await ownProject(world)
    expect(await read(projectId)).not.toHaveProperty('deletion')
    await world.ok(world.people.owner, 'project_delete', { projectId })
    const { deletion } = await read(projectId)
    expect(Object.keys(deletion ?? {}).toSorted()).toEqual(['purgeAt', 'scheduledAt', 'scheduledBy'])
    expect([world.people.owner.accountId, 'owner@example.com']).toContain(deletion?.scheduledBy)
  })

  test('required verification is refused for a project of every kind until mail delivery is configured', async () => {
    await world.database.run(sql`DELETE FROM smtp_settings`)
    const { projectId } = await ownProject(world)
    const input = { emailVerificationRequired: true }
    const { super: admin } = world.people
    const made = { name: 'Verified', slug: unique('p'), teamId: world.team, ...input }
    expect(await world.refused(admin, 'project_create', made)).toMatchObject({ code: 'mail_not_configured' })
    const ids = [projectId, world.defaultProject, world.administratorsProject]
    for (const id of ids)
      expect(await world.refused(admin, 'project_update', { projectId: id, ...input })).toMatchObject({
        code: 'mail_not_configured',
      })
    await configureMail(world)
    expect((await create(input)).emailVerificationRequired).toBe(true)
    for (const id of ids) {
      const { status, text } = await world.call(admin, 'project_update', { projectId: id, ...input })
      expect(status, text).toBe(200)
    }
  })
})

describe('address of a project:', () => {
  const names = ['account', 'health', 'ready', 'www', 'mail', 'admin']

  test.for(names)('an address of a project cannot be the path %s of the built-in list', async (slug) => {
    const { projectId } = await ownProject(world)
    const { super: admin } = world.people
    for (const refused of [
      await world.refused(admin, 'project_create', { name: 'Made', slug, teamId: world.team }),
      await world.refused(admin, 'project_address_change', { projectId, slug, addressForm: 'path' }),
    ])
      expect(refused).toMatchObject({ code: 'address_reserved' })
  })

  test('an address of a project cannot be a name that the operator reserved, as path, subdomain or hostname', async () => {
    await world.ok(world.people.super, 'settings_update', {
      'projects.addressForms': 'both',
      'projects.reservedHostnames': ['Status-Page', 'intranet.localhost', 'id.Example.org'],
    })
    const { projectId } = await ownProject(world)
    const { super: admin } = world.people
    for (const address of [
      { slug: 'status-page', addressForm: 'path' },
      { slug: 'status-page', addressForm: 'subdomain' },
      { slug: 'intranet', addressForm: 'subdomain' },
      { host: 'id.example.org' },
    ])
      for (const refused of [
        await world.refused(admin, 'project_create', { name: 'Made', teamId: world.team, ...address }),
        await world.refused(admin, 'project_address_change', { projectId, ...address }),
      ])
        expect(refused, JSON.stringify(address)).toMatchObject({ code: 'address_reserved' })
  })

  test('an address of a new project is a path or a subdomain as the request names the form', async () => {
    await world.ok(world.people.super, 'settings_update', { 'projects.addressForms': 'both' })
    for (const addressForm of ['path', 'subdomain'] as const)
      expect((await create({ addressForm })).addressForm).toBe(addressForm)
  })

  test.for([
    [
      'an application',
      (projectId: string) => world.ok(world.people.owner, 'client_create', { projectId, ...application }),
    ],
    ['an identity provider', (projectId: string) => addProvider(world, projectId)],
    ['a provisioning connection', (projectId: string) => connection(at(projectId))],
  ] as const)(
    'an address of a project is changed by an owner of the team only without %s',
    async ([_what, add]) => {
      const { projectId } = await ownProject(world)
      const change = { projectId, slug: unique('n') }
      expect(await read(projectId)).toMatchObject({
        can: { changeAddress: true },
        blockers: { addressable: true, dependents: 0 },
      })
      expect((await world.call(world.people.owner, 'project_address_change', change)).status).toBe(200)
      await add(projectId)
      const { can, blockers } = await read(projectId)
      expect(can.changeAddress).toBe(false)
      expect(blockers.dependents).toBeGreaterThan(0)
      expect(await world.refused(world.people.owner, 'project_address_change', change)).toMatchObject({
        reason: 'can.changeAddress',
      })
      expect((await world.call(world.people.super, 'project_address_change', change)).status).toBe(200)
    },
  )
})

describe('blockers of a project:', () => {
  test('the blockers state that a project at the root signs with the keys of the instance and has no address of its own', async () => {
    for (const id of [world.defaultProject, world.administratorsProject])
      expect((await read(id, 'super')).blockers.addressable).toBe(false)
    const { projectId } = await ownProject(world)
    expect((await read(projectId, 'super')).blockers.addressable).toBe(true)
  })

  test('the blockers count applications, providers and connections together', async () => {
    const { projectId } = await ownProject(world)
    await world.ok(world.people.owner, 'client_create', { projectId, ...application })
    await addProvider(world, projectId)
    await connection(at(projectId))
    // The connection has a provider of its own.
    expect((await read(projectId)).blockers.dependents).toBe(4)
  })

  test('the blockers are null when they could not change the result for the caller', async () => {
    const { projectId } = await ownProject(world)
    await world.ok(world.people.owner, 'client_create', { projectId, ...application })
    await makeUser(at(projectId))
    expect((await read(projectId, 'member')).blockers).toEqual({
      addressable: null,
      dependents: null,
      accounts: 1,
    })
    expect((await read(projectId, 'owner')).blockers).toEqual({
      addressable: true,
      dependents: 1,
      accounts: null,
    })
    expect((await read(projectId, 'super')).blockers).toEqual({
      addressable: true,
      dependents: null,
      accounts: null,
    })
  })
})

const covered = (flag: CanFlag): OperationName[] =>
  (Object.keys(operations) as OperationName[]).filter((name) => {
    const { access } = operations[name]
    return access.to === 'project' && access.can === flag
  })

/** Every role with the flag may call these operations. A read needs only `read`, which a viewer has too. */
const permittedWith = (flag: CanFlag) =>
  (Object.keys(operations) as OperationName[]).filter((name) =>
    teamRoles
      .filter((role) => canByRole[role][flag] === 'yes')
      .every((role) => verdictFor(operations[name], role) === 'yes'),
  )

describe('can of a project:', () => {
  test.for(canFlags)('a false flag %s is a refusal of each operation that it covers', async (flag) => {
    const { projectId: used } = await ownProject(world)
    await world.ok(world.people.owner, 'client_create', { projectId: used, ...application })
    await makeUser(at(used))
    const refusals: string[] = []
    // A refused call does not change the objects of its input.
    const inputs = new Map<OperationName, object>()
    for (const name of covered(flag)) inputs.set(name, (await samples[name]?.(at(world.project))) ?? {})
    for (const projectId of [used, world.defaultProject, world.administratorsProject])
      for (const role of ['stranger', 'member', 'owner', 'super'] as const) {
        const person = world.people[role]
        const seen = await world.call(person, 'project_get', { projectId })
        const can = seen.status === 200 ? (await read(projectId, role)).can : null
        if (can?.[flag]) continue
        for (const name of covered(flag)) {
          const reply = await world.call(person, name, { ...inputs.get(name), projectId })
          const expected = can ? { status: 403, reason: `can.${flag}` } : { status: 404 }
          expect(reply.body, `${name} by ${role}: ${reply.text}`).toMatchObject(expected)
          refusals.push(name)
        }
      }
    expect(new Set(refusals)).toEqual(new Set(covered(flag)))
  })

  test('the flag manageUsers covers users, identities, group membership and reading providers, provisioning and groups', () => {
    expect(permittedWith('manageUsers')).toEqual(
      expect.arrayContaining([
        'project_user_create',
        'project_user_update',
        'project_user_delete',
        'project_user_lock',
        'project_user_bulk_delete',
        'federation_identity_list',
        'federation_identity_delete',
        'project_group_member_add',
        'project_group_member_remove',
        'federation_provider_list',
        'federation_provider_get',
        'provisioning_connection_list',
        'provisioning_connection_get',
        'project_group_list',
        'project_group_get',
      ]),
    )
  })

  test('the flag edit covers changes of providers, provisioning, groups, assignments, keys, applications and APIs', () => {
    const changes = (Object.keys(operations) as OperationName[]).filter((name) =>
      /^(federation_provider_(create|update|move|delete)|provisioning_(connection|credential)_(create|update|release|delete|issue|retire|revoke)|project_group_(create|update|delete|assign_connection)|project_user_assign_connection|project_key_(generate|promote|demote|rotate|retire|revoke)|client_(create|update|secret_rotate|delete)|resource_(declare|update|delete))/.test(
        name,
      ),
    )
    expect(changes.length).toBeGreaterThan(25)
    expect(covered('edit')).toEqual(expect.arrayContaining(changes))
  })

  test('the flag editSettings covers the update of the project', () => {
    expect(covered('editSettings')).toEqual(['project_update'])
  })
})

test('a project holds accounts, applications, APIs, providers, connections, groups and keys of its own', async () => {
  const { projectId } = await ownProject(world)
  const { projectId: other } = await ownProject(world)
  const { owner } = world.people
  const userId = await makeUser(at(projectId))
  const { clientId } = await world.ok(owner, 'client_create', { projectId, ...application })
  const { identifier } = await world.ok(owner, 'resource_declare', { projectId, ...api() })
  const { connectionId } = await connection(at(projectId))
  const { id: groupId } = await world.ok(owner, 'project_group_create', { projectId, displayName: 'Staff' })
  const held = async (id: string) => {
    const one = { projectId: id }
    return {
      users: (await world.ok(owner, 'project_user_list', one)).users.map((user) => user.id),
      clients: (await world.ok(owner, 'client_list', one)).clients.map((client) => client.clientId),
      apis: (await world.ok(owner, 'resource_list', one)).resources.map((resource) => resource.identifier),
      providers: (await world.ok(owner, 'federation_provider_list', one)).providers.length,
      connections: (await world.ok(owner, 'provisioning_connection_list', one)).connections.map(
        (each) => each.id,
      ),
      groups: (await world.ok(owner, 'project_group_list', one)).groups.map((group) => group.id),
      keys: (await world.ok(owner, 'project_key_list', one)).keys.map((key) => key.kid),
    }
  }
  const [one, another] = [await held(projectId), await held(other)]
  expect(one).toMatchObject({
    users: [userId],
    clients: [clientId],
    apis: [identifier],
    providers: 1,
    connections: [connectionId],
    groups: [groupId],
  })
  expect(another).toMatchObject({
    users: [],
    clients: [],
    apis: [],
    providers: 0,
    connections: [],
    groups: [],
  })
  expect(one.keys.length).toBeGreaterThan(0)
  expect(another.keys.filter((kid) => one.keys.includes(kid))).toEqual([])
})
