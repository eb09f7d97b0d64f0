import type { Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configureMail } from '../../../test/support/attempts.ts'
import { unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  await configureMail(world)
})
afterAll(() => world?.close())
beforeEach(() => world.database.run(sql`DELETE FROM throttles`))

const newUser = async (fields: object = {}) => {
  const email = `${unique('u')}@example.com`
  const { id } = await world.ok(owner, 'project_user_create', { projectId: world.project, email, ...fields })
  return { email, at: { projectId: world.project, userId: id } }
}

test('an invitation link is valid for seven days, and the response of the invitation does not contain it', async () => {
  const { email, at } = await newUser()
  const { text } = await world.call(owner, 'project_user_invite', at)
  const token = new URL((await world.mailbox.next(email)).link ?? '').searchParams.get('token') ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(text).not.toContain(token)
  const [row] = await world.database.rows<{ days: number }>(sql`
    SELECT extract(epoch FROM expires_at - now())::float8 / 86400 AS days FROM account_tokens
    WHERE account_id = ${at.userId} AND purpose = 'invitation'`)
  expect(row?.days).toBeCloseTo(7, 2)
})

test('an invitation does not change the password of the user', async () => {
  const { at } = await newUser({ password: 'correct horse battery staple' })
  const hash = () =>
    world.database.rows(sql`SELECT password_hash, password_set_at FROM accounts WHERE id = ${at.userId}`)
  const before = await hash()
  await world.ok(owner, 'project_user_invite', at)
  expect(await hash()).toEqual(before)
  expect(await world.ok(owner, 'project_user_get', at)).toMatchObject({ passwordSet: true })
})

test.each([
  ['link', false],
  ['code', true],
] as const)(
  'a verification message by %s is in the mailbox and not in the response',
  async (method, required) => {
    await world.database.run(sql`
    UPDATE projects SET verification_method = ${method}, email_verification_required = ${required} WHERE id = ${world.project}`)
    const { email, at } = await newUser()
    const { status, text } = await world.call(owner, 'project_user_verification_send', at)
    const mail = await world.mailbox.next(email)
    const secret = method === 'link' ? new URL(mail.link ?? '').searchParams.get('token') : mail.code
    expect([status, secret?.length]).toEqual([200, expect.any(Number)])
    for (const shown of [text, (await world.call(owner, 'project_user_get', at)).text])
      expect(shown).not.toContain(secret)
    await world.database.run(sql`
    UPDATE projects SET verification_method = 'link', email_verification_required = false WHERE id = ${world.project}`)
  },
)

test.each(['project_user_invite', 'project_user_verification_send'] as const)(
  '%s a second time within the minute is refused with the seconds to wait',
  async (operation) => {
    const { at } = await newUser()
    await world.ok(owner, operation, at)
    const { status, body, headers } = await world.call(owner, operation, at)
    const { code, retryAfter = 0 } = body as Problem
    expect([status, code, headers['retry-after']]).toEqual([429, 'sent_recently', String(retryAfter)])
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
  },
)

test('a changed address is unverified and receives no message', async () => {
  const { at } = await newUser()
  await world.ok(owner, 'project_user_mark_verified', at)
  const email = `${unique('new')}@example.com`
  expect(await world.ok(owner, 'project_user_email_change', { ...at, email })).toMatchObject({
    email,
    verified: false,
  })
  const messages = await world.database.rows(
    sql`SELECT purpose FROM mail_messages WHERE account_id = ${at.userId} AND purpose <> 'way_in'`,
  )
  expect(messages).toEqual([])
  expect(world.mailbox.received.filter(({ to }) => to.includes(email))).toEqual([])
})
