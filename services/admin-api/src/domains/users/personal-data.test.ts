import { type ErasureReceipt, type operations, PersonalData, type PreviewOf } from '@signet/contracts'
import { raw, sql } from '@signet/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkedUser } from '../../../test/support/directories.ts'
import { addPasskey, addRecoveryCodes } from '../../../test/support/passkeys.ts'
import { makeClient, ownProject, signedIn, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'
import { markWrites } from '../../../test/support/writes.ts'

let world: World
let owner: World['people']['owner']
beforeAll(async () => {
  world = await startWorld()
  owner = world.people.owner
})
afterAll(() => world?.close())

async function fullUser() {
  const { projectId } = await ownProject(world)
  const at = { world, projectId }
  const { userId, providerId } = await linkedUser(at)
  const one = { projectId, userId }
  const clientId = await makeClient({ ...at, teamId: world.team })
  await signedIn({ world }, one, clientId)
  const { id: groupId } = await world.ok(owner, 'project_group_create', { projectId, displayName: 'Staff' })
  await world.ok(owner, 'project_group_member_add', { projectId, groupId, userIds: [userId] })
  await addPasskey(world, { projectId, accountId: userId })
  await addRecoveryCodes(world, { projectId, accountId: userId })
  const payload = { iat: 1_700_000_000, openid: { scope: 'openid email' } }
  await world.database.run(sql`
    INSERT INTO oidc_grants (project_id, id, account_id, client_id, payload, expires_at)
    VALUES (${projectId}, ${unique('g')}, ${userId}, ${clientId}, ${JSON.stringify(payload)}::jsonb, now() + interval '1 day')`)
  await world.database.run(sql`
    INSERT INTO upstream_sessions (project_id, id, provider_id, subject, account_id, session_uid, expires_at)
    VALUES (${projectId}, ${unique('u')}, ${providerId}, 's', ${userId}, 'uid', now() + interval '1 hour')`)
  await world.ok(owner, 'project_user_update', { ...one, claims: { department: 'research' } })
  return { ...one, clientId }
}

type Preview = PreviewOf<typeof operations.project_user_erase>

const preview = async (input: { projectId: string; userId: string }): Promise<Preview> =>
  (await world.call(owner, 'project_user_erase', input)).body as Preview

const entriesOf = (projectId: string, action: string) =>
  world.ok(owner, 'audit_list', { project: projectId, action })

describe('exports of the data of a user:', () => {
  test('the document has the account, groups, links, passkeys, sessions, applications and audit entries', async () => {
    const { projectId, userId, clientId } = await fullUser()
    const { email } = await world.ok(owner, 'project_user_get', { projectId, userId })
    await world.database.run(sql`
      INSERT INTO account_activity (project_id, account_id, last_day) VALUES (${projectId}, ${userId}, '2026-03-04')`)
    const { data } = await world.ok(owner, 'project_user_data_export', { projectId, userId })
    expect(PersonalData.parse(data)).toMatchObject({
      format: 'signet-personal-data',
      account: {
        id: userId,
        email,
        claims: { department: 'research' },
        recoveryCodesLeft: expect.any(Number),
        lastActiveOn: '2026-03-04',
      },
      groups: ['Staff'],
      identities: [{ subject: expect.any(String) }],
      passkeys: [{ name: 'Phone' }],
      sessions: [{ applications: [expect.any(String)] }],
      applications: [{ clientId, scopes: ['openid', 'email'] }],
      auditEntriesLeftOut: 0,
    })
    const written = data.auditEntries.map(({ action, by }) => `${action} by ${by}`)
    expect(written).toEqual(
      expect.arrayContaining(['enduser.update by administrator', 'enduser.data.export by administrator']),
    )
    expect(JSON.stringify(data)).not.toMatch(/publicKey|credentialId|digests|passwordHash|seal/i)
    expect(JSON.stringify(data)).not.toContain(owner.accountId)
  })

  test('an export is audited for the user, and its entry has neither name nor address', async () => {
    const { projectId, userId } = await fullUser()
    await world.ok(owner, 'project_user_data_export', { projectId, userId })
    const { entries } = await entriesOf(projectId, 'enduser.data.export')
    expect(entries).toMatchObject([{ targetId: userId, detail: {} }])
  })
})

describe('erasures of a user:', () => {
  test('the preview has the receipt and changes nothing', async () => {
    const one = await fullUser()
    const since = await markWrites(world.database)
    const { projectId, userId } = one
    const shown = await preview({ projectId, userId })
    expect(shown.erased).toMatchObject({
      ...{ sessions: 1, applications: 1, identities: 1, passkeys: 1, groups: 1 },
    })
    expect(shown.recipients).toHaveLength(2)
    expect(shown.kept.map(({ what }) => what)).toContain('audit_entries')
    expect((await since()).tables).toEqual([])
  })

  test('a confirmed erasure deletes every row of the user and returns the previewed receipt', async () => {
    const { projectId, userId } = await fullUser()
    const { expect: counted, consequences: _sentences, ...receipt } = await preview({ projectId, userId })
    const erased = await world.ok(owner, 'project_user_erase', {
      ...{ projectId, userId, confirm: true, expect: counted },
    })
    expect(erased).toEqual({ ...receipt, erasedAt: expect.any(String) })
    expect(await tablesWith(userId)).toEqual(['audit_entries', 'outbox'])
    expect(await world.refused(owner, 'project_user_get', { projectId, userId })).toMatchObject({
      status: 404,
    })
  })

  test('the audit entry has the digest of the receipt, and neither name nor address', async () => {
    const { projectId, userId } = await fullUser()
    const { email } = await world.ok(owner, 'project_user_get', { projectId, userId })
    const { expect: counted } = await preview({ projectId, userId })
    const receipt = await world.ok(owner, 'project_user_erase', {
      ...{ projectId, userId, confirm: true, expect: counted },
    })
    const { entries } = await entriesOf(projectId, 'enduser.erase')
    expect(entries).toMatchObject([
      { targetId: userId, detail: { digest: (receipt as ErasureReceipt).digest } },
    ])
    expect(JSON.stringify(entries)).not.toContain(email)
  })

  test('a confirmation is rejected with a new preview after the data of the user changed', async () => {
    const { projectId, userId } = await fullUser()
    const { expect: counted } = await preview({ projectId, userId })
    await addPasskey(world, { projectId, accountId: userId })
    expect(
      await world.refused(owner, 'project_user_erase', {
        ...{ projectId, userId, confirm: true, expect: counted },
      }),
    ).toMatchObject({ status: 409, code: 'stale_preview', erased: { passkeys: 2 } })
    expect(await world.ok(owner, 'project_user_get', { projectId, userId })).toMatchObject({ id: userId })
  })
})

async function tablesWith(accountId: string): Promise<string[]> {
  const tables = await world.database.rows<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await world.database.rows<object>(
      sql`SELECT 1 FROM ${raw(`"${name}"`)} t WHERE to_jsonb(t)::text LIKE ${`%${accountId}%`} LIMIT 1`,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
