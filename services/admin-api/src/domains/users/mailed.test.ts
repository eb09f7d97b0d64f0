import type { Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { mailLimits, startMailDelivery } from '@signet/mail'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { configureMail } from '../../../test/support/attempts.ts'
import { linkedUser } from '../../../test/support/directories.ts'
import { makeAdministrator } from '../../../test/support/people.ts'
import { newUnverified, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.mailbox.misbehave(undefined)
  await configureMail(world)
})

const address = () => `${unique('u')}@example.com`
const create = (email: string, fields: Record<string, unknown> = {}) =>
  world.ok(world.people.owner, 'project_user_create', { projectId: world.project, email, ...fields })
const messagesOf = async (userId: string) =>
  (await world.ok(world.people.owner, 'project_user_get', { projectId: world.project, userId })).messages
const links = async (userId: string) =>
  (
    await world.database.rows<{ purpose: string }>(
      sql`SELECT purpose FROM account_tokens WHERE account_id = ${userId} ORDER BY purpose`,
    )
  ).map(({ purpose }) => purpose)

test('an account created with an invitation is mailed a link to choose a password, and no response and no entry contains it', async () => {
  const email = address()
  const user = await create(email, { invite: true })
  expect(user).toMatchObject({ invitation: 'sent', passwordSet: false, verified: false })
  const mail = await world.mailbox.next(email)
  expect(mail.link).toMatch(
    new RegExp(`^${world.deps.config.SIGNET_BASE_URL}/acme/account/invitation\\?token=`),
  )
  const token = new URL(mail.link ?? '').searchParams.get('token') ?? ''
  const entries = await world.ok(world.people.super, 'audit_list', {})
  const dump = await world.database.rows(sql`SELECT t::text FROM account_tokens t`)
  for (const shown of [user, entries, dump]) expect(JSON.stringify(shown)).not.toContain(token)
})

test('repeated creations, invitations and deletions mail one address a limited number of times', async () => {
  const email = address()
  const statuses: unknown[] = []
  for (let round = 0; round < mailLimits.toAddressPerHour + 2; round += 1) {
    const input = { projectId: world.project, email, invite: true }
    const { status, body } = await world.call(world.people.owner, 'project_user_create', input)
    statuses.push(status)
    if (status !== 200 && status !== 201) continue
    const { id: userId } = body as { id: string }
    await world.ok(world.people.owner, 'project_user_delete', { projectId: world.project, userId })
  }
  expect(statuses.slice(mailLimits.toAddressPerHour)).toEqual([429, 429])
  expect(statuses.slice(0, mailLimits.toAddressPerHour)).not.toContain(429)
})

test('a failed send leaves the account, which may be invited again immediately', async () => {
  const email = address()
  world.mailbox.misbehave('refuse message')
  const user = await create(email, { invite: true })
  expect(user.invitation).toBe('failed')
  expect(await links(user.id)).toEqual([])
  world.mailbox.misbehave(undefined)
  await world.ok(world.people.owner, 'project_user_invite', { projectId: world.project, userId: user.id })
  expect((await world.mailbox.next(email)).link).toContain('/account/invitation')
})

