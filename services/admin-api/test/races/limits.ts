import { defaultSettings, type Operations, type RequestOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { enforcePlans } from '../support/attempts.ts'
import { makeAdministrator, type Person } from '../support/people.ts'
import { api, application, ownProject, plan, unique } from '../support/things.ts'
import { makeTeam, type World } from '../support/world.ts'
import type { Race, Racer } from './race.ts'

const allowed = 2
const atOnce = 6
const times = (make: () => Racer): Racer[] => Array.from({ length: atOnce }, make)
const exactly = (wanted: number) => async (succeeded: number) =>
  succeeded === wanted ? undefined : `${succeeded} were let through instead of ${wanted}`

/** The plan allows two of everything. */
async function limited(world: World) {
  const one = await ownProject(world)
  const limits = {
    monthlyActiveUsers: null,
    projectsPerAdministrator: allowed,
    applicationsPerProject: allowed,
    apisPerProject: allowed,
  }
  const { id: planId } = await world.ok(world.people.super, 'plan_create', { ...plan(), limits })
  await world.ok(world.people.super, 'project_plan_set', { ...one, planId })
  await enforcePlans(world)
  return one
}

const planLimit = (invariant: string, racer: (world: World, one: { projectId: string }) => Racer): Race => ({
  invariant,
  refusals: ['plan_limit'],
  async prepare(world) {
    const one = await limited(world)
    return { racers: times(() => racer(world, one)), holds: exactly(allowed) }
  },
})

const applications = planLimit('a project has at most the applications of its plan', (world, one) => [
  world.people.owner,
  'client_create',
  { ...one, ...application },
])

const apis = planLimit('a project has at most the APIs of its plan', (world, one) => [
  world.people.owner,
  'resource_declare',
  { ...one, ...api() },
])

const projects: Race = {
  invariant: 'an administrator has at most the projects of the plan',
  refusals: ['plan_limit'],
  async prepare(world) {
    const person = await makeAdministrator(world, `${unique('a')}@example.com`)
    const teamId = await makeTeam(world, unique('Race '), [[person.accountId, 'owner']])
    await enforcePlans(world)
    await world.database.run(sql`UPDATE plans SET projects_per_administrator = ${allowed} WHERE is_default`)
    return {
      racers: times(() => [person, 'project_create', { name: 'Race', slug: unique('p'), teamId }]),
      async holds(succeeded) {
        await world.database.run(sql`UPDATE plans SET projects_per_administrator = NULL WHERE is_default`)
        return exactly(allowed)(succeeded)
      },
    }
  },
}

const teams: Race = {
  invariant: 'an administrator has at most the teams of the plan',
  refusals: ['plan_limit'],
  async prepare(world) {
    const person = await makeAdministrator(world, `${unique('a')}@example.com`)
    await makeTeam(world, unique('One '), [[person.accountId, 'owner']])
    await enforcePlans(world)
    return {
      racers: times(() => [person, 'team_create', { name: unique('Team ') }]),
      holds: exactly(defaultSettings['plans.regularTeamsPerAdministrator'] - 1),
    }
  },
}

const onlyOne = <
  N extends 'project_create' | 'project_user_create' | 'project_group_create' | 'resource_declare',
>(
  invariant: string,
  operation: N,
  refusal: string,
  input: (world: World) => RequestOf<Operations[N]>,
): Race => ({
  invariant,
  refusals: [refusal],
  async prepare(world) {
    const same = input(world)
    const person: Person = world.people.super
    return { racers: times(() => [person, operation, same]), holds: exactly(1) }
  },
})

export const limitRaces: readonly Race[] = [
  applications,
  apis,
  projects,
  teams,
  onlyOne('a slug is taken once', 'project_create', 'already_exists', (world) => ({
    name: 'Race',
    slug: unique('p'),
    teamId: world.team,
  })),
  onlyOne('an address belongs to one account', 'project_user_create', 'email_taken', (world) => ({
    projectId: world.project,
    email: `${unique('Same')}@example.com`,
  })),
  onlyOne('a group’s name is taken once', 'project_group_create', 'already_exists', (world) => ({
    projectId: world.project,
    displayName: unique('Group '),
  })),
  onlyOne('an API’s identifier is declared once', 'resource_declare', 'already_exists', (world) => ({
    projectId: world.project,
    ...api(),
  })),
]
