import { sql } from '@signet/db'
import { recordUnmatched } from '@signet/provisioning'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connection, link } from '../../../test/support/directories.ts'
import { makeUser, ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

async function refused() {
  const { projectId } = await ownProject(world)
  const { connectionId } = await connection({ world, projectId })
  await world.database.run(sql`
    UPDATE provisioning_connections SET correlation_claim = 'oid', correlation_attribute = 'externalId' WHERE id = ${connectionId}`)
  const userId = await makeUser({ world, projectId, teamId: world.team })
  await world.database.run(
    sql`UPDATE accounts SET connection_id = ${connectionId}, external_id = 'ada' WHERE id = ${userId}`,
  )
  const at = { projectId, connectionId, accountId: userId }
  await recordUnmatched(world.database, at, { claim: 'oid', attribute: 'externalId' }, 'object-id')
  return { projectId, connectionId, userId }
}

type Refused = Awaited<ReturnType<typeof refused>>

async function seen({ projectId, connectionId, userId }: Refused) {
  const { owner } = world.people
  const { unmatched } = await world.ok(owner, 'provisioning_connection_get', { projectId, connectionId })
  const { signIn } = await world.ok(owner, 'project_user_get', { projectId, userId })
  return { connection: unmatched, user: signIn.unmatched }
}

const nothing = { connection: { total: 0, latest: [] }, user: null }

describe('users whom the provider states with another value than the directory:', () => {
  test('the connection and the user list both values', async () => {
    const one = await refused()
    const values = {
      claim: 'oid',
      stated: 'object-id',
      attribute: 'externalId',
      stored: 'ada',
      at: expect.any(String),
    }
    expect(await seen(one)).toEqual({
      connection: { total: 1, latest: [{ userId: one.userId, name: expect.any(String), ...values }] },
      user: { connectionId: one.connectionId, ...values },
    })
  })

  test.each([
    [
      'the directory stores the value',
      (one: Refused) => sql`UPDATE accounts SET external_id = 'object-id' WHERE id = ${one.userId}`,
    ],
    [
      'the connection uses another claim',
      (one: Refused) =>
        sql`UPDATE provisioning_connections SET correlation_claim = 'sub' WHERE id = ${one.connectionId}`,
    ],
    [
      'another directory manages the user',
      (one: Refused) => sql`UPDATE accounts SET connection_id = NULL WHERE id = ${one.userId}`,
    ],
    [
      '30 days have passed',
      (one: Refused) => sql`UPDATE unmatched_users SET expires_at = now() WHERE account_id = ${one.userId}`,
    ],
  ])('the user is not listed after %s', async (_when, change) => {
    const one = await refused()
    await world.database.run(change(one))
    expect(await seen(one)).toEqual(nothing)
  })

  test('the user is not listed after the identity was linked', async () => {
    const one = await refused()
    const { providerId } = await world.ok(world.people.owner, 'provisioning_connection_get', {
      projectId: one.projectId,
      connectionId: one.connectionId,
    })
    await link(world, { projectId: one.projectId, providerId, accountId: one.userId })
    expect(await seen(one)).toEqual(nothing)
  })
})
