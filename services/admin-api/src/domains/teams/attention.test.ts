import { limits } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureMail } from '../../../test/support/attempts.ts'
import { unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await configureMail(world)
})
afterAll(() => world?.close())

const invite = async () => {
  const email = `${unique('i')}@example.com`
  const teamId = world.team
  const { id } = await world.ok(world.people.owner, 'team_invite', { teamId, email, role: 'member' })
  await world.database.run(sql`DELETE FROM throttles`)
  return id
}
const endsIn = (id: string, hours: number) =>
  world.database.run(sql`
    UPDATE team_invitations SET expires_at = now() + make_interval(hours => ${hours}::int) WHERE id = ${id}`)
const listed = (person = world.people.owner) => world.ok(person, 'team_invitation_attention_list', {})

test('an owner reads the pending invitations that failed or expire within a day, and other administrators read none', async () => {
  const [failed, ending, later, ended] = [await invite(), await invite(), await invite(), await invite()]
  await world.database.run(sql`
    UPDATE mail_messages SET state = 'failed', reason = 'refused' WHERE invitation_id = ${failed}`)
  await endsIn(ending, 23)
  await endsIn(later, 25)
  await endsIn(ended, -1)
  const { invitations, total } = await listed()
  expect(invitations.map(({ id, failed: isFailed, teamId }) => [id, isFailed, teamId])).toEqual([
    [failed, true, world.team],
    [ending, false, world.team],
  ])
  expect(total).toBe(2)
  for (const person of [world.people.member, world.people.stranger, world.people.super])
    expect(await listed(person)).toEqual({ invitations: [], total: 0 })
})

test('the list of invitations that need attention is limited, and has the number of all', async () => {
  await world.database.run(sql`DELETE FROM team_invitations`)
  const most = limits.invitationAttention
  for (let one = 0; one <= most; one += 1) await endsIn(await invite(), 1)
  const { invitations, total } = await listed()
  expect([invitations.length, total]).toEqual([most, most + 1])
})
