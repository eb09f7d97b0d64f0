import { sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configureMail } from '../../../test/support/attempts.ts'
import { addPasskey, addRecoveryCodes } from '../../../test/support/passkeys.ts'
import { makeUser, ownProject, signedIn, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
  await configureMail(world)
})
afterAll(() => world?.close())

async function userWithPasskey({ host, password = false }: { host?: string; password?: boolean } = {}) {
  const { projectId } = await ownProject(world)
  return { projectId, ...(await addUser(projectId, { ...(host ? { host } : {}), password })) }
}

async function addUser(projectId: string, { host, password }: { host?: string; password: boolean }) {
  const userId = await makeUser({ world, projectId, teamId: world.team })
  if (password) await world.database.run(sql`UPDATE accounts SET password_hash = 'x' WHERE id = ${userId}`)
  return { userId, passkeyId: await addPasskey(world, { projectId, accountId: userId }, host) }
}

describe('passkeys of a user:', () => {
  test('an administrator sees names and uses of the passkeys, and no key', async () => {
    const { projectId, userId, passkeyId } = await userWithPasskey()
    await addPasskey(world, { projectId, accountId: userId }, 'old.example')
    const { passkeys } = await world.ok(owner, 'project_user_passkey_list', { projectId, userId })
    expect(passkeys).toMatchObject([
      { id: passkeyId, name: 'Phone', synced: true, worksHere: true, lastUsedAt: null },
      { worksHere: false },
    ])
    expect(JSON.stringify(passkeys)).not.toMatch(/publicKey|credentialId|counter/)
  })

  test('a removal ends the sessions, is audited with the name, and is announced by mail', async () => {
    const { projectId, userId, passkeyId } = await userWithPasskey()
    const { email } = await world.ok(owner, 'project_user_get', { projectId, userId })
    await signedIn({ world }, { projectId, userId })
    expect(await world.ok(owner, 'project_user_passkey_delete', { projectId, userId, passkeyId })).toEqual({
      sessions: 1,
    })
    const { passkeys } = await world.ok(owner, 'project_user_passkey_list', { projectId, userId })
    expect(passkeys).toEqual([])
    const { entries } = await world.ok(owner, 'audit_list', {
      project: projectId,
      action: 'enduser.passkey.delete',
    })
    expect(entries).toMatchObject([{ targetId: userId, detail: { passkeyId, name: 'Phone' } }])
    const rows = await world.database.rows(
      sql`SELECT purpose FROM mail_messages WHERE account_id = ${userId}`,
    )
    expect([email.length > 0, rows]).toEqual([true, [{ purpose: 'way_in' }]])
  })

  test('a passkey of another user is not found', async () => {
    const { projectId, userId } = await userWithPasskey()
    const other = await addUser(projectId, { password: false })
    expect(
      await world.refused(owner, 'project_user_passkey_delete', {
        projectId,
        userId,
        passkeyId: other.passkeyId,
      }),
    ).toMatchObject({ status: 404 })
  })

  test('a user without a password is not shown as blocked while a passkey works', async () => {
    const { projectId, userId } = await userWithPasskey()
    const blockedBy = async () =>
      (await world.ok(owner, 'project_user_get', { projectId, userId })).signIn.blockedBy
    expect(await blockedBy()).not.toContain('no_password')
    await world.database.run(sql`UPDATE passkeys SET rp_id = 'old.example' WHERE account_id = ${userId}`)
    expect(await blockedBy()).toContain('no_password')
  })
})

