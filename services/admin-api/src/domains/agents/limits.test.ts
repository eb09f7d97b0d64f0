import { messageKindHeader } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentOf, type Person } from '../../../test/support/people.ts'
import { personalTeam } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let made = 0
let clientId: string
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())
beforeEach(() => {
  made += 1
  clientId = `limited-${made}`
})

async function limited(limits: object, person: Person = world.people.owner) {
  await world.database.run(
    sql`INSERT INTO agent_clients (id, client_id, name, approval) VALUES (${`agc_${made}`}, ${clientId}, 'Limited', 'self')`,
  )
  await world.ok(world.people.super, 'agent_client_update', { entryId: `agc_${made}`, ...limits })
  return agentOf(world, person.accountId, ['admin:read', 'admin:write', 'admin:high'], { clientId })
}

const status = async (person: Person) => (await world.call(person, 'whoami', {})).status

describe('rate of an agent:', () => {
  it('the rate limit of an agent affects neither the console nor another agent at the same address', async () => {
    const agent = await limited({ callsPerMinute: 3 })
    expect([await status(agent), await status(agent), await status(agent)]).toEqual([200, 200, 200])
    const refused = await world.call(agent, 'whoami', {})
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { code: 'rate_limited', retryAfter: expect.any(Number) },
    ])
    expect(await status(world.people.owner)).toBe(200)
    expect(await status(await world.agent(world.people.owner, ['admin:read']))).toBe(200)
  })

  it('a call of an agent counts once, although the gateway authenticates its message first', async () => {
    const agent = await limited({ callsPerMinute: 3 })
    const message = (kind: string) =>
      world.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { ...agent.headers, [messageKindHeader]: kind },
      })
    for (const _ of [1, 2, 3, 4]) expect((await message('call')).statusCode).toBe(200)
    expect([await status(agent), await status(agent)]).toEqual([200, 200])
    expect((await message('other')).statusCode).toBe(200)
    expect((await message('other')).statusCode).toBe(429)
  })

  it('refused calls count towards the rate of an agent', async () => {
    const agent = await limited({ callsPerMinute: 2 })
    for (const _ of [1, 2]) expect((await world.call(agent, 'settings_get', {})).status).toBe(403)
    expect(await status(agent)).toBe(429)
  })
})

describe('agents limited to a team:', () => {
  const systemTeam = async () =>
    (await world.ok(world.people.super, 'team_list', {})).teams.find(({ kind }) => kind === 'system')?.id ??
    ''
  const projectsOf = async (agent: Person) =>
    (await world.ok(agent, 'project_list', {})).projects.map(({ teamId }) => teamId)

  it('an agent of a super administrator reaches the projects of its team as an owner, and nothing of the instance', async () => {
    const agent = await limited({ teamId: world.team }, world.people.super)
    expect(new Set(await projectsOf(agent))).toEqual(new Set([world.team]))
    expect(await world.ok(agent, 'whoami', {})).toMatchObject({ superAdministrator: false })
    expect((await world.call(agent, 'settings_get', {})).status).toBe(403)
    const { projectId } = { projectId: world.project }
    expect((await world.call(agent, 'project_update', { projectId, displayName: 'Shop' })).status).toBe(200)
  })

  it('an agent cannot be limited to the System team', async () => {
    const teamId = await systemTeam()
    const agent = await limited({})
    const entryId = `agc_${made}`
    const invalid = { code: 'invalid_value', errors: [{ path: 'teamId' }] }
    expect(await world.refused(world.people.super, 'agent_client_update', { entryId, teamId })).toMatchObject(
      invalid,
    )
    const entry = { clientId: `https://agent.example/system-${made}`, name: 'System', teamId }
    expect(await world.refused(world.people.super, 'agent_client_permit', entry)).toMatchObject(invalid)
    expect(await status(agent)).toBe(200)
  })

  it('an agent reaches neither the administrators’ project nor the instance when its stored team is the System team', async () => {
    const agent = await limited({}, world.people.super)
    await world.database.run(
      sql`UPDATE agent_clients SET team_id = ${await systemTeam()} WHERE id = ${`agc_${made}`}`,
    )
    const projectId = world.administratorsProject
    const { projects } = await world.ok(agent, 'project_list', {})
    expect(projects.map(({ id }) => id)).not.toContain(projectId)
    expect((await world.call(agent, 'project_get', { projectId })).status).toBe(404)
    expect((await world.call(agent, 'project_user_list', { projectId })).status).toBe(404)
    expect((await world.call(agent, 'settings_get', {})).status).toBe(403)
  })

  it('an agent reaches nothing when its administrator is not a member of its team', async () => {
    const agent = await limited({ teamId: world.team }, world.people.stranger)
    expect(await projectsOf(agent)).toEqual([])
    expect((await world.call(agent, 'project_get', { projectId: world.project })).status).toBe(404)
  })

  it('an agent reaches nothing after its team is deleted', async () => {
    const { id: teamId } = await world.ok(world.people.super, 'team_create', { name: 'Short-lived' })
    const agent = await limited({ teamId }, world.people.super)
    await world.ok(world.people.super, 'team_delete', { teamId })
    expect(await world.ok(agent, 'whoami', {})).toMatchObject({ superAdministrator: false, teams: [] })
  })

  it('an entry with an unknown team is refused', async () => {
    const entry = { clientId, name: 'Nowhere', teamId: 'team_01k9z8h4e5f6g7h8j9k0m1n2p3' }
    const answer = await world.call(world.people.super, 'agent_client_permit', {
      ...entry,
      clientId: `https://agent.example/${made}`,
    })
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_value' }])
  })
})

