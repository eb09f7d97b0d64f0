import type { Problem } from '@signet/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, application, makeUser, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const projectsOf = async (person: keyof World['people']) =>
  (await world.ok(world.people[person], 'project_list', {})).projects.map(({ id }) => id)

test('project_list returns every project to a super administrator and to others the projects of their teams', async () => {
  const { project, foreignProject, administratorsProject, defaultProject } = world
  expect(await projectsOf('super')).toEqual(
    expect.arrayContaining([project, foreignProject, administratorsProject, defaultProject]),
  )
  expect(await projectsOf('member')).toEqual([project])
  expect(await projectsOf('stranger')).toEqual([foreignProject])
})

test("project_get returns the administrators' project to a super administrator only", async () => {
  const input = { projectId: world.administratorsProject }
  expect(await world.ok(world.people.super, 'project_get', input)).toMatchObject({
    id: world.administratorsProject,
    reserved: 'administrators',
  })
  expect((await world.refused(world.people.owner, 'project_get', input)).status).toBe(404)
})

test('a destroyed project is refused exactly like an unknown one to a caller without rights', async () => {
  const { projectId } = await ownProject(world)
  await world.ok(world.people.super, 'project_delete', { projectId })
  await world.ok(world.people.super, 'project_purge', { projectId })
  const unknown = 'prj_01k9z8h4e5f6g7h8j9k0m1n2p3'
  for (const operation of ['project_get', 'project_summary_get', 'project_activity_get'] as const) {
    const replies = await Promise.all(
      [projectId, unknown].map((id) => world.call(world.people.stranger, operation, { projectId: id })),
    )
    expect(replies[0]?.status).toBe(404)
    expect(replies[0]?.text).toBe(replies[1]?.text)
  }
})

test("a super administrator reads the activity of the administrators' project, and others are refused", async () => {
  const input = { projectId: world.administratorsProject }
  expect(await world.ok(world.people.super, 'project_activity_get', input)).toMatchObject({
    name: 'Administrators',
  })
  expect((await world.refused(world.people.owner, 'project_activity_get', input)).status).toBe(404)
})

test('resource_list returns the APIs sorted by identifier, and resource_get takes the percent-encoded identifier', async () => {
  const { projectId } = await ownProject(world)
  const host = `${unique('api')}.example.com`
  const identifiers = ['c', 'a', 'b'].map((name) => `https://${host}/${name}?x=1`)
  for (const identifier of identifiers)
    await world.ok(world.people.owner, 'resource_declare', { projectId, ...api(), identifier })
  const { resources } = await world.ok(world.people.owner, 'resource_list', { projectId })
  expect(resources.map(({ identifier }) => identifier)).toEqual(identifiers.toSorted())
  const path = `/projects/${projectId}/resources/${encodeURIComponent(identifiers[0] ?? '')}`
  const { body } = await world.send(world.people.owner, { method: 'GET', path })
  expect(body).toMatchObject({ identifier: identifiers[0], scopes: ['orders.read', 'orders.write'] })
})

test.each(['identifier', 'name', 'scopes'])('resource_declare without %s is refused', async (field) => {
  const { projectId } = await ownProject(world)
  const { [field as 'name']: _left, ...fields } = api()
  const refused = await world.refused(world.people.owner, 'resource_declare', { projectId, ...fields })
  expect([refused.status, refused.errors]).toMatchObject([400, [{ path: field }]])
})

test('resource_update with an identifier is refused and the identifier stays', async () => {
  const { projectId } = await ownProject(world)
  const { identifier } = await world.ok(world.people.owner, 'resource_declare', { projectId, ...api() })
  const at = { projectId, resourceId: identifier }
  const change = { ...at, name: 'Renamed', identifier: 'https://other.example.com/' }
  expect(await world.refused(world.people.owner, 'resource_update', change)).toMatchObject({
    status: 400,
    errors: [{ path: 'identifier' }],
  })
  expect(await world.ok(world.people.owner, 'resource_get', at)).toMatchObject({
    identifier,
    name: 'Example API',
  })
})

test('an application is listed and read with its metadata and CORS origins and without its secret', async () => {
  const { projectId } = await ownProject(world)
  const corsOrigins = ['https://app.example.com']
  const created = await world.ok(world.people.owner, 'client_create', {
    projectId,
    ...application,
    corsOrigins,
    primaryColor: '#ffcc00',
  })
  expect(created.clientSecret).toEqual(expect.any(String))
  expect(created.paintedPrimaryColor).toEqual({
    light: expect.stringMatching(/^#[0-9a-f]{6}$/),
    dark: expect.stringMatching(/^#[0-9a-f]{6}$/),
  })
  const { clientId } = created
  const one = await world.ok(world.people.owner, 'client_get', { projectId, clientId })
  const { clients } = await world.ok(world.people.owner, 'client_list', { projectId })
  for (const read of [one, ...clients]) {
    expect(read).toMatchObject({ clientId, corsOrigins, ...application })
    expect(JSON.stringify(read)).not.toContain(created.clientSecret)
  }
})

test('a path segment that names a fixed read is not taken for an id', async () => {
  const { projectId } = await ownProject(world)
  const read = async (path: string) =>
    (await world.send(world.people.super, { method: 'GET', path })).body as Record<string, unknown>
  const project = `/projects/${projectId}`
  expect(await read(`${project}/federation/catalogue`)).toHaveProperty('catalogue')
  expect(await read(`${project}/provisioning-connections/directories`)).toHaveProperty('directories')
  expect(await read(`${project}/summary`)).toHaveProperty('users')
  expect(await read(`${project}/activity`)).toHaveProperty('previousMonths')
  expect(await read('/admins/sign-in-readiness')).toHaveProperty('passwordLogin')
  expect(await read('/errors/summary')).toHaveProperty('byErrorCode')
  expect(await read('/errors/purge-preview')).toEqual({ faults: 0, occurrences: 0 })
  expect(await read(`${project}/federation/unknown`)).toMatchObject({ code: 'not_found' })
})

test.each(['/buckets', '/v1/projects', '/buckets/prj_x/users', '/projects/prj_x/roles'])(
  'the path %s of an earlier release is not found',
  async (path) => {
    const { status, body } = await world.send(world.people.super, { method: 'GET', path })
    expect([status, (body as Problem).code]).toEqual([404, 'not_found'])
  },
)

test('a moved project keeps its users, applications and address', async () => {
  const { projectId } = await ownProject(world)
  const { owner } = world.people
  const userId = await makeUser({ world, projectId, teamId: world.team })
  await world.ok(owner, 'client_create', { projectId, ...application })
  const read = async () => {
    const { slug, issuer, applications } = await world.ok(world.people.super, 'project_get', { projectId })
    const { users } = await world.ok(world.people.super, 'project_user_list', { projectId })
    const { clients } = await world.ok(world.people.super, 'client_list', { projectId })
    return { slug, issuer, applications, users, clients }
  }
  const before = await read()
  expect(before.users.map(({ id }) => id)).toEqual([userId])
  const { id: teamId } = await world.ok(owner, 'team_create', { name: unique('Next ') })
  await world.ok(owner, 'project_owner_change', { projectId, teamId, confirm: true })
  expect(await read()).toEqual(before)
})
