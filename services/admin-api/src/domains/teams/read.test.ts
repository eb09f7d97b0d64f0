import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configureMail, enforcePlans } from '../../../test/support/attempts.ts'
import { makeAdministrator } from '../../../test/support/people.ts'
import { unique } from '../../../test/support/things.ts'
import { makeTeam, password, startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  await configureMail(world)
})
afterAll(() => world?.close())
beforeEach(() => world.database.run(sql`DELETE FROM throttles`))

const address = () => `${unique('i')}@example.com`
const invite = (email: string, role: 'owner' | 'member' = 'member') =>
  world.call(owner, 'team_invite', { teamId: world.team, email, role })
const tokenOf = async (email: string) =>
  new URL((await world.mailbox.next(email)).link ?? '').hash.replace('#token=', '')

test('team_list returns the teams of the caller with the number of their projects, and every team to a super administrator', async () => {
  const listed = async (person: keyof World['people']) =>
    (await world.ok(world.people[person], 'team_list', {})).teams
  const own = await listed('owner')
  expect(own.find(({ id }) => id === world.team)?.owns).toEqual({ projects: 1 })
  expect(own.map(({ id }) => id)).not.toContain(world.strangersTeam)
  expect(own.map(({ kind }) => kind).toSorted()).toEqual(['personal', 'regular'])
  const all = (await listed('super')).map(({ id }) => id)
  expect(all).toEqual(expect.arrayContaining([world.team, world.strangersTeam, world.superTeam]))
})

test('team_create makes the caller the first owner', async () => {
  const { id: teamId } = await world.ok(owner, 'team_create', { name: unique('New ') })
  const { members } = await world.ok(owner, 'team_get', { teamId })
  expect(members).toMatchObject([{ userId: owner.accountId, role: 'owner' }])
})

test('an address gets five invitations of a team a day', async () => {
  const email = address()
  const statuses: number[] = []
  for (let sent = 0; sent < 6; sent += 1) {
    statuses.push((await invite(email)).status)
    await world.database.run(sql`DELETE FROM throttles WHERE bucket = 'team invitation 10 minutes'`)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
})

test('an administrator sends a hundred invitations a day', async () => {
  expect((await invite(address())).status).toBe(201)
  await world.database.run(sql`UPDATE throttles SET count = 99 WHERE bucket = 'team invitation by'`)
  expect((await invite(address())).status).toBe(201)
  expect((await invite(address())).status).toBe(429)
})

test('an invitation as owner is checked against the plan of the invitee when it is accepted, not when it is sent', async () => {
  const email = address()
  const { accountId } = await makeAdministrator(world, email)
  const teams = []
  for (const name of ['One ', 'Two ', 'Three '])
    teams.push(await makeTeam(world, unique(name), [[accountId, 'owner']]))
  await enforcePlans(world)
  expect((await invite(email, 'owner')).status).toBe(201)
  const token = await tokenOf(email)
  const accept = () => world.call(world.people.anonymous, 'invitation_accept', { token })
  expect(await accept()).toMatchObject({ status: 409, body: { code: 'plan_limit' } })
  await world.database.run(sql`DELETE FROM team_members WHERE team_id = ${teams[0] ?? ''}`)
  expect(await accept()).toMatchObject({ status: 200, body: { team: { role: 'owner' } } })
})

test('a team invitation that is accepted creates the account of an address without one', async () => {
  const email = address()
  const known = async () =>
    (await world.ok(world.people.super, 'admin_list', {})).administrators.some((one) => one.email === email)
  await invite(email)
  expect(await known()).toBe(false)
  const token = await tokenOf(email)
  await world.call(world.people.anonymous, 'invitation_accept', { token, password })
  expect(await known()).toBe(true)
})
