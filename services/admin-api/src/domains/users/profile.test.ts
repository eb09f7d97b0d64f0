import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

test.for([
  ['phoneNumbers', '+31201234567', '+31207654321'],
  ['emails', 'a@example.com', 'b@example.com'],
] as const)(
  'a profile with two primary values of %s is refused and not stored',
  async ([name, first, second]) => {
    const at = {
      projectId: world.project,
      userId: await makeUser({ world, projectId: world.project, teamId: world.team }),
    }
    const values = (...primary: boolean[]) => [
      { value: first, primary: primary[0] ?? false },
      { value: second, primary: primary[1] ?? false },
    ]
    const update = (list: object[]) =>
      world.call(world.people.owner, 'project_user_update', { ...at, profile: { [name]: list } })
    const refused = await update(values(true, true))
    expect(refused.body).toMatchObject({
      status: 422,
      errors: [{ path: expect.stringContaining(`profile.${name}`) }],
    })
    expect((await world.ok(world.people.owner, 'project_user_get', at)).profile).toEqual({})
    expect((await update(values(true, false))).status).toBe(200)
  },
)
