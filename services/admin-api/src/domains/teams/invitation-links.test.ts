import { limits } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureMail } from '../../../test/support/attempts.ts'
import { mailedInvitation, unique } from '../../../test/support/things.ts'
import { password, startWorld, type World } from '../../../test/support/world.ts'
import { markWrites } from '../../../test/support/writes.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await configureMail(world)
})
afterAll(() => world?.close())

const address = () => `${unique('i')}@example.com`
const accept = (token: string) => world.call(world.people.anonymous, 'invitation_accept', { token, password })

const refusal = async (token: string) => {
  const replies = [await accept(token), await world.call(world.people.anonymous, 'invitation_get', { token })]
  const [first, second] = replies.map(({ status, body }) => [status, Object(body).code, Object(body).reason])
  expect(first).toEqual(second)
  return first
}
const mailed = async (email = address()) => {
  const input = { teamId: world.team, email, role: 'member' } as const
  const { id } = await world.ok(world.people.owner, 'team_invite', input)
  const { link = '' } = await world.mailbox.next(email)
  return { id, token: new URL(link).hash.replace('#token=', '') }
}

test('the token of a pending invitation reads its team, role, inviter and address, and changes nothing', async () => {
  const email = address()
  const { token } = await mailed(email)
  const since = await markWrites(world.database)
  const read = await world.ok(world.people.anonymous, 'invitation_get', { token })
  expect(read).toMatchObject({ email, teamName: 'Acme', role: 'member', invitedBy: 'owner@example.com' })
  expect(read.choosesPassword).toBe(true)
  expect((await since()).tables).toEqual([])
  expect((await accept(token)).status).toBe(200)
})

test('an invitation of an administrator with a verified address needs no password', async () => {
  const token = await mailedInvitation(world, world.team, 'stranger@example.com')
  const read = await world.ok(world.people.anonymous, 'invitation_get', { token })
  expect(read.choosesPassword).toBe(false)
})

test('an accepted invitation is refused as accepted', async () => {
  const { token } = await mailed()
  await accept(token)
  expect(await refusal(token)).toEqual([404, 'invitation_invalid', 'accepted'])
})

test('a revoked invitation, and one that a newer one replaced, are refused as withdrawn', async () => {
  const email = address()
  const replaced = await mailed(email)
  await world.database.run(sql`DELETE FROM throttles`)
  const { id, token } = await mailed(email)
  expect(await refusal(replaced.token)).toEqual([404, 'invitation_invalid', 'withdrawn'])
  await world.ok(world.people.owner, 'team_invitation_revoke', { teamId: world.team, inviteId: id })
  expect(await refusal(token)).toEqual([404, 'invitation_invalid', 'withdrawn'])
})

test('an expired invitation is refused as expired for 30 days, and then like an unknown one', async () => {
  const { id, token } = await mailed()
  const later = (days: number) =>
    world.database.run(
      sql`UPDATE oidc_replay_detections SET expires_at = expires_at - make_interval(days => ${days}::int)`,
    )
  await world.database.run(sql`DELETE FROM team_invitations WHERE id = ${id}`)
  await later(limits.invitationDays)
  expect(await refusal(token)).toEqual([404, 'invitation_invalid', 'expired'])
  await later(30)
  const unknown = await refusal('of no message')
  expect(await refusal(token)).toEqual(unknown)
  expect(unknown).toEqual([404, 'invitation_invalid', undefined])
})

test('no row has the token of an invitation, and the row that states its end has no address', async () => {
  const email = address()
  const { token } = await mailed(email)
  const rows = await world.database.rows(sql`
    SELECT d::text AS text FROM oidc_replay_detections d UNION ALL SELECT v::text FROM team_invitations v`)
  expect(JSON.stringify(rows)).not.toContain(token)
  const kept = await world.database.rows(sql`SELECT d::text AS text FROM oidc_replay_detections d`)
  expect(kept.length).toBeGreaterThan(0)
  expect(JSON.stringify(kept)).not.toContain(email)
})
