import { messageKindHeader } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentOf, type Person } from '../../../test/support/people.ts'
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

/** An agent of an administrator under an entry of its own. */
async function limited(limits: object, person: Person = world.people.owner) {
  await world.database.run(
    sql`INSERT INTO agent_clients (id, client_id, name, approval) VALUES (${`agc_${made}`}, ${clientId}, 'Limited', 'self')`,
  )
  await world.ok(world.people.super, 'agent_client_update', { entryId: `agc_${made}`, ...limits })
  return agentOf(world, person.accountId, ['admin:read', 'admin:write', 'admin:high'], { clientId })
}

const status = async (person: Person) => (await world.call(person, 'whoami', {})).status

describe('the rate of an agent', () => {
  it('is its own: it shuts out neither the console nor another agent at the same address', async () => {
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

  it('counts a call once, although its message is asked about first', async () => {
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

  it('counts what is refused too', async () => {
    const agent = await limited({ callsPerMinute: 2 })
    for (const _ of [1, 2]) expect((await world.call(agent, 'settings_get', {})).status).toBe(403)
    expect(await status(agent)).toBe(429)
  })
})

describe('an agent that is limited to a team', () => {
  const projectsOf = async (agent: Person) =>
    (await world.ok(agent, 'project_list', {})).projects.map(({ teamId }) => teamId)

  it('of a super administrator reaches what the team owns as an owner, and nothing of the instance', async () => {
    const agent = await limited({ teamId: world.team }, world.people.super)
    expect(new Set(await projectsOf(agent))).toEqual(new Set([world.team]))
    expect(await world.ok(agent, 'whoami', {})).toMatchObject({ superAdministrator: false })
    expect((await world.call(agent, 'settings_get', {})).status).toBe(403)
    const { projectId } = { projectId: world.project }
    expect((await world.call(agent, 'project_update', { projectId, displayName: 'Shop' })).status).toBe(200)
  })

  it('of somebody who is no member of it reaches nothing', async () => {
    const agent = await limited({ teamId: world.team }, world.people.stranger)
    expect(await projectsOf(agent)).toEqual([])
    expect((await world.call(agent, 'project_get', { projectId: world.project })).status).toBe(404)
  })

  it('reaches nothing once the team is gone', async () => {
    const { id: teamId } = await world.ok(world.people.super, 'team_create', { name: 'Short-lived' })
    const agent = await limited({ teamId }, world.people.super)
    await world.ok(world.people.super, 'team_delete', { teamId })
    expect(await world.ok(agent, 'whoami', {})).toMatchObject({ superAdministrator: false, teams: [] })
  })

  it('is refused where the team is none', async () => {
    const entry = { clientId, name: 'Nowhere', teamId: 'team_01k9z8h4e5f6g7h8j9k0m1n2p3' }
    const answer = await world.call(world.people.super, 'agent_client_permit', {
      ...entry,
      clientId: `https://agent.example/${made}`,
    })
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_value' }])
  })
})
