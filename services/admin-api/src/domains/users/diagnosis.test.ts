import { noteSignInFailure } from '@signet/accounts'
import type { SignInFailureCause } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let userId: string
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  userId = await makeUser({ world, projectId: world.project, teamId: world.team })
  await set(sql`email_verified = true, password_hash = 'x', password_set_at = now()`)
})

const set = (assignment: ReturnType<typeof sql>) =>
  world.database.run(sql`UPDATE accounts SET ${assignment} WHERE id = ${userId}`)
const diagnosis = async () =>
  (await world.ok(world.people.owner, 'project_user_get', { projectId: world.project, userId })).signIn

const count = (bucket: string, attempts: number, level = 0) =>
  world.database.run(sql`
    INSERT INTO throttles (bucket, key, count, level, expires_at)
    VALUES (${bucket}, ${`${world.project} ${userId}`}, ${attempts}, ${level}, now() + interval '1 day')`)

describe('sign-in diagnosis:', () => {
  it('the diagnosis names no cause when the account can sign in', async () => {
    expect(await diagnosis()).toMatchObject({ blockedBy: [], throttledUntil: null, failuresInARow: 0 })
  })

  it('the diagnosis states the end of a throttle and the number of wrong passwords', async () => {
    await count('sign-in', 11, 1)
    await count('sign-in-run', 11)
    const { blockedBy, throttledUntil, failuresInARow } = await diagnosis()
    expect([blockedBy, failuresInARow]).toEqual([['throttled'], 11])
    const minutes = (Date.parse(throttledUntil ?? '') - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(9)
    expect(minutes).toBeLessThanOrEqual(10)
  })

  it('the diagnosis states when only a new password helps', async () => {
    await count('sign-in-run', 101)
    expect((await diagnosis()).blockedBy).toEqual(['wrong_passwords_in_a_row'])
  })

  it('the diagnosis names no wrong passwords for an account without a password', async () => {
    await count('sign-in', 11, 1)
    await count('sign-in-run', 101)
    await set(sql`password_hash = NULL, password_set_at = NULL`)
    expect((await diagnosis()).blockedBy).toEqual(['no_password'])
  })

  it('the diagnosis counts failures by cause and application, the latest first', async () => {
    const account = { projectId: world.project, accountId: userId }
    const note = (cause: SignInFailureCause, clientId: string | null) =>
      noteSignInFailure(world.database, account, { cause, clientId })
    await note('wrong_password', 'app_one')
    await note('wrong_password', 'app_one')
    await note('wrong_code', 'app_two')
    await note('provider_refused', null)
    const { failures } = await diagnosis()
    expect(failures).toMatchObject([
      { cause: 'provider_refused', clientId: null, count: 1 },
      { cause: 'wrong_code', clientId: 'app_two', count: 1 },
      { cause: 'wrong_password', clientId: 'app_one', count: 2, lastAt: expect.any(String) },
    ])
    await world.database.run(sql`UPDATE sign_in_failures SET expires_at = now()`)
    expect((await diagnosis()).failures).toEqual([])
  })

  it('a failure of a deleted account is not counted', async () => {
    const nobody = { projectId: world.project, accountId: 'usr_01k9z8h4e5f6g7h8j9k0m1n2p3' }
    const failure = { cause: 'wrong_password', clientId: null } as const
    expect(await noteSignInFailure(world.database, nobody, failure)).toBe(0)
  })

  it.each([
    ['locked', sql`locked_at = now(), lock_reason = 'left'`, ['locked']],
    ['deactivated', sql`active = false`, ['deactivated']],
    ['without a password', sql`password_hash = NULL, password_set_at = NULL`, ['no_password']],
  ])('the diagnosis names an account that is %s', async (_state, assignment, expected) => {
    await set(assignment)
    expect((await diagnosis()).blockedBy).toEqual(expected)
  })

  it('the diagnosis names the requirements of the project', async () => {
    const project = (assignment: ReturnType<typeof sql>) =>
      world.database.run(
        sql`UPDATE projects SET ${assignment}, version = version + 1 WHERE id = ${world.project}`,
      )
    await set(sql`email_verified = false`)
    await project(sql`email_verification_required = true, password_login = false`)
    expect((await diagnosis()).blockedBy).toEqual(['unverified', 'password_sign_in_off'])
    await project(sql`email_verification_required = false, password_login = true`)
  })
})
