import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectWithUsers } from '../../../test/support/sign-in-users.ts'
import { makeUser } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

const read = (projectId: string) =>
  world
    .ok(world.people.super, 'project_sign_in_access_list', { q: projectId })
    .then(({ projects: [found] }) => found ?? Promise.reject(new Error('not listed')))

describe('sign-in access:', () => {
  test('the list counts the users who can sign in and those who depend on each sign-in method', async () => {
    const { projectId, providerId } = await projectWithUsers(world, { linked: 2, withPassword: 3 })
    const kept = { leavesNoMethod: false, locksOutAdministrators: false }
    expect(await read(projectId)).toMatchObject({
      id: projectId,
      users: 5,
      canSignIn: 5,
      hasMethod: true,
      switches: [
        { kind: 'passwords', providerId: null, displayName: null, withoutSignIn: 3, ...kept },
        { kind: 'federation', providerId: null, displayName: null, withoutSignIn: 2, ...kept },
        { kind: 'provider', providerId, displayName: 'Upstream', withoutSignIn: 2, ...kept },
      ],
    })
  })

  test('the list counts every user, also without a credential of their own, for the only method of a project', async () => {
    const { projectId } = await projectWithUsers(world, { linked: 1, withPassword: 1, passwordLogin: false })
    const { canSignIn, switches } = await read(projectId)
    expect(canSignIn).toBe(1)
    expect(switches).toMatchObject([
      { kind: 'federation', withoutSignIn: 2, leavesNoMethod: true },
      { kind: 'provider', withoutSignIn: 2, leavesNoMethod: true },
    ])
  })

  test.each([
    [true, 2],
    [false, 1],
  ])(
    'the user list and a search mark the users whom the sign-in access counts while password sign-in is %s',
    async (passwordLogin, canSignIn) => {
      const { projectId } = await projectWithUsers(world, { linked: 1, withPassword: 1, passwordLogin })
      await makeUser({ world, projectId, teamId: world.team })
      expect(await read(projectId)).toMatchObject({ users: 3, canSignIn })
      for (const search of [{}, { text: '@example.com' }]) {
        const { users } = await world.ok(world.people.owner, 'project_user_list', { projectId, ...search })
        expect(users).toHaveLength(3)
        expect(users.filter(({ hasSignInMethod }) => hasSignInMethod)).toHaveLength(canSignIn)
      }
    },
  )

  test('the list does not count users who are deactivated or locked', async () => {
    const { projectId } = await projectWithUsers(world, { linked: 0, withPassword: 2 })
    await world.database.run(sql`
      UPDATE accounts SET locked_at = now() WHERE id = (SELECT min(id) FROM accounts WHERE project_id = ${projectId})`)
    expect(await read(projectId)).toMatchObject({ users: 1, canSignIn: 1 })
  })

  test('the list shows the console to super administrators only', async () => {
    const { console: own, projects } = await world.ok(world.people.super, 'project_sign_in_access_list', {})
    expect(own).toMatchObject({ id: world.administratorsProject, hasMethod: true })
    expect(projects.map(({ id }) => id)).not.toContain(world.administratorsProject)
    const { console: hidden } = await world.ok(world.people.owner, 'project_sign_in_access_list', {})
    expect(hidden).toBeNull()
  })

  test('the list names the sign-in method that every super administrator depends on', async () => {
    await world.database.run(sql`
      UPDATE accounts SET password_hash = 'x' WHERE project_id = ${world.administratorsProject}`)
    const { console: own } = await world.ok(world.people.super, 'project_sign_in_access_list', {})
    expect(own?.superAdministrators).toBeGreaterThan(0)
    expect(own?.switches).toMatchObject([{ kind: 'passwords', locksOutAdministrators: true }])
  })

  test('the list and the preview of the change have the same counts', async () => {
    const at = await projectWithUsers(world, { linked: 2 })
    const { switches } = await read(at.projectId)
    const preview = await world.call(world.people.super, 'federation_provider_delete', at)
    const provider = switches.find(({ kind }) => kind === 'provider')
    expect(Object(preview.body).expect.withoutSignIn).toBe(provider?.withoutSignIn)
  })

  test('an owner sees the projects of their teams only', async () => {
    const { projects } = await world.ok(world.people.owner, 'project_sign_in_access_list', {})
    const ids = projects.map(({ id }) => id)
    expect(ids).toContain(world.project)
    expect(ids).not.toContain(world.foreignProject)
  })
})
