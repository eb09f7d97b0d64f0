import { agentScopes, isTool, type OperationName, operations, type Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import { agentOf, type Person } from './support/people.ts'
import { samples } from './support/samples.ts'
import { type Place, unique } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'
import { markWrites } from './support/writes.ts'

let world: World
let ofTeam: Person
let ofProject: Person
beforeAll(async () => {
  world = await startWorld()
  ofTeam = await limited({ teamId: world.team })
  ofProject = await limited({ projectIds: [world.project] })
})
afterAll(() => world?.close())

/** Creates an agent with every scope and no approvals, limited by its entry. */
async function limited(limits: object): Promise<Person> {
  const clientId = unique('limited-')
  const id = `agc_${clientId}`
  await world.database.run(
    sql`INSERT INTO agent_clients (id, client_id, name, approval) VALUES (${id}, ${clientId}, ${clientId}, 'self')`,
  )
  await world.ok(world.people.super, 'agent_client_update', { entryId: id, ...limits })
  return agentOf(world, world.people.super.accountId, agentScopes, { clientId })
}

const tools = operationNames.filter((name) => isTool(operations[name]))
const changing = tools.filter((name) => operations[name].kind !== 'read')

const elsewhere = (): Place => ({ world, projectId: world.foreignProject, teamId: world.strangersTeam })

/** The call is valid on the other project, also when the sample creates a project of its own. */
async function sampleOf(name: OperationName): Promise<Record<string, unknown>> {
  const input = await (samples[name] as (place: Place) => Promise<Record<string, unknown>>)(elsewhere())
  return 'projectId' in input ? { ...input, projectId: world.foreignProject } : input
}

describe.each([
  ['a team', () => ofTeam],
  ['projects', () => ofProject],
] as const)('an agent limited to %s:', (_limit, agent) => {
  it.each(someOf(changing))('the call %s outside the limit changes nothing', async (name) => {
    const input = await sampleOf(name)
    const since = await markWrites(world.database)
    const reply = await world.call(agent(), name, input)
    expect([403, 404, 409], reply.text).toContain(reply.status)
    expect((reply.body as Problem).code).not.toBe('confirmation_required')
    expect((await since()).tables).toEqual([])
  })

  it('a limited agent cannot create a team', async () => {
    const reply = await world.call(agent(), 'team_create', { name: 'Not to be' })
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'forbidden', reason: 'agent.limit' }])
  })

  it('no list shows names, addresses or ids of others to a limited agent', async () => {
    for (const name of [
      'project_list',
      'team_list',
      'audit_list',
      'scope_get',
      'activity_overview',
    ] as const) {
      const { status, text } = await world.call(agent(), name, {})
      expect(status, name).toBe(200)
      for (const foreign of [world.foreignProject, world.strangersTeam, 'stranger@example.com'])
        expect(text, name).not.toContain(foreign)
    }
  })
})

it('the changes without a project or team in the path are these, and each is decided for limited agents', () => {
  const unaddressed = changing.filter((name) => operations[name].access.to === 'signed_in')
  expect(unaddressed.toSorted()).toEqual(['project_create', 'team_create'])
})

describe('projects of a limited agent:', () => {
  const create = (agent: Person, fields: object) =>
    world.call(agent, 'project_create', { name: 'New', slug: unique('p'), ...fields })

  it("a project is created in the agent's team, with the team in the call or without", async () => {
    for (const fields of [{}, { teamId: world.team }]) {
      const { status, body } = await create(ofTeam, fields)
      expect([status, body]).toMatchObject([201, { teamId: world.team }])
    }
  })

  it('a project cannot be created in another team, nor by an agent limited to projects', async () => {
    const personal = await world.database.rows<{ id: string }>(
      sql`SELECT id FROM teams WHERE personal_of = ${world.people.super.accountId}`,
    )
    for (const teamId of [world.strangersTeam, personal[0]?.id ?? ''])
      expect((await create(ofTeam, { teamId })).status).toBe(403)
    expect((await create(ofProject, {})).status).toBe(403)
    expect((await create(ofProject, { teamId: world.team })).status).toBe(403)
  })

  it('a project cannot be moved out of the team', async () => {
    const moved = { projectId: world.project, teamId: world.strangersTeam, confirm: true }
    for (const agent of [ofTeam, ofProject]) {
      const { body } = await world.call(agent, 'project_owner_change', moved)
      expect(body).toMatchObject({ code: 'team_not_available' })
    }
  })
})
