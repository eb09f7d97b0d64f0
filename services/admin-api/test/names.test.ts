import { type OperationName, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const named: readonly (readonly [OperationName, string])[] = [
  ['team_create', 'name'],
  ['team_update', 'name'],
  ['project_create', 'name'],
  ['project_create', 'displayName'],
  ['project_update', 'name'],
  ['project_update', 'displayName'],
  ['client_create', 'clientName'],
  ['client_update', 'clientName'],
  ['resource_declare', 'name'],
  ['resource_update', 'name'],
  ['project_group_create', 'displayName'],
  ['plan_create', 'name'],
  ['plan_update', 'name'],
  ['agent_client_permit', 'name'],
]

const joined = ['می\u200cخواهم', 'ශ්\u200dරී', 'Team 👩\u200d👩\u200d👧']

const unseen = [
  'a\u200db',
  'a\u200cb',
  'a\u0007b',
  'a\u202eb',
  'a\u200bb',
  'a\u2066b',
  'a\r\nb',
  'a\u2028b',
  'a\ufeffb',
  'a\u3164',
]

describe.each(named)('%s:', (operation, field) => {
  test(`the field ${field} accepts a name with visible characters only, and refuses every other with 422`, async () => {
    const ids = { projectId: world.project, teamId: world.team }
    const example = operations[operation].example as Record<string, unknown>
    const present = Object.fromEntries(Object.entries(ids).filter(([id]) => id in example))
    for (const name of [...unseen, '', '   ']) {
      const input = { ...example, ...present, [field]: name }
      const { status, body } = await world.call(world.people.super, operation, input)
      const fields = (body as { errors?: { path: string }[] }).errors?.map(({ path }) => path)
      expect({ name, status, fields }).toEqual({ name, status: 422, fields: expect.arrayContaining([field]) })
    }
  })
})

test.each(joined)('the name %s is stored with its joiners', async (name) => {
  const { id } = await world.ok(world.people.super, 'team_create', { name })
  expect((await world.ok(world.people.super, 'team_get', { teamId: id })).name).toBe(name)
})

test('a name is stored without surrounding spaces', async () => {
  const { id } = await world.ok(world.people.super, 'team_create', { name: '  Acme Labs \t' })
  const [row] = await world.database.rows<{ name: string }>(sql`SELECT name FROM teams WHERE id = ${id}`)
  expect(row?.name).toBe('Acme Labs')
})

test('a name in a profile must have visible characters only', async () => {
  const userId = await makeUser({ world, projectId: world.project, teamId: world.team })
  for (const profile of [
    { displayName: 'a\u202eb' },
    { name: { givenName: 'a\u200bb' } },
    { nickName: 'a\u0007' },
  ]) {
    const problem = await world.refused(world.people.super, 'project_user_update', {
      projectId: world.project,
      userId,
      profile,
    })
    expect(problem.code).toBe('invalid_value')
  }
})

test('the sender name of mail is one line', async () => {
  const problem = await world.refused(world.people.super, 'smtp_settings_update', {
    host: 'smtp.example.com',
    port: 587,
    secure: true,
    username: '',
    password: '',
    fromName: 'Acme\r\nBcc: x@y.example',
    fromEmail: 'no-reply@example.com',
  })
  expect(problem.code).toBe('invalid_value')
})

test('a slug cannot be an IDNA label, and a host cannot be an IP address in any notation', async () => {
  const refused = (fields: Record<string, unknown>) =>
    world.refused(world.people.super, 'project_create', { name: 'P', teamId: world.team, ...fields })
  for (const slug of ['xn--80ak6aa92e', 'xn--a', 'ab--cd'])
    expect(await refused({ slug })).toMatchObject({ code: 'invalid_value', errors: [{ path: 'slug' }] })
  for (const host of ['127.0.0.1', '10.1', '0x7f.1', '1.2.3.4', '2130706433.1', '1.2.3.999'])
    expect(await refused({ host })).toMatchObject({ code: 'invalid_value', errors: [{ path: 'host' }] })
})
