import { type AnswerOf, limits, type Operations, type Problem } from '@signet/contracts'
import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configureMail, requireVerification } from '../../../test/support/attempts.ts'
import { link } from '../../../test/support/directories.ts'
import { makeAdministrator, signIn } from '../../../test/support/people.ts'
import { mailedInvitation, unique } from '../../../test/support/things.ts'
import { password, startWorld, type World } from '../../../test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.mailbox.misbehave(undefined)
  await configureMail(world)
  await world.database.run(sql`DELETE FROM throttles`)
  await world.database.run(sql`DELETE FROM team_invitations`)
})

const address = () => `${unique('i')}@example.com`
const invite = (email: string, role: 'owner' | 'member' = 'member') =>
  world.ok(world.people.owner, 'team_invite', { teamId: world.team, email, role })
const accept = (token: string, chosen?: string) =>
  world.call(world.people.anonymous, 'invitation_accept', {
    token,
    ...(chosen === undefined ? {} : { password: chosen }),
  })
const tokenIn = (link = ''): string => new URL(link).hash.replace('#token=', '')
const pending = async () =>
  (await world.ok(world.people.owner, 'team_invitation_list', { teamId: world.team })).invitations

test('a mailed invitation creates one verified administrator with the chosen password', async () => {
  const email = address()
  const invited = await invite(email, 'owner')
  const mail = await world.mailbox.next(email)
  expect(new URL(mail.link ?? '').origin).toBe(world.deps.config.SIGNET_BASE_URL)
  expect(JSON.stringify([invited, await pending()])).not.toContain(tokenIn(mail.link))

  const reply = await accept(tokenIn(mail.link), password)
  expect(reply.body).toMatchObject({ email, team: { id: world.team, role: 'owner', kind: 'regular' } })
  const { administrators } = await world.ok(world.people.super, 'admin_list', {})
  expect(administrators.find((one) => one.email === email)).toMatchObject({ verified: true, active: true })
  expect(await pending()).toEqual([])
  expect((await accept(tokenIn(mail.link), password)).status).toBe(404)
})

test('one of ten concurrent acceptances joins the team', async () => {
  const token = await mailedInvitation(world, world.team, address())
  const replies = await Promise.all(Array.from({ length: 10 }, () => accept(token, password)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(9)
})

test('a newer invitation of an address replaces the older, and a revoked or expired one is not found', async () => {
  const email = address()
  await invite(email)
  const first = tokenIn((await world.mailbox.next(email)).link)
  await world.database.run(sql`DELETE FROM throttles`)
  const { id } = await invite(email)
  const second = tokenIn((await world.mailbox.next(email)).link)
  expect((await accept(first, password)).status).toBe(404)
  await world.ok(world.people.owner, 'team_invitation_revoke', { teamId: world.team, inviteId: id })
  expect((await accept(second, password)).status).toBe(404)
  const old = await mailedInvitation(world, world.team, address())
  await world.database.run(sql`UPDATE team_invitations SET expires_at = now() - interval '1 second'`)
  expect((await accept(old, password)).status).toBe(404)
})

test('one of ten concurrent invitations of one address is sent, and the others state when to retry', async () => {
  const email = address()
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.call(world.people.owner, 'team_invite', { teamId: world.team, email, role: 'member' }),
    ),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(9)
  for (const { body, headers } of refused) {
    const { retryAfter = 0 } = body as Problem
    expect(retryAfter).toBeGreaterThan(500)
    expect(headers['retry-after']).toBe(String(retryAfter))
  }
  expect(world.mailbox.received.filter(({ to }) => to.includes(email))).toHaveLength(1)
})

test('one of ten concurrent invitations is sent when 49 are open', async () => {
  for (let open = 1; open < limits.teamInvitations.openPerTeam; open += 1)
    await mailedInvitation(world, world.team, address())
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.call(world.people.owner, 'team_invite', {
        teamId: world.team,
        email: address(),
        role: 'member',
      }),
    ),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await pending()).toHaveLength(limits.teamInvitations.openPerTeam)
})

