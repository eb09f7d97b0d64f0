import { expect, test } from 'vitest'
import { type Database, sql } from '../src/index.ts'
import { assertSchema, migrate, migrations } from '../src/migrate/index.ts'
import { empty, seeded } from './support/databases.ts'
import { runCommand } from './support/run-cli.ts'

const quiet = { print: () => undefined }

/** Rows as the first release stores them, on which an operator relies after an upgrade. */
async function storeInstance(database: Database): Promise<void> {
  for (const statement of [
    sql`INSERT INTO teams (id, name, kind) VALUES ('team_1', 'Acme', 'regular')`,
    sql`INSERT INTO projects (id, name, address_form, slug, team_id) VALUES ('prj_1', 'Acme', 'path', 'acme', 'team_1')`,
    sql`INSERT INTO key_sets (id) VALUES ('prj_1')`,
    sql`INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, private_sealed, promotable_at)
      VALUES ('prj_1', 'kid_1', 'ES256', 'signing', '{"kid":"kid_1"}', 'sealed', now())`,
    sql`INSERT INTO settings (key, value) VALUES ('mcp.enabled', 'true'), ('claims', '{"email":["email"]}')`,
    sql`INSERT INTO smtp_settings (host, port, secure, username, password_sealed, from_name, from_email)
      VALUES ('mail.example', 465, true, 'signet', 'sealed', 'Signet', 'a@b.example')`,
    sql`INSERT INTO accounts (project_id, id, email, email_key) VALUES ('prj_1', 'usr_1', 'a@b.example', 'a@b.example')`,
    ...['oidc_sessions', 'oidc_grants', 'oidc_refresh_tokens', 'oidc_access_tokens'].map((table) =>
      sql([
        `INSERT INTO ${table} (project_id, id, account_id, payload, expires_at)
         VALUES ('prj_1', 'id_1', 'usr_1', '{"accountId":"usr_1"}', '2099-01-01T00:00:00Z')`,
      ]),
    ),
  ])
    await database.run(statement)
}

const tables = {
  settings: 'key, value',
  signing_keys: 'key_set_id, kid, algorithm, state, public_jwk, private_sealed',
  smtp_settings: 'host, port, secure, username, password_sealed, from_name, from_email',
  oidc_sessions: 'project_id, id, account_id, payload, expires_at',
  oidc_grants: 'project_id, id, account_id, payload, expires_at',
  oidc_refresh_tokens: 'project_id, id, account_id, payload, expires_at',
  oidc_access_tokens: 'project_id, id, account_id, payload, expires_at',
}

const stored = async (database: Database) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(tables).map(async ([table, columns]) => [
        table,
        await database.rows(sql([`SELECT ${columns} FROM ${table} ORDER BY 1, 2`])),
      ]),
    ),
  )

test('settings, signing keys, mail settings, tokens, sessions and grants survive the migrations from the first release', async () => {
  const { database } = await empty()
  await migrate(database, { ...quiet, known: migrations.slice(0, 2) })
  await storeInstance(database)
  const before = await stored(database)
  for (const rows of Object.values(before)) expect(rows).not.toEqual([])
  await migrate(database, quiet)
  await assertSchema(database)
  expect(await stored(database)).toEqual(before)
})

test('db:setup adds the reserved agent client once to an instance that lacks it', async () => {
  const { url, database } = await seeded()
  const reserved = () =>
    database.rows(sql`SELECT client_id AS "clientId", reserved FROM agent_clients ORDER BY 1`)
  const expected = [{ clientId: 'signet-agent', reserved: true }]
  expect(await reserved()).toEqual(expected)
  await database.run(sql`DELETE FROM agent_clients`)
  for (let run = 0; run < 2; run += 1) {
    expect(await runCommand('setup', { env: { DATABASE_URL: url } })).toMatchObject({ code: 0 })
    expect(await reserved()).toEqual(expected)
  }
})

test('a migrator keeps its lease while a migration lasts longer than the lease, and another migrator waits', async () => {
  const { database } = await empty()
  const slow = {
    name: '0001_slow',
    title: 'Slow',
    irreversible: false,
    minimumRelease: '0.1.0',
    checksum: 'c',
    statements: ['SELECT pg_sleep(1.5)', 'CREATE TABLE slow (id text)'],
  }
  const options = { ...quiet, known: [slow], leaseMs: 500 }
  const first = migrate(database, options)
  await expect
    .poll(() =>
      database
        .rows(sql`SELECT 1 FROM signet_schema.lease WHERE expires_at > clock_timestamp()`)
        .catch(() => []),
    )
    .toHaveLength(1)
  const second = migrate(database, options)
  expect(await first).toEqual(['0001_slow'])
  expect(await second).toEqual([])
})

test('static tokens without an expiry expire a year after issue, and not sooner than 90 days after the upgrade', async () => {
  const { database } = await empty()
  await migrate(database, { ...quiet, known: migrations.filter(({ name }) => name < '0040') })
  await storeInstance(database)
  for (const statement of [
    sql`INSERT INTO identity_providers (project_id, id, display_name, client_id, position) VALUES ('prj_1', 'idp', 'Idp', 'x', 1)`,
    sql`INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
      VALUES ('prj_1', 'con', 'Directory', 'idp', 'con', 'sub', 'externalId')`,
    sql`INSERT INTO provisioning_credentials (project_id, id, connection_id, kind, state, created_at, expires_at) VALUES
      ('prj_1', 'old', 'con', 'static_token', 'previous', now() - interval '5 years', NULL),
      ('prj_1', 'fresh', 'con', 'static_token', 'current', now() - interval '30 days', NULL),
      ('prj_1', 'limited', 'con', 'static_token', 'previous', now(), now() + interval '9 days'),
      ('prj_1', 'secret', 'con', 'secret', 'current', now(), NULL)`,
  ])
    await database.run(statement)
  const lines: string[] = []
  await migrate(database, { print: (line) => void lines.push(line) })
  expect(lines.join(' ')).toMatch(/0040_static_token_expiry: .*IRREVERSIBLE/)
  const rows = await database.rows<{ id: string; days: number | null }>(sql`
    SELECT id, round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM provisioning_credentials`)
  expect(Object.fromEntries(rows.map(({ id, days }) => [id, days]))).toEqual({
    old: 90,
    fresh: 335,
    limited: 9,
    secret: null,
  })
})
