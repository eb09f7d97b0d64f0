import type { OperationName } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, makeUser, ownProject, signedIn, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

interface UserReference {
  readonly projectId: string
  readonly userId: string
}

const endings: readonly (readonly [OperationName, (held: UserReference) => object])[] = [
  ['project_user_update', (held) => ({ ...held, active: false })],
  ['project_user_bulk_deactivate', ({ projectId, userId }) => ({ projectId, userIds: [userId] })],
  ['project_user_lock', (held) => ({ ...held, reason: 'Lost laptop' })],
  ['project_user_sign_out', (held) => held],
  ['project_user_password_reset', (held) => ({ ...held, password: 'correct horse', signOut: true })],
  ['project_user_delete', (held) => held],
  ['project_user_bulk_delete', ({ projectId, userId }) => ({ projectId, userIds: [userId] })],
]

const issuedTo = async ({ userId }: UserReference): Promise<number> => {
  const [row] = await world.database.rows<{ issued: number }>(sql`
    SELECT ((SELECT count(*) FROM oidc_sessions WHERE account_id = ${userId}) + (SELECT count(*) FROM oidc_grants WHERE account_id = ${userId})
      + (SELECT count(*) FROM oidc_refresh_tokens WHERE account_id = ${userId}))::int AS issued`)
  return row?.issued ?? -1
}

test.each(endings)(
  '%s ends sessions, grants and tokens, and sends a logout notice to each application registered for one',
  async (name, input) => {
    const { projectId } = await ownProject(world)
    const { owner } = world.people
    const held = { projectId, userId: await makeUser({ world, projectId, teamId: world.team }) }
    const backchannelLogoutUri = 'https://app.example.com/logout'
    const { clientId } = await world.ok(owner, 'client_create', {
      projectId,
      ...application,
      backchannelLogoutUri,
    })
    const { clientId: silent } = await world.ok(owner, 'client_create', { projectId, ...application })
    for (const client of [clientId, silent]) await signedIn({ world }, held, client)
    const grant = unique('g')
    await world.database.run(sql`
      INSERT INTO oidc_grants (project_id, id, account_id, client_id, payload)
      VALUES (${projectId}, ${grant}, ${held.userId}, ${clientId}, '{}'::jsonb)`)
    await world.database.run(sql`
      INSERT INTO oidc_refresh_tokens (project_id, id, account_id, client_id, payload, expires_at)
      VALUES (${projectId}, ${unique('r')}, ${held.userId}, ${clientId}, '{"iat": 1700000000}'::jsonb, now() + interval '1 day')`)
    expect(await issuedTo(held)).toBe(4)
    const reply = await world.call(owner, name, { ...input(held) })
    expect(reply.status, reply.text).toBeLessThan(300)
    expect(await issuedTo(held)).toBe(0)
    const notices = await world.database.rows(sql`
      SELECT payload->>'clientId' AS "clientId", payload->>'sub' AS sub, payload->>'sid' IS NOT NULL AS "bySession" FROM outbox
      WHERE subject LIKE 'signet.logout.notice.%' AND payload->>'projectId' = ${projectId} ORDER BY id`)
    expect(notices).toEqual([true, false].map((bySession) => ({ clientId, sub: held.userId, bySession })))
  },
)

test('a lock without a reason is refused, and the account is not locked', async () => {
  const { projectId } = await ownProject(world)
  const user = { projectId, userId: await makeUser({ world, projectId, teamId: world.team }) }
  for (const fields of [{}, { reason: '' }])
    expect(await world.call(world.people.owner, 'project_user_lock', { ...user, ...fields })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'reason' }] },
    })
  expect((await world.ok(world.people.owner, 'project_user_get', user)).status).toBe('active')
})

test('a deactivated account that is activated again has no old session, grant or token', async () => {
  const { projectId } = await ownProject(world)
  const user = { projectId, userId: await makeUser({ world, projectId, teamId: world.team }) }
  await signedIn({ world }, user)
  for (const active of [false, true])
    await world.ok(world.people.owner, 'project_user_update', { ...user, active })
  expect(await world.ok(world.people.owner, 'project_user_get', user)).toMatchObject({ status: 'active' })
  expect(await issuedTo(user)).toBe(0)
})

test('a deactivated account that is locked is not activated, neither by itself nor in bulk', async () => {
  const { projectId } = await ownProject(world)
  const { owner } = world.people
  const userId = await makeUser({ world, projectId, teamId: world.team })
  const user = { projectId, userId }
  await world.ok(owner, 'project_user_update', { ...user, active: false })
  await world.ok(owner, 'project_user_lock', { ...user, reason: 'Lost laptop' })
  const update = await world.refused(owner, 'project_user_update', { ...user, active: true })
  expect(update.code).toBe('user_locked')
  const { results } = await world.ok(owner, 'project_user_bulk_activate', { projectId, userIds: [userId] })
  expect(results).not.toMatchObject([{ result: 'changed' }])
  expect(await world.ok(owner, 'project_user_get', user)).toMatchObject({ active: false, status: 'locked' })
})
