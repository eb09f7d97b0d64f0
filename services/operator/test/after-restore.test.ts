import { raw, sql } from '@signet/db'
import { actors, auditEntry, connectNats, enqueue, recordAudit, startRelay } from '@signet/events'
import { artifactTableNames } from '@signet/sessions'
import { startNats } from '@signet/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endUntrusted } from '../src/after-restore/end-untrusted.ts'
import { changesLost } from '../src/after-restore/lost-changes.ts'
import { instance } from './instance.ts'

const entry = (targetId: string) => ({
  actor: actors.administrator('usr_admin'),
  action: 'enduser.lock' as const,
  targetType: 'EndUser' as const,
  targetId,
  targetScope: 'instance',
  surface: null,
  projectId: null,
})

const baseUrl = 'https://id.example.com'

async function signedIn() {
  const { database, projectId } = await instance()
  await database.run(sql`INSERT INTO accounts (project_id, id) VALUES (${projectId}, 'usr_1')`)
  await database.run(sql`
    INSERT INTO clients (project_id, id, application_type, token_endpoint_auth_method, backchannel_logout_uri)
    VALUES (${projectId}, 'app', 'web', 'none', 'https://app.example/logout')`)
  const authorizations = JSON.stringify({ authorizations: { app: { sid: 'sid_1', grantId: 'grant' } } })
  await database.run(
    sql`ALTER TABLE oidc_registration_tokens ALTER kind SET DEFAULT 'RegistrationAccessToken'`,
  )
  for (const table of artifactTableNames)
    await database.run(sql`
      INSERT INTO ${raw(table)} (project_id, id, payload) VALUES (${projectId}, ${`of ${table}`}, ${authorizations}::jsonb)`)
  await database.run(sql`UPDATE oidc_sessions SET account_id = 'usr_1', uid = 'uid'`)
  return { database, projectId }
}

test('nothing that was issued before a restore is valid again, and applications are notified', async () => {
  const { database, projectId } = await signedIn()
  const { ended } = await endUntrusted(database, baseUrl)
  expect(ended.get('people')).toBe(1)
  const left: string[] = []
  for (const table of artifactTableNames)
    if ((await database.rows(sql`SELECT id FROM ${raw(table)}`)).length > 0) left.push(table)
  expect(left).toEqual(['oidc_replay_detections', 'oidc_registration_tokens'])
  expect(
    await database.rows(
      sql`SELECT payload->>'sub' AS sub, payload->>'sid' AS sid, payload->>'issuer' AS issuer FROM outbox WHERE subject LIKE 'signet.logout.%'`,
    ),
  ).toEqual([
    { sub: 'usr_1', sid: expect.any(String), issuer: baseUrl },
    { sub: 'usr_1', sid: null, issuer: baseUrl },
  ])
  const [project] = await database.rows<{ version: number }>(
    sql`SELECT version FROM projects WHERE id = ${projectId}`,
  )
  expect(project?.version).toBeGreaterThan(1)
  expect(await database.rows(sql`SELECT action, actor FROM audit_entries`)).toEqual([
    { action: 'instance.restored', actor: 'instance' },
  ])
})

test('the changes after the restore point are listed from NATS, and a repetition lists the same', async () => {
  const { database } = await instance()
  const server = await startNats()
  const nats = connectNats({ url: server.url, name: 'test' })
  onTestFinished(async () => {
    await nats.close()
    await server.close()
  })
  await recordAudit(database, entry('usr_before'))
  const [before] = await database.rows<{ at: Date }>(sql`SELECT at FROM audit_entries`)
  const relay = startRelay({ database, nats })
  onTestFinished(() => relay.close())
  const after = { entryId: 'aud_2', at: new Date((before?.at.getTime() ?? 0) + 5_000).toISOString() }
  await enqueue(database, auditEntry, { ...entry('usr_after'), ...after })
  await vi.waitFor(async () => expect(await database.rows(sql`SELECT id FROM outbox`)).toEqual([]), 20_000)
  const first = await endUntrusted(database, baseUrl)
  const again = await endUntrusted(database, baseUrl)
  expect(again.restoredTo).toEqual(first.restoredTo)
  const lost = await changesLost(nats, again.restoredTo)
  expect(lost.map(({ targetId }) => targetId)).toContain('usr_after')
  expect(lost.map(({ targetId }) => targetId)).not.toContain('usr_before')
})
