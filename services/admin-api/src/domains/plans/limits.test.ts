import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforcePlans } from '../../../test/support/attempts.ts'
import { makeAdministrator, type Person } from '../../../test/support/people.ts'
import { application, unique } from '../../../test/support/things.ts'
import { makeTeam, startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await enforcePlans(world)
  await world.database.run(sql`UPDATE plans SET projects_per_administrator = 2 WHERE is_default`)
})
afterAll(() => world?.close())

const somebody = () => makeAdministrator(world, `${unique('a')}@example.com`)
const newProject = (teamId: string) => ({ name: 'Planned', slug: unique('p'), teamId })

async function ownersTeam() {
  const [owner, member] = [await somebody(), await somebody()]
  const teamId = await makeTeam(world, unique('Plan '), [
    [owner.accountId, 'owner'],
    [member.accountId, 'member'],
  ])
  return { owner, member, teamId }
}

const atLimit = (person: Person, teamId: string) =>
  world.refused(person, 'project_create', newProject(teamId))

test('a project counts for every owner of its team, not for its creator', async () => {
  const { owner, member, teamId } = await ownersTeam()
  for (let made = 0; made < 2; made += 1) await world.ok(member, 'project_create', newProject(teamId))
  for (const person of [member, owner])
    expect(await atLimit(person, teamId)).toMatchObject({ status: 409, code: 'plan_limit' })
})

test('a project in the team of others does not count for its members', async () => {
  const { member, teamId } = await ownersTeam()
  for (let made = 0; made < 2; made += 1) await world.ok(member, 'project_create', newProject(teamId))
  const own = await makeTeam(world, unique('Own '), [[member.accountId, 'owner']])
  await world.ok(member, 'project_create', newProject(own))
})

test('two of six projects are created when six members create concurrently in teams of one owner', async () => {
  const { owner, member, teamId } = await ownersTeam()
  const second = await makeTeam(world, unique('Plan '), [
    [owner.accountId, 'owner'],
    [member.accountId, 'member'],
  ])
  const calls = Array.from({ length: 6 }, (_, index) =>
    world.call(member, 'project_create', newProject(index % 2 ? teamId : second)),
  )
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, 201, 409, 409, 409, 409])
})

test('whoami states the projects of an administrator with the maximum of the plan, and without a maximum for a super administrator', async () => {
  const { owner, teamId } = await ownersTeam()
  await world.ok(owner, 'project_create', newProject(teamId))
  expect((await world.ok(owner, 'whoami', {})).can.projects).toEqual({ count: 1, max: 2 })
  const { people, database } = world
  await database.run(sql`
    INSERT INTO team_members (team_id, project_id, account_id, role)
    SELECT ${teamId}, administrators_project_id, ${people.super.accountId}, 'owner' FROM instance`)
  expect((await world.ok(people.super, 'whoami', {})).can.projects).toEqual({ count: 1, max: null })
})

test('the application of a sign-in test does not count for the plan', async () => {
  const { owner, teamId } = await ownersTeam()
  const { id: projectId } = await world.ok(owner, 'project_create', newProject(teamId))
  await world.database.run(sql`UPDATE plans SET applications_per_project = 1 WHERE is_default`)
  await world.ok(owner, 'project_sign_in_test_start', { projectId })
  await world.ok(owner, 'client_create', { projectId, ...application })
  expect(await world.refused(owner, 'client_create', { projectId, ...application })).toMatchObject({
    code: 'plan_limit',
  })
  await world.database.run(sql`UPDATE plans SET applications_per_project = NULL WHERE is_default`)
})