describe('agents limited to projects:', () => {
  const limitedTo = (projectIds: readonly string[], person?: Person) => limited({ projectIds }, person)
  const another = async () =>
    (
      await world.ok(world.people.owner, 'project_create', {
        name: 'Other',
        slug: `other-${made}`,
        teamId: world.team,
      })
    ).id

  it('an agent reaches its projects with the rights of its administrator, and no other project of the same team', async () => {
    const [projectId, other] = [world.project, await another()]
    const agent = await limitedTo([projectId])
    expect((await world.ok(agent, 'project_list', {})).projects.map(({ id }) => id)).toEqual([projectId])
    expect(await world.ok(agent, 'project_get', { projectId })).toMatchObject({
      can: { edit: true, move: true },
    })
    expect((await world.call(agent, 'project_get', { projectId: other })).status).toBe(404)
    expect((await world.call(agent, 'project_update', { projectId: other, displayName: 'x' })).status).toBe(
      404,
    )
  })

  it('an agent limited to projects has no team and cannot create a project, also for an owner or a super administrator', async () => {
    for (const person of [world.people.owner, world.people.super]) {
      made += 1
      clientId = `limited-${made}`
      const agent = await limitedTo([world.project], person)
      expect(await world.ok(agent, 'whoami', {})).toMatchObject({ superAdministrator: false, teams: [] })
      expect((await world.call(agent, 'team_get', { teamId: world.team })).status).toBe(404)
      const { status } = await world.call(agent, 'project_create', {
        name: 'N',
        slug: 'n',
        teamId: world.team,
      })
      expect(status).toBeGreaterThanOrEqual(400)
      const moved = { projectId: world.project, teamId: world.team }
      expect((await world.call(agent, 'project_owner_change', moved)).status).toBeGreaterThanOrEqual(400)
      expect((await world.call(agent, 'settings_get', {})).status).toBe(403)
    }
  })

  it('an agent limited to projects reads only the audit entries of these projects', async () => {
    await another()
    const agent = await limitedTo([world.project])
    const { entries } = await world.ok(agent, 'audit_list', {})
    expect(entries.length).toBeGreaterThan(0)
    expect(new Set(entries.map(({ projectId }) => projectId))).toEqual(new Set([world.project]))
  })

  it('an agent reaches nothing when its administrator may not read the project', async () => {
    const agent = await limitedTo([world.project], world.people.stranger)
    expect((await world.ok(agent, 'project_list', {})).projects).toEqual([])
    expect((await world.call(agent, 'project_get', { projectId: world.project })).status).toBe(404)
  })

  it('an agent limited to a team and to projects reaches only the projects of the team among them', async () => {
    const agent = await limited({ projectIds: [world.project], teamId: await personalTeam(world) })
    expect((await world.ok(agent, 'project_list', {})).projects).toEqual([])
  })

  it('a limit to an unknown project is refused, and null removes the limit', async () => {
    await limitedTo([world.project])
    const change = (projectIds: readonly string[] | null) =>
      world.call(world.people.super, 'agent_client_update', { entryId: `agc_${made}`, projectIds })
    const refused = await change([world.project, 'prj_01k9z8h4e5f6g7h8j9k0m1n2p3'])
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'invalid_value', errors: [{ path: 'projectIds.1' }] },
    ])
    expect((await change(null)).body).toMatchObject({ projectIds: null })
  })
})

describe('refusals of an agent:', () => {
  it('a refused permission is counted at the entry of the agent, and an invalid request is not', async () => {
    const agent = await limited({ scopes: ['admin:read'] })
    const { projectId } = { projectId: world.project }
    await world.call(agent, 'project_update', { projectId, displayName: 'x' })
    await world.call(agent, 'settings_get', {})
    await world.call(agent, 'approval_list', {})
    await world.call(agent, 'project_get', { projectId: 'prj_01k9z8h4e5f6g7h8j9k0m1n2p3' })
    const { clients } = await world.ok(world.people.super, 'agent_client_list', {})
    expect(clients.find((client) => client.clientId === clientId)).toMatchObject({
      refusedCalls: 3,
      lastRefusedAt: expect.any(String),
    })
  })
})