test('a refused message leaves no invitation and may be sent again immediately, and one with an unknown result stays valid', async () => {
  const email = address()
  const input = { teamId: world.team, email, role: 'member' as const }
  world.mailbox.misbehave('refuse recipient')
  expect((await world.refused(world.people.owner, 'team_invite', input)).code).toBe('mail_refused')
  expect(await pending()).toEqual([])
  world.mailbox.misbehave('drop after data')
  expect((await world.refused(world.people.owner, 'team_invite', input)).code).toBe('mail_refused')
  expect(await pending()).toHaveLength(1)
  const mail = await world.mailbox.next(email)
  expect((await accept(tokenIn(mail.link), password)).status).toBe(200)
})

test('the reply of the mail server is returned to super administrators only', async () => {
  world.mailbox.misbehave('refuse recipient')
  const input = () => ({ teamId: world.team, email: address(), role: 'member' })
  expect((await world.refused(world.people.owner, 'team_invite', input())).detail).not.toContain(
    'no such luck',
  )
  expect((await world.refused(world.people.super, 'team_invite', input())).detail).toContain('no such luck')
})

describe('an address with an administrator account:', () => {
  const joined = async (accountId: string) =>
    (await world.ok(world.people.owner, 'team_get', { teamId: world.team })).members.some(
      ({ userId }) => userId === accountId,
    )
  /** Links an identity provider to the account, like an attacker before the address was verified. */
  async function linkProvider(accountId: string) {
    const projectId = world.administratorsProject
    await world.database.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
      VALUES (${projectId}, 'corp', 'Corp', 'https://corp.example', 'x', 0) ON CONFLICT DO NOTHING`)
    await link(world, { projectId, providerId: 'corp', accountId })
    expect(await stateOf(accountId)).toMatchObject({ identities: 1 })
  }
  const stateOf = async (accountId: string) =>
    (
      await world.database.rows<Record<string, unknown>>(sql`
        SELECT password_hash AS hash, email_verified AS verified, totp_enrolled_at AS totp,
          (SELECT count(*)::int FROM console_sessions s WHERE s.account_id = a.id) AS sessions,
          (SELECT count(*)::int FROM identities d WHERE d.account_id = a.id) AS identities
        FROM accounts a WHERE id = ${accountId}`)
    )[0]

  test('an account with a verified address joins unchanged', async () => {
    const email = address()
    const person = await makeAdministrator(world, email)
    const before = await stateOf(person.accountId)
    const { body } = await accept(await mailedInvitation(world, world.team, email))
    expect(body as AnswerOf<Operations['invitation_accept']>).toMatchObject({ team: { role: 'member' } })
    expect(await joined(person.accountId)).toBe(true)
    expect(await stateOf(person.accountId)).toEqual(before)
  })

  test('an account with a verified address keeps its provider links', async () => {
    const email = address()
    const { accountId } = await makeAdministrator(world, email)
    await linkProvider(accountId)
    expect((await accept(await mailedInvitation(world, world.team, email))).status).toBe(200)
    expect(await stateOf(accountId)).toMatchObject({ identities: 1 })
  })

  test.each([
    ['the invitee chooses a password', false],
    ['the invitee keeps the password that an administrator set', true],
  ])(
    'an account with an unverified address loses its earlier provider links when %s',
    async (_case, given) => {
      const email = address()
      const { accountId } = await makeAdministrator(world, email)
      await world.database.run(
        sql`UPDATE accounts SET email_verified = false, password_given = ${given} WHERE id = ${accountId}`,
      )
      await linkProvider(accountId)
      const token = await mailedInvitation(world, world.team, email)
      expect((await accept(token, given ? undefined : password)).status).toBe(200)
      expect(await stateOf(accountId)).toMatchObject({ verified: true, identities: 0 })
    },
  )

  test('an invitee has to choose a password while addresses must be verified, also when an administrator set one', async () => {
    await requireVerification(world)
    const email = address()
    const { accountId } = await makeAdministrator(world, email)
    await world.database.run(
      sql`UPDATE accounts SET email_verified = false, password_given = true WHERE id = ${accountId}`,
    )
    const token = await mailedInvitation(world, world.team, email)
    expect((await accept(token)).body).toMatchObject({ code: 'password_required' })
    expect(await joined(accountId)).toBe(false)
    await world.database.run(
      sql`UPDATE projects SET email_verification_required = false WHERE id = ${world.administratorsProject}`,
    )
    expect((await accept(token)).status).toBe(200)
  })

  test('an invitee with a never verified address chooses a password while addresses must be verified, and the earlier credentials are deleted', async () => {
    await requireVerification(world)
    const email = address()
    const { accountId } = await makeAdministrator(world, email)
    await signIn(world, accountId)
    await world.database.run(sql`
      UPDATE accounts SET email_verified = false, password_hash = 'of a stranger', totp_enrolled_at = now() WHERE id = ${accountId}`)
    const token = await mailedInvitation(world, world.team, email)
    expect((await accept(token)).status).toBe(422)
    expect(await joined(accountId)).toBe(false)
    expect((await accept(token, password)).status).toBe(200)
    expect(await joined(accountId)).toBe(true)
    const after = await stateOf(accountId)
    expect(after).toMatchObject({ verified: true, totp: null, sessions: 0 })
    expect(await world.deps.passwords.verify(String(after?.hash), password)).toBe(true)
    await world.database.run(
      sql`UPDATE projects SET email_verification_required = false WHERE id = ${world.administratorsProject}`,
    )
  })
})

describe('an invitation whose inviter lost the right to invite:', () => {
  const member = (accountId: string) => sql`team_id = ${world.team} AND account_id = ${accountId}`

  async function invited() {
    const inviter = await makeAdministrator(world, address())
    await world.ok(world.people.super, 'team_member_add', {
      teamId: world.team,
      userId: inviter.accountId,
      role: 'owner',
    })
    const email = address()
    await world.ok(inviter, 'team_invite', { teamId: world.team, email, role: 'member' })
    return { inviter, token: tokenIn((await world.mailbox.next(email)).link) }
  }

  test.each([
    ['was removed from the team', (id: string) => sql`DELETE FROM team_members WHERE ${member(id)}`],
    [
      'is a member of the team only',
      (id: string) => sql`UPDATE team_members SET role = 'member' WHERE ${member(id)}`,
    ],
    ['is deactivated', (id: string) => sql`UPDATE accounts SET active = false WHERE id = ${id}`],
    ['is locked', (id: string) => sql`UPDATE accounts SET locked_at = now() WHERE id = ${id}`],
    ['was deleted', (id: string) => sql`DELETE FROM accounts WHERE id = ${id}`],
  ])('an invitation is invalid when the inviter %s', async (_what, change) => {
    const { inviter, token } = await invited()
    await world.database.run(change(inviter.accountId))
    const { status, body } = await accept(token, password)
    expect([status, (body as { code: string }).code]).toEqual([404, 'invitation_invalid'])
  })

  test('an invitation is valid when the inviter is a super administrator who left the team', async () => {
    const { inviter, token } = await invited()
    await world.database.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      SELECT super_team_id, administrators_project_id, ${inviter.accountId}, 'owner' FROM instance`)
    await world.database.run(sql`DELETE FROM team_members WHERE ${member(inviter.accountId)}`)
    expect((await accept(token, password)).status).toBe(200)
    await world.database.run(sql`
      DELETE FROM team_members WHERE account_id = ${inviter.accountId} AND team_id = (SELECT super_team_id FROM instance)`)
  })
})
