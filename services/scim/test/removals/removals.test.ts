import { auditedBefore, sql } from '@signet/db'
import { lockConnection, readHold, releaseHold, updateConnection } from '@signet/provisioning'
import { newTypeId } from '@signet/runtime'
import { inParallel } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Directory, startDirectory, uniqueName } from '../directory.ts'
import { makeConnection, type Scim, startScim } from '../support.ts'

let scim: Scim
let directory: Directory
beforeAll(async () => {
  scim = await startScim()
})
afterAll(() => scim?.close())

const ways = {
  'PATCH active: false': (id: string) =>
    directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]),
  'PATCH without a path': (id: string) =>
    directory.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }]),
  'PUT active: false': (id: string) => directory.put(`/Users/${id}`, { userName: id, active: false }),
  DELETE: (id: string) => directory.remove(`/Users/${id}`),
}
const names = Object.keys(ways) as (keyof typeof ways)[]

/** The user has every kind of token at an application with back-channel logout. */
async function signedIn(): Promise<{ id: string; clientId: string }> {
  const { projectId } = directory
  const id = await directory.user()
  const clientId = newTypeId('app')
  await scim.database.run(sql`
    INSERT INTO clients (project_id, id, client_name, token_endpoint_auth_method, backchannel_logout_uri)
    VALUES (${projectId}, ${clientId}, 'App', 'none', 'https://app.example/logout')`)
  const session = JSON.stringify({ authorizations: { [clientId]: { sid: 'the-sid' } } })
  await scim.database.run(sql`
    INSERT INTO oidc_sessions (project_id, id, uid, account_id, payload, expires_at)
    VALUES (${projectId}, ${newTypeId('ses')}, ${newTypeId('uid')}, ${id}, ${session}::jsonb, now() + interval '1 hour')`)
  await scim.database.run(sql`
    INSERT INTO oidc_grants (project_id, id, account_id, client_id, payload)
    VALUES (${projectId}, ${newTypeId('gra')}, ${id}, ${clientId}, '{}'::jsonb)`)
  await scim.database.run(sql`
    INSERT INTO oidc_refresh_tokens (project_id, id, account_id, client_id, payload, expires_at)
    VALUES (${projectId}, ${newTypeId('ref')}, ${id}, ${clientId}, '{"iat":1700000000}'::jsonb, now() + interval '1 day')`)
  return { id, clientId }
}

async function issuedTo(id: string): Promise<number> {
  const [row] = await scim.database.rows<{ issued: number }>(sql`
    SELECT ((SELECT count(*) FROM oidc_sessions WHERE account_id = ${id}) + (SELECT count(*) FROM oidc_grants WHERE account_id = ${id})
      + (SELECT count(*) FROM oidc_refresh_tokens WHERE account_id = ${id}))::int AS issued`)
  return row?.issued ?? -1
}

const noticesTo = (clientId: string) =>
  scim.database.rows<{ sub: string; sid: string | null }>(
    sql`SELECT payload->>'sub' AS sub, payload->>'sid' AS sid FROM outbox WHERE payload->>'clientId' = ${clientId}`,
  )

const limitTo = (count: number, at: Directory = directory) =>
  scim.database.transaction((tx) =>
    updateConnection(auditedBefore(tx), at, { threshold: { count, windowSeconds: 300 } }),
  )

const release = () => scim.database.transaction((tx) => releaseHold(auditedBefore(tx), directory))

