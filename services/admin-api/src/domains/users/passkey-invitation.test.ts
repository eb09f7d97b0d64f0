import { sql } from '@signet/db'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configureMail } from '../../../test/support/attempts.ts'
import { addPasskey } from '../../../test/support/passkeys.ts'
import { newAdministrator, ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
})
afterAll(() => world?.close())
beforeEach(() => configureMail(world))

async function newUser() {
  const { projectId } = await ownProject(world)
  const email = `${unique('u')}@example.com`
  const { id: userId } = await world.ok(owner, 'project_user_create', { projectId, email })
  return { projectId, userId, email }
}

const refusalOf = async (person: World['people']['owner'], at: object) => {
  const { status, body } = await world.call(person, 'project_user_passkey_invite', { ...at })
  return [status, Object(body).code]
}

describe('invitation to add a passkey:', () => {
  test('the link is mailed to the address of the user, and no response, entry or row contains its token', async () => {
    const { projectId, userId, email } = await newUser()
    const at = { projectId, userId }
    const answer = await world.ok(owner, 'project_user_passkey_invite', { ...at, language: 'de' })
    expect(answer.email).toBe(email)
    const days = (Date.parse(answer.expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(7)
    const mail = await world.mailbox.next(email)
    expect(mail.subject).toContain('Passkey')
    const { pathname, searchParams } = new URL(mail.link ?? '')
    expect(pathname).toMatch(/\/account\/passkey$/)
    const token = searchParams.get('token') ?? ''
    const { entries } = await world.ok(owner, 'audit_list', { project: projectId })
    expect(entries[0]).toMatchObject({
      action: 'enduser.passkey.invite',
      targetId: userId,
      detail: { email },
    })
    const rows = await world.database.rows(
      sql`SELECT t::text FROM account_tokens t WHERE account_id = ${userId}`,
    )
    expect([rows.length, token.length > 20]).toEqual([1, true])
    for (const shown of [answer, entries, rows]) expect(JSON.stringify(shown)).not.toContain(token)
    const { messages } = await world.ok(owner, 'project_user_get', at)
    expect(messages).toMatchObject([{ purpose: 'passkey', state: 'sent' }])
  })

  test('a user with a passkey of the present host is refused, and one with a passkey of another host is invited', async () => {
    const { projectId, userId } = await newUser()
    await addPasskey(world, { projectId, accountId: userId }, 'old.example')
    const passkeyId = await addPasskey(world, { projectId, accountId: userId })
    const at = { projectId, userId }
    expect(await refusalOf(owner, at)).toEqual([409, 'second_factor_enrolled'])
    await world.ok(owner, 'project_user_passkey_delete', { ...at, passkeyId })
    expect(await refusalOf(owner, at)).toEqual([200, undefined])
  })

  test('a project without passwords whose rule is allowed has no passkeys', async () => {
    const { projectId, userId } = await newUser()
    await world.database.run(sql`UPDATE projects SET password_login = false WHERE id = ${projectId}`)
    expect(await refusalOf(owner, { projectId, userId })).toEqual([409, 'passkeys_off'])
  })

  test('only a super administrator invites an administrator, and no agent invites', async () => {
    const userId = await newAdministrator(world)
    const at = { projectId: world.administratorsProject, userId }
    expect(await refusalOf(owner, at)).toEqual([404, 'not_found'])
    expect(await refusalOf(world.people.stranger, at)).toEqual([404, 'not_found'])
    for (const person of [world.people.super, owner]) {
      const agent = await world.agent(person, ['admin:read', 'admin:write', 'admin:high'])
      const target = person === owner ? await newUser() : at
      const { projectId, userId: id } = target
      expect(await refusalOf(agent, { projectId, userId: id })).toEqual([403, 'console_only'])
    }
    expect(await refusalOf(world.people.super, at)).toEqual([200, undefined])
  })
})
