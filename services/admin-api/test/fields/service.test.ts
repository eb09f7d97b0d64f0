import { agentScopes, type OperationName, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforcePlans } from '../support/attempts.ts'
import { samples } from '../support/samples.ts'
import { api, application, makeClient, makeUser, ownProject, unique } from '../support/things.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('each member of the owning team reads and changes the project, its applications, APIs and users, and no other administrator does', async () => {
  const { projectId } = await ownProject(world)
  const at = { world, projectId, teamId: world.team }
  const [clientId, userId] = [await makeClient(at), await makeUser(at)]
  const { owner, member, stranger } = world.people
  const { identifier } = await world.ok(owner, 'resource_declare', { projectId, ...api() })
  const calls = [
    ['project_get', { projectId }],
    ['project_update', { projectId, name: 'Renamed' }],
    ['client_get', { projectId, clientId }],
    ['client_update', { projectId, clientId, clientName: 'Renamed' }],
    ['resource_get', { projectId, resourceId: identifier }],
    ['resource_update', { projectId, resourceId: identifier, name: 'Renamed' }],
    ['project_user_get', { projectId, userId }],
    ['project_user_update', { projectId, userId, claims: { floor: 3 } }],
  ] as const
  for (const [name, input] of calls) {
    for (const person of [owner, member])
      expect((await world.call(person, name, input)).status, name).toBe(200)
    expect((await world.call(stranger, name, input)).status, name).toBe(404)
  }
})

test('a super administrator reads and changes each project, each team and the instance, as a member of no other team', async () => {
  const { super: admin } = world.people
  const projects = [world.project, world.foreignProject, world.defaultProject, world.administratorsProject]
  for (const projectId of projects) {
    expect((await world.call(admin, 'project_get', { projectId })).status).toBe(200)
    const change = { projectId, displayName: unique('Shop ') }
    expect((await world.call(admin, 'project_update', change)).status).toBe(200)
  }
  for (const teamId of [world.team, world.strangersTeam]) {
    const { members } = await world.ok(admin, 'team_get', { teamId })
    expect(members.map(({ userId }) => userId)).not.toContain(admin.accountId)
    expect((await world.call(admin, 'team_update', { teamId, name: unique('Team ') })).status).toBe(200)
  }
  for (const [name, input] of [
    ['settings_get', {}],
    ['settings_update', { 'plans.regularTeamsPerAdministrator': 7 }],
    ['jwks_list', {}],
    ['admin_list', {}],
    ['plan_list', {}],
    ['audit_list', {}],
  ] as const) {
    expect((await world.call(admin, name, input)).status, name).toBe(200)
    if (name !== 'audit_list')
      expect((await world.call(world.people.owner, name, input)).status, name).toBe(403)
  }
})

test('an entry with actor, action and target is stored when the change fails after it', async () => {
  await world.database.run(sql`
    CREATE FUNCTION refuse_group() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no group'; END $$`)
  await world.database.run(
    sql`CREATE TRIGGER refuse_group BEFORE INSERT ON groups FOR EACH ROW EXECUTE FUNCTION refuse_group()`,
  )
  const { owner } = world.people
  const input = { projectId: world.project, displayName: unique('Failed ') }
  const reply = await world.call(owner, 'project_group_create', input)
  await world.database.run(sql`DROP TRIGGER refuse_group ON groups`)
  expect(reply.status).toBe(500)
  const { groups } = await world.ok(owner, 'project_group_list', { projectId: world.project })
  expect(groups.map(({ displayName }) => displayName)).not.toContain(input.displayName)
  const { entries } = await world.ok(owner, 'audit_list', { project: world.project, action: 'group.create' })
  expect(entries[0]).toMatchObject({ actor: owner.accountId, action: 'group.create', targetType: 'Group' })
  expect(JSON.stringify(entries[0])).toContain(input.displayName)
})

test('plans limit an owner only while plans.enabled is on, and neither a super administrator nor a System project', async () => {
  await world.database.run(sql`UPDATE plans SET applications_per_project = 0 WHERE is_default`)
  const { projectId } = await ownProject(world)
  const create = (person: World['people']['owner'], project: string) =>
    world.call(person, 'client_create', { projectId: project, ...application })
  const { owner, super: admin } = world.people
  expect((await create(owner, projectId)).status).toBe(201)
  await enforcePlans(world)
  expect((await create(owner, projectId)).body).toMatchObject({ status: 409, code: 'plan_limit' })
  expect((await create(admin, projectId)).status).toBe(201)
  expect((await world.ok(admin, 'project_get', { projectId: world.defaultProject })).plan).toBeNull()
  expect((await create(admin, world.defaultProject)).status).toBe(201)
  await world.database.run(sql`
    INSERT INTO team_members (team_id, project_id, account_id, role)
    SELECT system_team_id, administrators_project_id, ${owner.accountId}, 'owner' FROM instance`)
  const inSystemTeam = await world.signIn(owner)
  expect((await create(inSystemTeam, world.defaultProject)).status).toBe(201)
})

test('an agent is refused each call that its administrator is refused, with the same problem', async () => {
  const { stranger } = world.people
  const agent = await world.agent(stranger, agentScopes)
  const place = { world, projectId: world.project, teamId: world.team }
  const names = (Object.keys(samples) as OperationName[]).filter((name) => {
    const { access, kind } = operations[name]
    return kind !== 'console_only' && ['project', 'team', 'super_administrator'].includes(access.to)
  })
  expect(names.length).toBeGreaterThan(100)
  for (const name of names) {
    const input = { ...(await samples[name]?.(place)) }
    const [own, agents] = [await world.call(stranger, name, input), await world.call(agent, name, input)]
    expect([403, 404], name).toContain(own.status)
    expect([agents.status, agents.text], name).toEqual([own.status, own.text])
  }
}, 120_000)
