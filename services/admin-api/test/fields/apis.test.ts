import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, application, makeClient, ownProject } from '../support/things.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const declare = async (fields: object = {}, projectId = world.project) => {
  const declared = await world.ok(world.people.super, 'resource_declare', { projectId, ...api(), ...fields })
  return { at: { projectId, resourceId: declared.identifier }, declared }
}
const read = (at: { projectId: string; resourceId: string }) =>
  world.ok(world.people.super, 'resource_get', at)

describe('APIs:', () => {
  test('an API has an identifier that is unique in its project, and another project may declare it too', async () => {
    const { at } = await declare()
    const fields = { ...api(), identifier: at.resourceId }
    const { super: admin } = world.people
    const again = { projectId: world.project, ...fields }
    expect(await world.refused(admin, 'resource_declare', again)).toMatchObject({
      status: 409,
      code: 'already_exists',
    })
    await world.ok(admin, 'resource_declare', { projectId: world.foreignProject, ...fields })
  })

  test('an API has JWT tokens of 15 minutes and a path without a significant trailing slash by default', async () => {
    const { declared } = await declare()
    expect(declared).toMatchObject({
      tokenFormat: 'jwt',
      accessTokenTTL: 900,
      trailingSlashSignificant: false,
    })
    expect((await declare({ trailingSlashSignificant: true })).declared.trailingSlashSignificant).toBe(true)
  })

  test('an API has descriptions of the kind act by default, and none for a scope without one', async () => {
    const { at } = await declare({
      scopeDescriptions: { 'orders.read': { description: 'read your orders' } },
    })
    expect((await read(at)).scopeDescriptions).toEqual({
      'orders.read': { description: 'read your orders', kind: 'act' },
    })
  })

  test('an update of an API replaces its descriptions as a whole, and removes those of removed scopes', async () => {
    const descriptions = {
      'orders.read': { description: 'read your orders', kind: 'see' as const },
      'orders.write': { description: 'change your orders', kind: 'act' as const },
    }
    const { at } = await declare({ scopeDescriptions: descriptions })
    const update = (changes: object) => world.ok(world.people.owner, 'resource_update', { ...at, ...changes })
    const { 'orders.write': write } = descriptions
    await update({ scopeDescriptions: { 'orders.write': write } })
    expect((await read(at)).scopeDescriptions).toEqual({ 'orders.write': write })
    await update({ scopeDescriptions: descriptions })
    await update({ scopes: ['orders.read'] })
    expect((await read(at)).scopeDescriptions).toEqual({ 'orders.read': descriptions['orders.read'] })
  })

  test.for(['all', 'Full-Access', 'everything', '*', 'orders:*'])(
    'an API with the omnibus scope %s is refused',
    async (scope) => {
      const input = { projectId: world.project, ...api(), scopes: ['orders.read', scope] }
      const { at } = await declare()
      for (const refused of [
        await world.refused(world.people.owner, 'resource_declare', input),
        await world.refused(world.people.owner, 'resource_update', { ...at, scopes: [scope] }),
      ])
        expect(refused).toMatchObject({ code: 'omnibus_scope' })
    },
  )

  test('an API of a project at the root is in the namespace root, where only a super administrator changes it', async () => {
    expect((await declare()).declared.namespace).toBe('project')
    const { at, declared } = await declare({}, world.defaultProject)
    expect(declared.namespace).toBe('root')
    // The administrators' project is also at the root, so both share the namespace.
    const taken = { ...api(), projectId: world.administratorsProject, identifier: at.resourceId }
    expect(await world.refused(world.people.super, 'resource_declare', taken)).toMatchObject({
      code: 'already_exists',
    })
    await world.database.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      SELECT system_team_id, administrators_project_id, ${world.people.owner.accountId}, 'owner' FROM instance`)
    const owner = await world.signIn(world.people.owner)
    for (const [name, input] of [
      ['resource_declare', { projectId: world.defaultProject, ...api() }],
      ['resource_update', { ...at, name: 'Changed' }],
      ['resource_delete', at],
    ] as const)
      expect(await world.refused(owner, name, input)).toMatchObject({ code: 'root_namespace' })
    expect(await read(at)).toEqual(declared)
    await world.ok(world.people.super, 'resource_update', { ...at, name: 'Changed' })
    await world.ok(world.people.super, 'resource_delete', at)
  })
})

describe('applications:', () => {
  test('an application that registered itself is listed and read as such and cannot be changed', async () => {
    const { projectId } = await ownProject(world)
    const { owner } = world.people
    const clientId = await makeClient({ world, projectId, teamId: world.team })
    const at = { projectId, clientId }
    expect((await world.ok(owner, 'client_get', at)).registeredDynamically).toBe(false)
    await world.database.run(sql`UPDATE clients SET registered_dynamically = true WHERE id = ${clientId}`)
    expect((await world.ok(owner, 'client_get', at)).registeredDynamically).toBe(true)
    const { clients } = await world.ok(owner, 'client_list', { projectId })
    expect(clients).toMatchObject([{ clientId, registeredDynamically: true }])
    for (const [name, input] of [
      ['client_update', { ...at, clientName: 'Renamed' }],
      ['client_secret_rotate', at],
    ] as const)
      expect(await world.refused(owner, name, input)).toMatchObject({
        code: 'client_registered_dynamically',
      })
  })

  test('an application with a color is read with its shades, and one without a color has none', async () => {
    const { owner } = world.people
    const at = {
      projectId: world.project,
      clientId: await makeClient({ world, projectId: world.project, teamId: world.team }),
    }
    expect((await world.ok(owner, 'client_get', at)).paintedPrimaryColor).toBeNull()
    const { paintedPrimaryColor } = await world.ok(owner, 'client_update', { ...at, primaryColor: '#FFD400' })
    expect(paintedPrimaryColor).toEqual({
      light: expect.stringMatching(/^#[0-9a-f]{6}$/i),
      dark: expect.stringMatching(/^#[0-9a-f]{6}$/i),
    })
    expect(paintedPrimaryColor?.light).not.toBe(paintedPrimaryColor?.dark)
  })

  test('an application with a stored value beyond a limit can be read and changed, and a change of this value is refused', async () => {
    const { owner } = world.people
    const at = {
      projectId: world.project,
      clientId: await makeClient({ world, projectId: world.project, teamId: world.team }),
    }
    const redirectUris = Array.from({ length: 60 }, (_, index) => `https://app.example.com/${index}`)
    const jwksUri = 'http://app.example.com/jwks'
    await world.database.run(sql`
      UPDATE clients SET redirect_uris = ${redirectUris}, jwks_uri = ${jwksUri} WHERE id = ${at.clientId}`)
    expect(await world.ok(owner, 'client_get', at)).toMatchObject({ redirectUris, jwksUri })
    expect(await world.ok(owner, 'client_update', { ...at, clientName: 'Renamed' })).toMatchObject({
      clientName: 'Renamed',
      redirectUris,
      jwksUri,
    })
    for (const change of [
      { redirectUris: [...redirectUris.slice(1), 'https://app.example.com/new'] },
      { jwksUri: 'http://app.example.com/jwks/new' },
    ])
      expect([400, 422]).toContain((await world.call(owner, 'client_update', { ...at, ...change })).status)
    const kept = await world.ok(owner, 'client_update', { ...at, redirectUris: application.redirectUris })
    expect(kept).toMatchObject({ redirectUris: application.redirectUris, jwksUri })
  })
})
