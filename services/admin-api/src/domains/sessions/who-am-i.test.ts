import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enforcePlans } from '../../../test/support/attempts.ts'
import { makeAdministrator, type Person } from '../../../test/support/people.ts'
import { unique } from '../../../test/support/things.ts'
import { makeTeam, startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())
beforeEach(() => world.database.run(sql`DELETE FROM settings WHERE key LIKE 'pro%' OR key LIKE 'plans.%'`))

const newcomer = () => makeAdministrator(world, `${unique('a')}@example.com`)
const can = async (person: Person) => (await world.ok(person, 'whoami', {})).can

test('whoami returns the account, its teams and its rights, and the counts of projects and teams only while plans are enforced', async () => {
  const person = await newcomer()
  const teamId = await makeTeam(world, unique('Team '), [[person.accountId, 'owner']])
  await world.ok(person, 'project_create', { name: 'Counted', slug: unique('p'), teamId })
  const identity = await world.ok(person, 'whoami', {})
  expect(identity).toMatchObject({ id: person.accountId, superAdministrator: false })
  expect(identity.email).toContain('@example.com')
  expect(identity.teams).toContainEqual(expect.objectContaining({ id: teamId, role: 'owner' }))
  expect(identity.can).toEqual({
    createProject: true,
    addressForms: ['path'],
    createTeam: true,
    instance: false,
  })
  expect(await world.ok(world.people.super, 'whoami', {})).toMatchObject({
    superAdministrator: true,
    can: { instance: true },
  })
  await enforcePlans(world)
  expect(await can(person)).toMatchObject({
    nameSlug: true,
    projects: { count: 1 },
    teams: { count: 1, max: 3 },
  })
  expect(await can(world.people.super)).toMatchObject({
    projects: { count: 0, max: null },
    teams: { max: null },
  })
})

test.each([
  ['path', ['path']],
  ['subdomain', ['subdomain']],
  ['both', ['path', 'subdomain']],
] as const)(
  'whoami lists the address forms of the setting %s, the default first, and host for super administrators only',
  async (setting, forms) => {
    await world.ok(world.people.super, 'settings_update', { 'projects.addressForms': setting })
    expect((await can(world.people.owner)).addressForms).toEqual(forms)
    expect((await can(world.people.super)).addressForms).toEqual([...forms, 'host'])
  },
)

test('an administrator without a team cannot create a project', async () => {
  const person = await newcomer()
  expect((await can(person)).createProject).toBe(true)
  await world.database.run(sql`DELETE FROM team_members WHERE account_id = ${person.accountId}`)
  expect((await can(person)).createProject).toBe(false)
  expect(await world.refused(person, 'project_create', { name: 'None', slug: unique('p') })).toMatchObject({
    code: 'team_not_available',
  })
})

test('a project is created in the active team of the console session unless the call names another team', async () => {
  const person = await newcomer()
  const [personal] = (await world.ok(person, 'whoami', {})).teams
  const teamId = await makeTeam(world, unique('Other '), [[person.accountId, 'member']])
  const create = async (by: Person, fields: object = {}) =>
    (await world.ok(by, 'project_create', { name: 'Placed', slug: unique('p'), ...fields })).teamId
  const scope = await world.ok(person, 'scope_get', {})
  expect(scope.activeTeamId).toBe(personal?.id)
  expect(scope.teams.map(({ id }) => id).toSorted()).toEqual([personal?.id, teamId].toSorted())
  expect(await create(person)).toBe(personal?.id)
  expect(await world.ok(person, 'scope_set', { teamId })).toMatchObject({ activeTeamId: teamId })
  expect(await world.ok(person, 'scope_get', {})).toMatchObject({ activeTeamId: teamId })
  expect(await create(person)).toBe(teamId)
  expect(await create(person, { teamId: personal?.id })).toBe(personal?.id)
})

test('an agent names the team of each call and cannot switch the active team', async () => {
  const person = await newcomer()
  const agent = await world.agent(person, ['admin:read', 'admin:write', 'admin:high'])
  const teamIds = await Promise.all(
    ['One ', 'Two '].map((name) => makeTeam(world, unique(name), [[person.accountId, 'owner']])),
  )
  for (const teamId of teamIds) {
    const fields = { name: 'Of an agent', slug: unique('p'), teamId }
    expect(await world.ok(agent, 'project_create', fields)).toMatchObject({ teamId })
    expect(await world.refused(agent, 'scope_set', { teamId })).toMatchObject({ code: 'console_only' })
  }
  expect((await world.ok(agent, 'whoami', {})).activeTeamId).toBeNull()
})

test('a super administrator creates a project in any team except the personal team of another administrator', async () => {
  const person = await newcomer()
  const [personal] = (await world.ok(person, 'whoami', {})).teams
  const regular = await makeTeam(world, unique('Regular '), [[person.accountId, 'owner']])
  const fields = (teamId = '') => ({ name: 'By root', slug: unique('p'), teamId })
  expect(await world.ok(world.people.super, 'project_create', fields(regular))).toMatchObject({
    teamId: regular,
  })
  const refused = await world.refused(world.people.super, 'project_create', fields(personal?.id))
  expect(refused.code).toBe('team_not_available')
})

test('a project of a plan without names of its own gets a slug of 8 random characters, and a named slug is refused', async () => {
  const { owner } = world.people
  await enforcePlans(world)
  await world.database.run(sql`UPDATE plans SET custom_slug = false WHERE is_default`)
  expect((await can(owner)).nameSlug).toBe(false)
  const fields = { name: 'Generated', teamId: world.team }
  const slugs = await Promise.all(
    [1, 2].map(async () => (await world.ok(owner, 'project_create', fields)).slug),
  )
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]{8}$/)
  expect(new Set(slugs).size).toBe(2)
  expect(await world.refused(owner, 'project_create', { ...fields, slug: unique('p') })).toMatchObject({
    status: 409,
    code: 'plan_limit',
    limit: 'customSlug',
    plan: 'Free',
  })
  await world.database.run(sql`UPDATE plans SET custom_slug = true WHERE is_default`)
})
