import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connection, linkedUser } from '../../../test/support/directories.ts'
import { ownProject, type Place } from '../../../test/support/things.ts'
import { password, startWorld, type World } from '../../../test/support/world.ts'

let world: World
let place: Place
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  place = { world, teamId: world.team, ...(await ownProject(world)) }
})
afterAll(() => world?.close())

async function account({ verified = false } = {}): Promise<string> {
  const { projectId, userId } = await linkedUser(place)
  await world.database.run(sql`
    UPDATE accounts SET email_verified = ${verified}, password_hash = 'x', password_set_at = now(), password_given = false,
      totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${userId}`)
  await world.database.run(sql`
    INSERT INTO oidc_sessions (project_id, id, uid, account_id, payload, expires_at)
    VALUES (${projectId}, ${userId}, ${userId}, ${userId}, '{}', now() + interval '1 hour')`)
  return userId
}

const stateOf = async (userId: string) =>
  (
    await world.database.rows<object>(sql`
      SELECT a.password_hash IS NOT NULL AS password, a.totp_enrolled_at IS NOT NULL AS authenticator,
        (SELECT count(*)::int FROM identities d WHERE d.account_id = a.id) AS identities,
        (SELECT count(*)::int FROM oidc_sessions s WHERE s.account_id = a.id) AS sessions
      FROM accounts a WHERE a.id = ${userId}`)
  )[0]

const nothing = { password: false, authenticator: false, identities: 0, sessions: 0 }
const everything = { password: true, authenticator: true, identities: 1, sessions: 1 }

describe('an account with an unverified address:', () => {
  test('an unverified account loses its earlier credentials when an administrator marks the address as verified', async () => {
    const userId = await account()
    await world.ok(owner, 'project_user_mark_verified', { projectId: place.projectId, userId })
    expect(await stateOf(userId)).toEqual(nothing)
  })

  test('an unverified account keeps only a password that an administrator set when the address is marked as verified', async () => {
    const userId = await account()
    const at = { projectId: place.projectId, userId }
    await world.ok(owner, 'project_user_password_reset', { ...at, password })
    await world.ok(owner, 'project_user_mark_verified', at)
    expect(await stateOf(userId)).toEqual({ ...nothing, password: true })
  })

  test('an unverified account keeps the password of its creation by an administrator when the address is marked as verified', async () => {
    const { projectId } = place
    const email = `${crypto.randomUUID()}@example.com`
    const { id: userId } = await world.ok(owner, 'project_user_create', { projectId, email, password })
    await world.ok(owner, 'project_user_mark_verified', { projectId, userId })
    expect(await stateOf(userId)).toEqual({ ...nothing, password: true })
  })

  test('an unverified account loses its earlier credentials when it is handed to a directory', async () => {
    const userId = await account()
    await world.ok(owner, 'project_user_assign_connection', { ...(await connection(place)), userId })
    expect(await stateOf(userId)).toEqual(nothing)
  })
})

test('an account with a verified address keeps its credentials when it is handed to a directory', async () => {
  const userId = await account({ verified: true })
  await world.ok(owner, 'project_user_assign_connection', { ...(await connection(place)), userId })
  expect(await stateOf(userId)).toEqual(everything)
})