describe.each(names)('%s:', (name) => {
  const remove = ways[name]

  it('the removal ends sessions, grants and tokens and enqueues the logout notice before its response', async () => {
    directory = await startDirectory(scim)
    const { id, clientId } = await signedIn()
    expect(await issuedTo(id)).toBe(3)
    expect([200, 204]).toContain((await remove(id)).status)
    expect(await issuedTo(id)).toBe(0)
    expect(await noticesTo(clientId)).toEqual([
      { sub: id, sid: expect.any(String) },
      { sub: id, sid: null },
    ])
    const actions = (await directory.entries(id)).map(({ action }) => action)
    expect(actions).toEqual(['enduser.create', name === 'DELETE' ? 'enduser.delete' : 'enduser.update'])
  })

  it('the removal runs concurrently with another one when the connection has no threshold', async () => {
    directory = await startDirectory(scim)
    const { projectId, connectionId } = directory
    const id = await directory.user()
    await scim.database.transaction(async (tx) => {
      await lockConnection(tx, { projectId, connectionId }, 'shared')
      expect([200, 204]).toContain((await remove(id)).status)
    })
  })

  it('a held removal changes nothing and leaves its record, and the retry succeeds after the release', async () => {
    directory = await startDirectory(scim)
    await limitTo(1)
    await directory.remove(`/Users/${await directory.user()}`)
    const { id, clientId } = await signedIn()
    const before = await directory.account(id)
    for (const attempt of [1, 2]) {
      const held = await remove(id)
      expect([held.status, held.body.status, held.headers.get('retry-after')]).toEqual([409, '409', null])
      expect(held.body.detail).toContain('held back')
      expect(await readHold(scim.database, directory)).toMatchObject({
        count: 1,
        refused: attempt,
        rows: [{ userId: id, attempts: attempt, operation: name === 'DELETE' ? 'delete' : 'deactivate' }],
      })
    }
    expect(await directory.account(id)).toEqual(before)
    expect(await issuedTo(id)).toBe(3)
    expect(await noticesTo(clientId)).toEqual([])
    expect(await directory.entries(id)).toHaveLength(1)
    await release()
    expect([200, 204]).toContain((await remove(id)).status)
    expect(await issuedTo(id)).toBe(0)
  })
})

describe('the threshold:', () => {
  it('exactly 10 of 40 concurrent removals of every kind succeed with a threshold of 10', async () => {
    directory = await startDirectory(scim)
    await limitTo(10)
    const ids: string[] = []
    await inParallel(40, 8, async (index) => {
      ids[index] = await directory.user()
    })
    const answers = await Promise.all(
      ids.map((id, index) => ways[names[index % names.length] ?? 'DELETE'](id)),
    )
    const statuses = Map.groupBy(answers, ({ status }) => (status === 409 ? 'held' : 'removed'))
    expect([statuses.get('removed')?.length, statuses.get('held')?.length]).toEqual([10, 30])
    expect(await readHold(scim.database, directory)).toMatchObject({ count: 10, refused: 30, total: 30 })
    const [row] = await scim.database.rows<{ active: number }>(
      sql`SELECT count(*)::int AS active FROM accounts WHERE id = ANY(${ids}) AND active`,
    )
    expect(row?.active).toBe(30)
  })

  it('the threshold counts a repeated deactivation once, and no creation, change or reactivation', async () => {
    directory = await startDirectory(scim)
    await limitTo(2)
    const [first, second] = [await directory.user(), await directory.user()]
    for (let time = 0; time < 3; time += 1)
      expect((await ways['PATCH active: false'](first)).status).toBe(200)
    await directory.patch(`/Users/${first}`, [{ op: 'replace', path: 'active', value: true }])
    await directory.patch(`/Users/${second}`, [{ op: 'add', path: 'title', value: 'x' }])
    expect(await readHold(scim.database, directory)).toBeNull()
    expect((await ways.DELETE(second)).status).toBe(204)
    expect(await readHold(scim.database, directory)).toMatchObject({ count: 2, refused: 0 })
  })

  it('a hold allows users to be created, changed, reactivated and added to groups', async () => {
    directory = await startDirectory(scim)
    const [gone, kept, off] = [
      await directory.user(),
      await directory.user(),
      await directory.user({ active: false }),
    ]
    await limitTo(1)
    await directory.remove(`/Users/${gone}`)
    expect((await directory.post('/Users', { userName: uniqueName('new') })).status).toBe(201)
    const renamed = await directory.patch(`/Users/${kept}`, [{ op: 'add', path: 'title', value: 'x' }])
    const back = await directory.patch(`/Users/${off}`, [{ op: 'replace', path: 'active', value: true }])
    expect([renamed.status, back.status]).toEqual([200, 200])
    const group = await directory.group({ members: [{ value: kept }] })
    expect((await directory.remove(`/Groups/${group}`)).status).toBe(204)
    const both = await directory.patch(`/Users/${kept}`, [
      { op: 'replace', path: 'title', value: 'y' },
      { op: 'replace', path: 'active', value: false },
    ])
    expect(both.status).toBe(409)
    expect((await directory.get(`/Users/${kept}`)).body).toMatchObject({ title: 'x', active: true })
  })
})