test("a message has the color of its project, dark enough to read, and the project's language when no other is known", async () => {
  const project = { projectId: world.project, primaryColor: '#ffcc00', language: 'zh-CN' as const }
  expect(await world.ok(world.people.owner, 'project_update', project)).toMatchObject({
    primaryColor: '#ffcc00',
    language: 'zh-CN',
  })
  const email = address()
  await create(email, { invite: true })
  const mail = await world.mailbox.next(email)
  expect(mail.subject).toMatch(/\p{Script=Han}/u)
  const [, color = ''] =
    /<td bgcolor="(#[0-9a-f]{6})" style="background-color:\1;border-radius:6px">/.exec(mail.html ?? '') ?? []
  // Yellow is darkened until white text on it is readable.
  expect(color).toMatch(/^#[0-9a-f]{6}$/)
  expect(color).not.toBe('#ffcc00')
  expect(color).not.toBe('#1f5fd0')
  const own = address()
  await create(own, { invite: true, language: 'ru' })
  expect((await world.mailbox.next(own)).subject).toMatch(/\p{Script=Cyrillic}/u)
  await world.ok(world.people.owner, 'project_update', {
    projectId: world.project,
    primaryColor: null,
    language: null,
  })
})

test('a message is written in the language of the account', async () => {
  const email = address()
  const { id: userId } = await create(email)
  const one = { projectId: world.project, userId }
  await world.ok(world.people.owner, 'project_user_update', { ...one, profile: { locale: 'ru-RU' } })
  await world.ok(world.people.owner, 'project_user_invite', one)
  expect((await world.mailbox.next(email)).subject).toContain('учётная запись')
})

test('an invitation names the inviter, in the language they chose, also when the account or the project has another one', async () => {
  const { owner } = world.people
  const email = address()
  await create(email, { invite: true, language: 'zh-CN' })
  expect(await world.mailbox.next(email)).toMatchObject({
    subject: expect.stringContaining('账号'),
    text: expect.stringContaining('owner@example.com 邀请您'),
  })
  const colleague = address()
  await world.ok(owner, 'team_invite', {
    teamId: world.team,
    email: colleague,
    role: 'member',
    language: 'ru',
  })
  expect((await world.mailbox.next(colleague)).subject).toContain('Приглашение')
})

test('the test message is in the language of the administrator, or in the requested one', async () => {
  const { super: root } = world.people
  await world.database.run(
    sql`UPDATE accounts SET profile = '{"locale":"ru"}'::jsonb WHERE id = ${root.accountId}`,
  )
  const { email } = await world.ok(root, 'smtp_settings_test', {})
  expect((await world.mailbox.next(email)).subject).toContain('работает')
  await world.ok(root, 'smtp_settings_test', { language: 'zh-CN' })
  expect((await world.mailbox.next(email)).subject).toContain('正常')
  await world.database.run(sql`UPDATE accounts SET profile = '{}'::jsonb WHERE id = ${root.accountId}`)
})

test('verification is a code when the sign-in requires one, and a link otherwise', async () => {
  const one = async () => {
    const email = address()
    const { id: userId } = await create(email)
    await world.ok(world.people.owner, 'project_user_verification_send', { projectId: world.project, userId })
    return world.mailbox.next(email)
  }
  await world.database.run(sql`UPDATE projects SET verification_method = 'code' WHERE id = ${world.project}`)
  expect((await one()).link).toContain('/acme/account/verification?token=')
  await world.database.run(
    sql`UPDATE projects SET email_verification_required = true WHERE id = ${world.project}`,
  )
  expect(await one()).toMatchObject({ code: expect.stringMatching(/^\d{8}$/), link: undefined })
  await world.database.run(
    sql`UPDATE projects SET email_verification_required = false, verification_method = 'link' WHERE id = ${world.project}`,
  )
})

test('one of ten concurrent messages of a kind to one account is sent', async () => {
  const email = address()
  const { id: userId } = await create(email)
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.call(world.people.owner, 'project_user_invite', { projectId: world.project, userId }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(9)
  for (const { body } of refused) expect((body as Problem).retryAfter).toBeGreaterThan(0)
  expect(world.mailbox.received.filter(({ to }) => to.includes(email))).toHaveLength(1)
})

test('a mailed link becomes invalid with a mark as verified and with a change of the address', async () => {
  const { id: userId } = await create(address(), { invite: true })
  const one = { projectId: world.project, userId }
  await world.ok(world.people.owner, 'project_user_verification_send', one)
  expect(await links(userId)).toEqual(['invitation', 'verification'])
  await world.ok(world.people.owner, 'project_user_mark_verified', one)
  expect(await links(userId)).toEqual(['invitation'])
  await world.ok(world.people.owner, 'project_user_email_change', { ...one, email: address() })
  expect(await links(userId)).toEqual([])
})

test('an administrator is mailed a link to the root address to verify their own', async () => {
  const person = await newUnverified(world)
  const { email } = await world.ok(person, 'own_verification_send', {})
  expect((await world.mailbox.next(email)).link).toMatch(
    new RegExp(`^${world.deps.config.SIGNET_BASE_URL}/account/verification\\?token=`),
  )
})

test('the test message is sent to the calling super administrator, and a refusal contains the reply of the mail server', async () => {
  const { email } = await world.ok(world.people.super, 'smtp_settings_test', {})
  expect((await world.mailbox.next(email)).subject).toContain('works')
  world.mailbox.misbehave('refuse recipient')
  const refused = await world.refused(world.people.super, 'smtp_settings_test', {})
  expect([refused.code, refused.detail]).toEqual(['mail_refused', expect.stringContaining('no such luck')])
})

test('an account states whether its invitation waits, was sent or failed', async () => {
  const sent = await create(address(), { invite: true })
  expect(sent.messages).toMatchObject([{ purpose: 'invitation', state: 'sent', reason: null }])
  expect(await messagesOf(sent.id)).toEqual(sent.messages)
  world.mailbox.misbehave('refuse message')
  const failed = await create(address(), { invite: true })
  expect(await messagesOf(failed.id)).toMatchObject([{ state: 'failed', reason: 'refused' }])
})

test('an invitation whose process stopped after the commit waits, and another process sends it', async () => {
  const email = address()
  vi.spyOn(world.deps.mailer, 'send').mockRejectedValueOnce(new Error('the process ended'))
  const reply = await world.call(world.people.owner, 'project_user_create', {
    projectId: world.project,
    email,
    invite: true,
  })
  expect(reply.status).toBe(500)
  const { users } = await world.ok(world.people.owner, 'project_user_list', {
    projectId: world.project,
    q: email,
  })
  const userId = users[0]?.id ?? ''
  expect(await messagesOf(userId)).toMatchObject([{ purpose: 'invitation', state: 'waiting' }])
  await world.database.run(sql`UPDATE mail_messages SET due_at = now() WHERE state = 'waiting'`)
  const delivery = startMailDelivery({ ...world.deps, database: world.database, everyMs: 50 })
  onTestFinished(() => delivery.close())
  expect((await world.mailbox.next(email)).link).toContain('/account/invitation')
  await vi.waitFor(async () => expect(await messagesOf(userId)).toMatchObject([{ state: 'sent' }]), 5_000)
})

test('a user is mailed when an administrator removes the authenticator or a provider', async () => {
  const { owner } = world.people
  const { userId, providerId } = await linkedUser({ world, projectId: world.project })
  const at = { projectId: world.project, userId }
  await world.database.run(sql`
    UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${userId}`)
  const { email } = await world.ok(owner, 'project_user_get', at)
  await world.ok(owner, 'project_user_totp_clear', at)
  await world.ok(owner, 'federation_identity_delete', { ...at, providerId })
  const delivery = startMailDelivery({ ...world.deps, database: world.database, everyMs: 50 })
  onTestFinished(() => delivery.close())
  const { text } = await world.mailbox.next(email)
  expect(text).toContain('An authenticator app was removed')
  expect(text).toContain('was removed as a way to sign in')
})

const deliver = () => {
  const delivery = startMailDelivery({ ...world.deps, database: world.database, everyMs: 50 })
  onTestFinished(() => delivery.close())
}
const noticesTo = (userId: string) =>
  world.database.rows<object>(
    sql`SELECT 1 FROM mail_messages WHERE purpose = 'way_in' AND account_id = ${userId}`,
  )

test('a user is mailed when an administrator sets another password', async () => {
  const { userId } = await linkedUser({ world, projectId: world.project })
  const at = { projectId: world.project, userId }
  await world.database.run(sql`
    UPDATE accounts SET email_verified = true, password_hash = 'x', password_set_at = now() WHERE id = ${userId}`)
  const { email } = await world.ok(world.people.owner, 'project_user_get', at)
  await world.ok(world.people.owner, 'project_user_password_reset', {
    ...at,
    password: 'another battery, another staple',
  })
  deliver()
  expect((await world.mailbox.next(email)).text).toContain('The password of your account')
})

test.each([
  ['the password is the first one', sql`email_verified = true, password_hash = NULL, password_set_at = NULL`],
  ['the address is not verified', sql`email_verified = false, password_hash = 'x', password_set_at = now()`],
])('a user is not mailed about a password when %s', async (_why, columns) => {
  const { userId } = await linkedUser({ world, projectId: world.project })
  await world.database.run(sql`UPDATE accounts SET ${columns} WHERE id = ${userId}`)
  const at = { projectId: world.project, userId }
  await world.ok(world.people.owner, 'project_user_password_reset', {
    ...at,
    password: 'another battery, another staple',
  })
  expect(await noticesTo(userId)).toEqual([])
})

test('nothing is mailed when an administrator changes the address of a user, neither to the old address nor to the new one', async () => {
  for (const verified of [true, false]) {
    const { userId } = await linkedUser({ world, projectId: world.project })
    await world.database.run(sql`UPDATE accounts SET email_verified = ${verified} WHERE id = ${userId}`)
    await world.ok(world.people.owner, 'project_user_email_change', {
      projectId: world.project,
      userId,
      email: address(),
    })
    expect(await noticesTo(userId)).toEqual([])
  }
})

test('the old address of an administrator is mailed when it is changed', async () => {
  const email = address()
  const { accountId: id } = await makeAdministrator(world, email)
  await world.database.run(sql`UPDATE accounts SET email_verified = true WHERE id = ${id}`)
  await world.ok(world.people.super, 'admin_update', { adminId: id, email: address() })
  deliver()
  expect((await world.mailbox.next(email)).text).toContain('The e-mail address of your account')
})

test('an invitation to a team states the result of its message', async () => {
  const { owner } = world.people
  await world.ok(owner, 'team_invite', { teamId: world.team, email: address(), role: 'member' })
  const { invitations } = await world.ok(owner, 'team_invitation_list', { teamId: world.team })
  expect(invitations.length).toBeGreaterThan(0)
  for (const invitation of invitations)
    expect(invitation).toMatchObject({ delivery: { state: 'sent', reason: null } })
})
