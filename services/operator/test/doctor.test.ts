import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { raw, sql } from '@signet/db'
import { ensureAuditPartitions } from '@signet/db/audit'
import { keepFormerHost } from '@signet/federation'
import { freePort } from '@signet/local-servers'
import { startMailbox, startNats } from '@signet/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { examineInstance } from '../src/doctor/examine.ts'
import { instance } from './instance.ts'

async function startProbe(state: { readonly status: string; readonly failing?: readonly string[] }) {
  const server = createServer((_request, response) => {
    response.writeHead(state.status === 'ready' ? 200 : 503).end(JSON.stringify(state))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

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
    env: {
      ...env,
      NATS_URL: nats.url,
      SIGNET_MAIL_ALLOW: `${mailbox.host}:${mailbox.port}`,
      SIGNET_SERVICE_URLS: await startProbe({ status: 'ready' }),
    },
  }
}

/** PostgreSQL of the tests writes nothing durably, which is a warning. */
const isOfTests = (message: string): boolean =>
  /^(?:fsync|full_page_writes|synchronous_commit) is off/.test(message)

const wrongOf = async (env: NodeJS.ProcessEnv): Promise<string[]> =>
  (await examineInstance(env))
    .filter(({ state, message }) => state !== 'good' && !isOfTests(message))
    .map(({ about, message, remedy }) => `${about}: ${message}. ${remedy}`)

test('doctor reports nothing on a healthy instance', async () => {
  const { env } = await healthy()
  expect(await wrongOf(env)).toEqual([])
})

test('doctor checks the name of a former host while its passkeys are accepted', async () => {
  const { env, database } = await healthy()
  const projectId = 'prj_moved'
  await database.run(sql`
    INSERT INTO projects (id, name, address_form, host, team_id)
    SELECT ${projectId}, 'Moved', 'host', 'former.invalid', system_team_id FROM instance`)
  await database.transaction(async (tx) => {
    await keepFormerHost(tx, projectId)
    await tx.run(sql`UPDATE projects SET host = 'present.invalid' WHERE id = ${projectId}`)
  })
  const missing = (host: string) =>
    expect.stringContaining(`http://${host}.invalid:8080: its name has no address`)
  expect(await wrongOf(env)).toEqual([missing('present')])
  await database.run(sql`
    INSERT INTO accounts (project_id, id, email, email_key) VALUES (${projectId}, 'usr_moved', 'a@b.example', 'a@b.example')`)
  await database.run(sql`
    INSERT INTO passkeys (project_id, id, account_id, credential_id, public_key, rp_id, aaguid, synced, backed_up, name)
    VALUES (${projectId}, 'psk_moved', 'usr_moved', 'x', 'x', 'former.invalid', 'x', true, true, 'Phone')`)
  expect(await wrongOf(env)).toEqual([missing('present'), missing('former')])
  await database.run(sql`UPDATE address_tombstones SET passkeys_until = now() WHERE key = 'former.invalid'`)
  expect(await wrongOf(env)).toEqual([missing('present')])
})

test('doctor verifies the copy of the FIDO metadata, and names permitted models that are not usable', async () => {
  const { env, database } = await healthy()
  const folder = mkdtempSync(join(tmpdir(), 'signet-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [trusted, revoked, unknownModel] = [randomUUID(), randomUUID(), randomUUID()]
  const entry = (aaguid: string, status: string) => ({
    aaguid,
    metadataStatement: { description: 'Key', attestationRootCertificates: ['AAAA'] },
    statusReports: [{ status }],
  })
  const entries = [entry(trusted, 'FIDO_CERTIFIED'), entry(revoked, 'REVOKED')]
  const write = (content: unknown) => writeFileSync(join(folder, 'metadata'), JSON.stringify(content))
  const named = { ...env, SIGNET_FIDO_METADATA_FILE: join(folder, 'metadata') }
  expect(await wrongOf(named)).toEqual([
    expect.stringMatching(
      /^metadata of authenticators: cannot be used: ENOENT.* Download the metadata again/,
    ),
  ])
  write({ no: 1 })
  expect(await wrongOf(named)).toEqual([
    expect.stringContaining('cannot be used: The content is no metadata'),
  ])
  write({ no: 1, nextUpdate: '2020-01-01', entries })
  expect(await wrongOf(named)).toEqual([
    expect.stringContaining('the next version has been available since 2020-01-01. Download it'),
  ])
  write({ no: 1, nextUpdate: '2999-01-01', entries })
  expect(await wrongOf(named)).toEqual([])
  await database.run(sql`
    INSERT INTO projects (id, name, address_form, slug, team_id, passkey_authenticators)
    SELECT 'prj_keys', 'Keys', 'path', 'keys', system_team_id, ${[trusted, revoked, unknownModel]} FROM instance`)
  const found = await wrongOf(named)
  expect(found).toHaveLength(2)
  expect(found).toContainEqual(
    expect.stringContaining(`permits ${revoked}, which is reported as compromised`),
  )
  expect(found).toContainEqual(
    expect.stringContaining(`permits ${unknownModel}, which the metadata does not contain`),
  )
  expect(await wrongOf(env)).toEqual([expect.stringContaining('SIGNET_FIDO_METADATA_FILE is not set here')])
})

test('doctor reads the secrets from files, as in a container', async () => {
  const { env } = await healthy()
  const folder = mkdtempSync(join(tmpdir(), 'signet-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { DATABASE_URL, SIGNET_SECRET_KEYS, ...others }: Readonly<Record<string, string>> = env
  writeFileSync(join(folder, 'url'), `${DATABASE_URL}\n`)
  writeFileSync(join(folder, 'keys'), `${SIGNET_SECRET_KEYS}\n`)
  const files = { DATABASE_URL_FILE: join(folder, 'url'), SIGNET_SECRET_KEYS_FILE: join(folder, 'keys') }
  const findings = await examineInstance({ ...others, ...files })
  expect(findings.map(({ about }) => about)).toEqual(expect.arrayContaining(['schema', 'catalogue', 'mail']))
  expect(await wrongOf({ ...others, ...files })).toEqual([])
  expect(await wrongOf(others)).toContain('PostgreSQL: DATABASE_URL is not set here. undefined')
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
    /^base URL: is https:\/\/signet.invalid here, and http:\/\/localhost:8080 in the database. Set SIGNET_BASE_URL/,
    /^catalogue: cannot be compared, because the schema is behind/,
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

/** Damage to a database, and the finding with the start of its remedy. */
const plantedFaults: readonly (readonly [statement: string, finding: RegExp])[] = [
  [
    'DROP INDEX accounts_managed_display_name',
    /^catalogue: the index accounts_managed_display_name is missing. Run as the owner of the tables: .*CREATE INDEX/,
  ],
  [
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'clients_unused_registrations'::regclass`,
    /^catalogue: the index clients_unused_registrations is missing. .*DROP INDEX IF EXISTS .*CREATE INDEX/,
  ],
  [
    'ALTER TABLE accounts DISABLE TRIGGER accounts_addresses_insert',
    /^catalogue: the trigger accounts.accounts_addresses_insert is missing. .*CREATE TRIGGER/,
  ],
  [
    'DROP TRIGGER accounts_addresses_update ON accounts',
    /^catalogue: the trigger accounts.accounts_addresses_update is missing. .*CREATE TRIGGER/,
  ],
  [
    'ALTER POLICY of_project ON clients USING (true)',
    /^catalogue: the policy clients.of_project is different. .*DROP POLICY of_project ON clients; CREATE POLICY/,
  ],
  [
    'CREATE POLICY every_row ON accounts USING (true)',
    /^catalogue: the policy accounts.every_row is additional. .*DROP POLICY every_row ON accounts;/,
  ],
  [
    'ALTER TABLE groups DISABLE ROW LEVEL SECURITY',
    /^catalogue: row-level security of groups is missing. .*ALTER TABLE groups ENABLE ROW LEVEL SECURITY;/,
  ],
  [
    'REVOKE UPDATE ON clients FROM signet_service',
    /^catalogue: the privileges on clients to signet_service are different. .*run db:migrate/,
  ],
  [
    'GRANT DELETE ON audit_entries TO signet_service',
    /^catalogue: the privileges on audit_entries to signet_service are different. .*REVOKE ALL ON audit_entries FROM signet_service/,
  ],
  [
    'ALTER TABLE plans OWNER TO signet_instance',
    /^catalogue: plans belongs to signet_instance instead of \S+. Run as a superuser: ALTER TABLE plans OWNER TO/,
  ],
  [
    'ALTER TABLE teams ALTER COLUMN name DROP NOT NULL',
    /^catalogue: the columns of teams are different. Restore the table/,
  ],
  [
    'ALTER TABLE clients DROP CONSTRAINT clients_project_id_fkey',
    /^catalogue: the constraint clients.clients_project_id_fkey is missing. .*ALTER TABLE clients ADD CONSTRAINT/,
  ],
  [
    `CREATE OR REPLACE FUNCTION keep_addresses() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
    /^catalogue: the function keep_addresses\(\) is different. Run the statement/,
  ],
  [
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = ''serializable''', current_database()); END $$`,
    /^PostgreSQL settings: default_transaction_isolation is serializable: .* Set default_transaction_isolation to read committed/,
  ],
  [
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET session_replication_role = replica', current_database()); END $$`,
    /^PostgreSQL settings: session_replication_role is replica: .* Set session_replication_role to origin/,
  ],
]

test('doctor finds each of the planted faults of a database and of the services, with its remedy', async () => {
  const { env, database } = await healthy()
  for (const [statement] of plantedFaults) await database.run(raw(statement))
  const closed = await freePort()
  const unready = await startProbe({ status: 'not_ready', failing: ['clock'] })
  const found = await wrongOf({
    ...env,
    SIGNET_BASE_URL: 'http://localhost:9999',
    SIGNET_SERVICE_URLS: `${unready}, http://127.0.0.1:${closed}`,
  })
  for (const [statement, finding] of plantedFaults)
    expect(found, statement).toContainEqual(expect.stringMatching(finding))
  expect(found).toContain(
    `${unready}: is not ready: clock. Synchronize its clock (chrony, systemd-timesyncd).`,
  )
  expect(found).toContainEqual(
    expect.stringMatching(/^http:\/\/127.0.0.1:\d+: does not answer \(.*ECONNREFUSED.*\). Start the service/),
  )
  expect(found).toContainEqual(expect.stringMatching(/^base URL: is http:\/\/localhost:9999 here/))
})

test('an instance without a mail server is healthy, with a warning', async () => {
  const { env, database } = await healthy()
  await database.run(sql`DELETE FROM smtp_settings`)
  const findings = await examineInstance(env)
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([])
  expect(findings).toContainEqual(expect.objectContaining({ about: 'mail', state: 'warning' }))
})

test('doctor counts the connections of all roles', async () => {
  const { env, database } = await healthy()
  await database.run(sql`SELECT 1 AS one`)
  const server = (await examineInstance(env)).find(({ about }) => about === 'PostgreSQL')
  expect(Number(/, (\d+) of \d+ connections$/.exec(server?.message ?? '')?.[1])).toBeGreaterThan(1)
})
