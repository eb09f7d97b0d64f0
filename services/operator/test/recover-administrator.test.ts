import { choosePassword, createAccount, redeemLink } from '@signet/accounts'
import { auditedBefore, type Database, sql } from '@signet/db'
import { expect, test } from 'vitest'
import { recoverAdministrator } from '../src/recover-administrator/recover.ts'
import { instance } from './instance.ts'

const baseUrl = 'https://id.example.com'

async function administrators() {
  const { database } = await instance()
  const [row] = await database.rows<{ projectId: string; superTeamId: string }>(
    sql`SELECT administrators_project_id AS "projectId", super_team_id AS "superTeamId" FROM instance`,
  )
  if (!row) throw new Error('The template has no instance row.')
  return { database, ...row }
}

const stateOf = (database: Database) =>
  database.rows(sql`
    SELECT a.email, a.active, a.locked_at IS NOT NULL AS locked, a.totp_sealed IS NOT NULL AS authenticator,
      EXISTS (SELECT FROM team_members m, instance i WHERE m.team_id = i.super_team_id AND m.account_id = a.id) AS super
    FROM accounts a`)

const entries = (database: Database) =>
  database.rows(sql`SELECT actor, action, target_type AS "targetType", detail FROM audit_entries ORDER BY at`)

const redeem = (database: Database, projectId: string, url: string, purpose: 'reset' | 'invitation') => {
  expect(url.startsWith(`${baseUrl}/account/${purpose}?token=`)).toBe(true)
  return database.transaction((tx) =>
    redeemLink(tx, projectId, new URL(url).searchParams.get('token') ?? '', purpose),
  )
}

test('an administrator who is locked, inactive and without their app gets access with a link that works once', async () => {
  const { database, projectId } = await administrators()
  await createAccount(auditedBefore(database), {
    projectId,
    id: 'usr_1',
    email: 'Ada@Example.com',
    passwordHash: 'old',
  })
  await database.run(sql`
    UPDATE accounts SET active = false, locked_at = now(), totp_sealed = 'x', totp_enrolled_at = now()`)
  await database.run(sql`
    INSERT INTO passkeys (project_id, id, account_id, credential_id, public_key, rp_id, aaguid, synced, backed_up, name)
    VALUES (${projectId}, 'psk_1', 'usr_1', 'x', 'x', 'x', 'x', false, false, 'x')`)
  const recovery = { email: 'ada@example.com', forgetAuthenticator: true }
  const first = await recoverAdministrator(database, baseUrl, recovery)
  const { url } = await recoverAdministrator(database, baseUrl, recovery)
  expect(await stateOf(database)).toEqual([
    { email: 'Ada@Example.com', active: true, locked: false, authenticator: false, super: false },
  ])
  expect(await database.rows(sql`SELECT 1 FROM passkeys`)).toEqual([])
  expect(await redeem(database, projectId, first.url, 'reset')).toBeNull()
  expect(await redeem(database, projectId, url, 'reset')).toEqual({
    accountId: 'usr_1',
    email: 'Ada@Example.com',
  })
  expect(await redeem(database, projectId, url, 'reset')).toBeNull()
  await choosePassword(auditedBefore(database), { id: projectId, issuer: baseUrl }, 'usr_1', 'new')
  expect(await entries(database)).toEqual(
    [1, 2].map(() => ({
      actor: 'instance',
      action: 'admin.recovered',
      targetType: 'AdminUser',
      detail: recovery,
    })),
  )
})

test('a super administrator is created and invited when no administrator is left', async () => {
  const { database, projectId } = await administrators()
  const { url } = await recoverAdministrator(database, baseUrl, {
    email: 'new@example.com',
    create: true,
    superAdministrator: true,
  })
  expect(await stateOf(database)).toEqual([
    { email: 'new@example.com', active: true, locked: false, authenticator: false, super: true },
  ])
  expect(await redeem(database, projectId, url, 'invitation')).toMatchObject({ email: 'new@example.com' })
})

test('an unknown address, and password sign-in that is switched off, are refused without a change', async () => {
  const { database } = await administrators()
  const recovery = { email: 'nobody@example.com' }
  await expect(recoverAdministrator(database, baseUrl, recovery)).rejects.toThrow(
    'There is no administrator nobody@example.com: add --create to create one.',
  )
  await database.run(sql`UPDATE projects SET password_login = false`)
  const create = { ...recovery, create: true }
  await expect(recoverAdministrator(database, baseUrl, create)).rejects.toThrow(/add --allow-passwords/)
  expect(await stateOf(database)).toEqual([])
  expect(await entries(database)).toEqual([])
  await recoverAdministrator(database, baseUrl, { ...create, allowPasswords: true })
  const changed = sql`SELECT p.reserved, p.version > 1 AS renewed FROM projects p WHERE password_login`
  expect(await database.rows(changed)).toEqual([{ reserved: 'administrators', renewed: true }])
})
