import { raw, sql } from '@signet/db'
import { ensureAuditPartitions } from '@signet/db/audit'
import { startMailbox, startNats } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { examineInstance } from '../src/doctor/examine.ts'
import { instance } from './instance.ts'

async function healthy() {
  const { database, env } = await instance()
  const [nats, mailbox] = await Promise.all([startNats(), startMailbox()])
  onTestFinished(async () => {
    await nats.close()
    await mailbox.close()
  })
  await database.run(sql`
    INSERT INTO smtp_settings (host, port, secure, username, from_name, from_email)
    VALUES (${mailbox.host}, ${mailbox.port}, false, '', 'Signet', 'no-reply@example.com')`)
  return {
    database,
    env: { ...env, NATS_URL: nats.url, SIGNET_MAIL_ALLOW: `${mailbox.host}:${mailbox.port}` },
  }
}

/** Lists the failed checks with their remedies. */
const wrongOf = async (env: NodeJS.ProcessEnv): Promise<string[]> =>
  (await examineInstance(env))
    .filter(({ state }) => state !== 'good')
    .map(({ about, message, remedy }) => `${about}: ${message}. ${remedy}`)

test('doctor reports nothing on a healthy instance', async () => {
  const { env } = await healthy()
  expect(await wrongOf(env)).toEqual([])
})

test('doctor reports all problems together, each with a remedy', async () => {
  const { env, database } = await healthy()
  await database.run(
    raw(`DELETE FROM signet_schema.migrations WHERE name = (SELECT max(name) FROM signet_schema.migrations)`),
  )
  await database.run(sql`DELETE FROM smtp_settings`)
  await database.run(sql`
    INSERT INTO outbox (id, subject, payload, created_at) VALUES ('evt_1', 'signet.audit.x', '{}', now() - interval '1 day')`)
  await database.run(sql`
    INSERT INTO idempotency_keys (digest, tool, arguments_digest, expires_at) VALUES ('d', 't', 'a', now() - interval '1 day')`)
  const found = await wrongOf({
    ...env,
    SIGNET_SECRET_KEYS: `other:${'A'.repeat(43)}`,
    SIGNET_BASE_URL: 'https://signet.invalid',
    NATS_URL: 'nats://127.0.0.1:1',
    PORT: 'http',
  })
  const expected = [
    /^configuration: The environment variable PORT is not valid/,
    /^NATS: cannot be used/,
    /^schema: is behind: \d{4}_\w+. Run db:migrate/,
    /^secret keys: \S+ encrypted stored secrets and is missing. Add it/,
    /^sweeping: rows that expired/,
    /^outbox: 1 events, the oldest of 86\d+ s/,
    /^mail: no server is configured/,
    /^https:\/\/signet.invalid: its name has no address/,
  ]
  for (const pattern of expected) expect(found).toContainEqual(expect.stringMatching(pattern))
  expect(found).toHaveLength(expected.length)
})

test('doctor names a missing month of the audit and entries outside of all months', async () => {
  const { env, database } = await healthy()
  const [next] = await database.rows<{ month: string; name: string }>(sql`
    SELECT to_char(month, 'YYYY-MM') AS month, 'entries_' || to_char(month, 'YYYY_MM') AS name
    FROM (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month' AS month) next`)
  await database.run(raw(`DROP TABLE signet_audit.${next?.name}`))
  const missing = expect.stringContaining(`audit: the partition of ${next?.month} is missing. Run db:migrate`)
  expect(await wrongOf(env)).toEqual([missing])
  // One entry is after all partitions that are created in advance, and one before all of them.
  for (const [id, at] of [
    ['aud_later', '4 months'],
    ['aud_before', '-40 years'],
  ])
    await database.run(sql`
      INSERT INTO audit_entries (id, at, actor, action, target_type, target_id, target_scope, detail)
      VALUES (${id}, now() + ${at}::interval, 'usr_1', 'team.create', 'Team', 'team_1', 'instance', '{}'::jsonb)`)
  expect(await wrongOf(env)).toEqual([
    missing,
    expect.stringMatching(/^audit: the default partition has entries\. Run db:migrate/),
  ])
  await ensureAuditPartitions(database)
  expect(await wrongOf(env)).toEqual([])
})