describe("the administrators' project:", () => {
  it('the last super administrator cannot be removed, and the removal of another one deletes their own teams', async () => {
    const made = await makeConnection(scim, 'root')
    const [instance] = await scim.database.rows<{ projectId: string; teamId: string }>(sql`
      SELECT administrators_project_id AS "projectId", super_team_id AS "teamId" FROM instance`)
    const { projectId, teamId } = instance ?? { projectId: '', teamId: '' }
    await scim.database.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
      VALUES (${projectId}, 'idp', 'Upstream', 'https://idp.example', 'x', 0)`)
    await scim.database.run(
      sql`UPDATE provisioning_connections SET project_id = ${projectId}, provider_id = 'idp' WHERE id = ${made.connectionId}`,
    )
    directory = await startDirectory(scim, { ...made, projectId })
    const [first, second] = [await directory.user(), await directory.user()]
    await scim.database.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      SELECT ${teamId}, ${projectId}, id, 'owner' FROM unnest(${[first, second]}::text[]) id`)
    expect((await directory.remove(`/Users/${second}`)).status).toBe(204)
    for (const name of names) expect([name, (await ways[name](first)).status]).toEqual([name, 409])
    expect(await directory.account(first)).toMatchObject({ active: true })
  })

  it('the only super administrator who can sign in cannot be removed while another one is active', async () => {
    const { projectId } = directory
    const linked = await directory.user()
    await scim.database.run(sql`
      INSERT INTO team_members (team_id, project_id, account_id, role)
      SELECT super_team_id, ${projectId}, ${linked}, 'owner' FROM instance`)
    await scim.database.run(sql`
      INSERT INTO identities (project_id, account_id, provider_id, issuer, subject)
      VALUES (${projectId}, ${linked}, 'idp', 'https://idp.example', 'subject')`)
    for (const name of names) {
      const { status, body } = await ways[name](linked)
      expect([name, status, Object(body).detail]).toEqual([
        name,
        409,
        expect.stringContaining('another super administrator can sign in'),
      ])
    }
    expect(await directory.account(linked)).toMatchObject({ active: true })
  })
})

it('a change of a project scheduled for deletion is refused, also in a request that was authenticated before', async () => {
  directory = await startDirectory(scim)
  const id = await directory.user()
  await scim.database.run(
    sql`UPDATE projects SET deletion_scheduled_at = now() WHERE id = ${directory.projectId}`,
  )
  for (const name of names) expect([name, (await ways[name](id)).status]).toEqual([name, 403])
})

it('a change that waits while the deletion of its project is scheduled is refused', async () => {
  directory = await startDirectory(scim)
  const id = await directory.user()
  const waiting = () =>
    scim.database.rows<object>(
      sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'`,
    )
  const answer = await scim.database.transaction(async (tx) => {
    await tx.run(sql`UPDATE projects SET deletion_scheduled_at = now() WHERE id = ${directory.projectId}`)
    const sent = ways['PATCH active: false'](id)
    await expect.poll(waiting, { timeout: 10_000, interval: 10 }).toHaveLength(1)
    return { sent }
  })
  expect((await answer.sent).status).toBe(403)
  expect(await directory.account(id)).toMatchObject({ active: true })
})
