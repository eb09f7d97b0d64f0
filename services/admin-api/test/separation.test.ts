import { agentScopes, type Operation, type OperationName, operations, placementOf } from '@signet/contracts'
import { someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import type { Person } from './support/people.ts'
import { samples } from './support/samples.ts'
import { ownProject } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'
import { markWrites } from './support/writes.ts'

let world: World
/** The caller may not know these projects and teams, by their state. */
let hidden: {
  readonly projectId: Readonly<Record<string, string>>
  readonly teamId: Readonly<Record<string, string>>
}
let callers: Readonly<Record<string, Person>>
beforeAll(async () => {
  world = await startWorld()
  const { people } = world
  const [scheduled, destroyed] = [await ownProject(world), await ownProject(world)]
  for (const one of [scheduled, destroyed]) await world.ok(people.owner, 'project_delete', one)
  await world.ok(people.owner, 'project_purge', destroyed)
  hidden = {
    projectId: {
      foreign: world.project,
      reserved: world.administratorsProject,
      scheduled: scheduled.projectId,
      destroyed: destroyed.projectId,
    },
    teamId: { foreign: world.team, super: world.superTeam },
  }
  callers = {
    stranger: people.stranger,
    'their agent': await world.agent(people.stranger, agentScopes),
    anonymous: people.anonymous,
  }
})
afterAll(() => world?.close())

const declared = (name: OperationName): Operation => operations[name]
/** Parameters that name a place or a word of a fixed list, and no object of a project. */
const notObjects = ['projectId', 'teamId', 'kind', 'language']
const childOf = (name: OperationName): string | undefined =>
  placementOf(declared(name)).params.find((param) => !notObjects.includes(param))
const withChild = operationNames.filter(
  (name) => samples[name] && childOf(name) && ['project', 'team'].includes(declared(name).access.to),
)

const unknownOf = (id: string): string => `${id.split('_')[0]}_01k9z8h4e5f6g7h8j9k0m1n2p3`

describe.each(someOf(withChild))('%s:', (name) => {
  const child = childOf(name) ?? ''

  test("another project's object below an own path is refused exactly like an unknown one", async () => {
    const theirs: Record<string, unknown> = {
      ...(await samples[name]?.({ world, projectId: world.project, teamId: world.team })),
    }
    const path = declared(name).access.to === 'project' ? 'projectId' : 'teamId'
    const own = { [path]: path === 'projectId' ? world.foreignProject : world.strangersTeam }
    const since = await markWrites(world.database)
    const foreign = await world.call(world.people.stranger, name, { ...theirs, ...own })
    const unknown = await world.call(world.people.stranger, name, {
      ...theirs,
      ...own,
      [child]: unknownOf(String(theirs[child])),
    })
    expect(foreign.status).toBe(404)
    expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text])
    expect((await since()).tables).toEqual([])
  })
})

const withOwner = operationNames.filter((name) => {
  const { params } = placementOf(declared(name))
  return samples[name] && (params[0] === 'projectId' || params[0] === 'teamId')
})

describe.each(someOf(withOwner))('%s:', (name) => {
  test('a project or team that the caller may not know is refused exactly like an unknown one, for every caller', async () => {
    const path = placementOf(declared(name)).params[0] === 'projectId' ? 'projectId' : 'teamId'
    const input = await samples[name]?.({ world, projectId: world.project, teamId: world.team })
    const since = await markWrites(world.database)
    for (const [caller, person] of Object.entries(callers)) {
      const ask = async (id: string) => {
        const { status, text } = await world.call(person, name, { ...input, [path]: id })
        return { status, text }
      }
      const unknown = await ask(unknownOf(path === 'projectId' ? world.project : world.team))
      for (const [relation, id] of Object.entries(hidden[path]))
        expect(await ask(id), `${caller}, ${relation}`).toEqual(unknown)
    }
    expect((await since()).tables).toEqual([])
  })
})

const ofInstance = operationNames.filter((name) => {
  const { access } = declared(name)
  return samples[name] && access.to === 'super_administrator' && placementOf(declared(name)).params.length > 0
})

describe.each(someOf(ofInstance))('%s:', (name) => {
  test('an object of the instance is refused like an unknown one, except to super administrators', async () => {
    const [param = ''] = placementOf(declared(name)).params
    const input: Record<string, unknown> = {
      ...(await samples[name]?.({ world, projectId: world.project, teamId: world.team })),
    }
    for (const person of [world.people.owner, world.people.member, ...Object.values(callers)]) {
      const known = await world.call(person, name, input)
      const unknown = await world.call(person, name, { ...input, [param]: unknownOf(String(input[param])) })
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
      expect([401, 403]).toContain(known.status)
    }
  })
})

describe('lists:', () => {
  test('no list names objects of a project or team that the caller does not belong to', async () => {
    const { clientId } = await world.ok(world.people.owner, 'client_create', {
      projectId: world.project,
      grantTypes: ['client_credentials'],
      tokenEndpointAuthMethod: 'client_secret_basic',
    })
    await world.ok(world.people.owner, 'project_user_create', {
      projectId: world.project,
      email: 'secret@example.com',
    })
    for (const name of operationNames.filter((each) => declared(each).kind === 'read' && samples[each])) {
      const input = await samples[name]?.({
        world,
        projectId: world.foreignProject,
        teamId: world.strangersTeam,
      })
      const { text } = await world.call(world.people.stranger, name, { ...input })
      for (const secret of [
        clientId,
        'secret@example.com',
        world.project,
        world.team,
        world.people.owner.accountId,
      ])
        expect(text, name).not.toContain(secret)
    }
  })

  test('a search for the id of a user of another project finds no user', async () => {
    const user = await world.ok(world.people.owner, 'project_user_create', {
      projectId: world.project,
      email: 'other@example.com',
    })
    const found = await world.ok(world.people.stranger, 'project_user_list', {
      projectId: world.foreignProject,
      q: user.id,
    })
    expect(found).toEqual({ users: [], totalResults: 0 })
  })

  test('no filter returns audit entries of another team', async () => {
    const filters = [
      { project: world.project },
      { targetId: world.project },
      { actor: world.people.owner.accountId },
      { targetScope: world.team },
      { action: 'project.create' },
    ]
    for (const filter of filters) {
      const { entries } = await world.ok(world.people.stranger, 'audit_list', filter)
      expect(entries.filter(({ projectId }) => projectId === world.project)).toEqual([])
    }
  })
})
