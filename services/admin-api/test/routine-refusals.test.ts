import type { Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, unique } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test('a rejected call of a client is no fault, and an internal defect is a fault with the reference of the response', async () => {
  const { owner, member, anonymous, super: root } = world.people
  const projectId = world.project
  const userId = await makeUser({ world, projectId, teamId: world.team })
  const statuses = [
    (await world.call(owner, 'project_create', {})).status,
    (await world.call(anonymous, 'whoami', {})).status,
    (await world.call(member, 'settings_get', {})).status,
    (await world.call(owner, 'project_get', { projectId: 'prj_unknown' })).status,
    (await world.call(owner, 'project_restore', { projectId })).status,
    (await world.call(owner, 'project_user_update', { projectId, userId, profile: { locale: '!' } })).status,
    (
      await world.send(owner, {
        method: 'POST',
        path: `/projects/${projectId}/clients`,
        body: `{"clientName":"${'x'.repeat(1_048_577)}"}`,
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ]
  expect(statuses).toEqual([400, 401, 403, 404, 409, 422, 413])
  expect(world.occurrences).toEqual([])

  const away = unique('plans_')
  await world.database.run(sql([`ALTER TABLE plans RENAME TO ${away}`]))
  const { status, body } = await world.call(root, 'plan_list', {})
  await world.database.run(sql([`ALTER TABLE ${away} RENAME TO plans`]))
  const { reference } = body as Problem
  expect([status, reference]).toEqual([500, expect.stringMatching(/^err_/)])
  expect(world.occurrences).toMatchObject([{ reference }])
})
