import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

it('users cannot delete their accounts until an administrator of the project allows it', async () => {
  const { owner } = world.people
  const projectId = world.project
  const read = () => world.ok(owner, 'project_account_deletion_get', { projectId })
  expect(await read()).toEqual({ allowed: false })
  expect(await world.ok(owner, 'project_account_deletion_set', { projectId, allowed: true })).toEqual({
    allowed: true,
  })
  expect(await read()).toEqual({ allowed: true })
  await world.ok(owner, 'project_account_deletion_set', { projectId, allowed: false })
  expect(await read()).toEqual({ allowed: false })
})