describe('recovery codes of a user:', () => {
  const withCodes = async () => {
    const at = await userWithPasskey({ password: true })
    await addRecoveryCodes(world, { projectId: at.projectId, accountId: at.userId })
    return at
  }

  test('an administrator sees the number of codes left, and no code or digest', async () => {
    const { projectId, userId } = await withCodes()
    const answer = await world.ok(owner, 'project_user_passkey_list', { projectId, userId })
    expect(answer.recoveryCodesLeft).toBe(2)
    expect(JSON.stringify(answer)).not.toMatch(/"one"|"two"|digest|sealed/)
    const { userId: without } = await addUser(projectId, { password: true })
    const other = await world.ok(owner, 'project_user_passkey_list', { projectId, userId: without })
    expect(other.recoveryCodesLeft).toBeNull()
  })

  test('a removal ends pending sign-ins, is audited and announced by mail, and is not found the second time', async () => {
    const { projectId, userId } = await withCodes()
    const at = { projectId, userId }
    const revocations = async () =>
      (
        await world.database.rows<{ n: number }>(
          sql`SELECT revocations AS n FROM accounts WHERE id = ${userId}`,
        )
      )[0]?.n ?? 0
    const before = await revocations()
    expect(await world.ok(owner, 'project_user_recovery_codes_delete', at)).toEqual({})
    expect(await revocations()).toBe(before + 1)
    const { recoveryCodesLeft } = await world.ok(owner, 'project_user_passkey_list', at)
    expect(recoveryCodesLeft).toBeNull()
    const { entries } = await world.ok(owner, 'audit_list', {
      project: projectId,
      action: 'enduser.recovery.delete',
    })
    expect(entries).toMatchObject([{ targetId: userId }])
    const mails = await world.database.rows(
      sql`SELECT purpose FROM mail_messages WHERE account_id = ${userId}`,
    )
    expect(mails).toEqual([{ purpose: 'way_in' }])
    expect(await world.refused(owner, 'project_user_recovery_codes_delete', at)).toMatchObject({
      status: 404,
    })
  })

  test('the codes are deleted with the last second factor only', async () => {
    const { projectId, userId, passkeyId } = await withCodes()
    await world.database.run(
      sql`UPDATE accounts SET totp_sealed = 'x', totp_enrolled_at = now() WHERE id = ${userId}`,
    )
    const at = { projectId, userId }
    const left = async () => (await world.ok(owner, 'project_user_passkey_list', at)).recoveryCodesLeft
    await world.ok(owner, 'project_user_passkey_delete', { ...at, passkeyId })
    expect(await left()).toBe(2)
    await world.ok(owner, 'project_user_totp_clear', at)
    expect(await left()).toBeNull()
  })

  test('recovery codes are no sign-in method: a user with a passkey and codes is counted as one with a passkey only', async () => {
    const { projectId, userId } = await userWithPasskey()
    await addRecoveryCodes(world, { projectId, accountId: userId })
    const { body } = await world.call(owner, 'project_update', { projectId, passkeys: 'off' })
    expect(Object(body).expect).toEqual({ passkeyOnly: 1 })
  })
})

describe('rule for passkeys:', () => {
  const preview = async (input: Readonly<Record<string, unknown>>) =>
    Object((await world.call(owner, 'project_update', input)).body) as {
      expect?: object
      consequences?: readonly string[]
    }

  test('switching passkeys off counts the users whose only sign-in method they are', async () => {
    const { projectId } = await userWithPasskey()
    await addUser(projectId, { password: true })
    await addUser(projectId, { password: false, host: 'old.example' })
    const off = { projectId, passkeys: 'off' as const }
    const { expect: counts, consequences } = await preview(off)
    expect(counts).toEqual({ passkeyOnly: 1 })
    expect(consequences).toEqual([
      'Passkeys stop working: 1 person without another way to sign in cannot sign in any more.',
    ])
    expect(
      await world.ok(owner, 'project_update', { ...off, confirm: true, expect: { passkeyOnly: 1 } }),
    ).toMatchObject({ passkeys: 'off' })
  })

  test('requiring passkeys counts the users with a password and without a passkey', async () => {
    const { projectId } = await userWithPasskey({ password: true })
    await addUser(projectId, { password: true, host: 'old.example' })
    const { expect: counts } = await preview({ projectId, passkeys: 'required' })
    expect(counts).toEqual({ passwordWithoutPasskey: 1 })
  })

  test('looser rules apply without a confirmation', async () => {
    const { projectId } = await userWithPasskey()
    for (const change of [{ passkeys: 'preferred' }, { passkeyUserVerification: 'preferred' }] as const)
      expect(await world.ok(owner, 'project_update', { projectId, ...change })).toMatchObject(change)
  })

  test('switching passwords off ends passkeys under the rule allowed and keeps them under preferred', async () => {
    const { projectId } = await userWithPasskey()
    await world.database.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
      VALUES (${projectId}, ${unique('idp')}, 'Corp', 'https://corp.example', 'x', 0)`)
    const off = { projectId, passwordLogin: false }
    expect((await preview(off)).expect).toEqual({ withoutEnabledLink: 1 })
    expect((await preview({ ...off, passkeys: 'preferred' })).expect).toEqual({ withoutEnabledLink: 0 })
  })

  test('a change of the host counts the passkeys that stop working', async () => {
    const { projectId } = await userWithPasskey()
    const change = (input: object) =>
      world.call(world.people.super, 'project_address_change', { projectId, ...input })
    const moved = Object((await change({ host: `${unique('h')}.example` })).body)
    expect(moved.expect).toMatchObject({ passkeys: 1 })
    expect(moved.consequences.join(' ')).toContain('Passkeys that stop working')
    expect(Object((await change({ slug: unique('n') })).body).expect).not.toHaveProperty('passkeys')
  })
})
