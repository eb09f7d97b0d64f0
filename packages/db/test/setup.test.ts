import { randomBytes } from 'node:crypto'
import { createVault, digest, secretKeys } from '@signet/secrets'
import { importJWK, SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase, raw, type Sql, sql, UniqueViolation } from '../src/index.ts'
import { INSTANCE_KEY_SET, privateKeyPlace } from '../src/key-set.ts'
import { migrate } from '../src/migrate/index.ts'
import { assertWall } from '../src/ready.ts'
import { consoleSecretPlace, setup } from '../src/setup/index.ts'
import { empty, seeded } from './support/databases.ts'
import { environment, runCommand } from './support/run-cli.ts'

const vault = createVault(secretKeys(environment.SIGNET_SECRET_KEYS))
const options = { baseUrl: environment.SIGNET_BASE_URL, vault, print: () => undefined }

const seededTables = [
  'instance',
  'plans',
  'teams',
  'projects',
  'clients',
  'agent_clients',
  'key_sets',
  'signing_keys',
]

async function contents(database: Database): Promise<unknown[]> {
  const tables: unknown[] = []
  for (const table of seededTables) {
    const all: Sql = sql([`SELECT * FROM ${table} ORDER BY 1, 2`])
    tables.push(await database.rows(all))
  }
  return tables
}

test('db:setup prepares an empty database, prints the token once, and changes nothing when repeated', async () => {
  const { url, database } = await empty()
  const first = await runCommand('setup', { env: { DATABASE_URL: url } })
  expect(first.code).toBe(0)
  const token = /^setup-token: (\S{43})$/m.exec(first.output)?.[1] ?? ''
  const [instance] = await database.rows<{ digest: string }>(
    sql`SELECT setup_token_digest AS digest FROM instance`,
  )
  expect(instance?.digest).toBe(digest(token))
  expect(await database.rows(sql`SELECT reserved, passkeys FROM projects ORDER BY reserved`)).toEqual([
    { reserved: 'administrators', passkeys: 'preferred' },
    { reserved: null, passkeys: 'allowed' },
  ])

  const before = await contents(database)
  const second = await runCommand('setup', { env: { DATABASE_URL: url } })
  expect(second).toMatchObject({ code: 0, output: expect.not.stringContaining('setup-token') })
  const migrated = await runCommand('migrate', { env: { DATABASE_URL: url } })
  expect(migrated).toMatchObject({ code: 0, output: 'Nothing is outstanding.\n' })
  expect(await contents(database)).toEqual(before)
})

test('db:setup repeated leaves the stored claims map of an instance as it is', async () => {
  const { url, database } = await seeded()
  await database.run(sql`INSERT INTO settings (key, value) VALUES ('claims', '{"profile": ["name"]}'::jsonb)`)
  const read = () => database.rows(sql`SELECT * FROM settings ORDER BY key`)
  const before = await read()
  for (const command of ['setup', 'migrate'] as const)
    expect((await runCommand(command, { env: { DATABASE_URL: url } })).code).toBe(0)
  expect(await read()).toEqual(before)
})

test('two concurrent set-ups create one instance', async () => {
  const { database } = await empty()
  const results = await Promise.all([setup(database, options), setup(database, options)])
  expect(results.filter(({ setupToken }) => setupToken !== undefined)).toHaveLength(1)
  expect(await database.rows(sql`SELECT count(*) FROM projects`)).toEqual([{ count: 2 }])
})

test('the seed has the built-in projects at the root, owned by the System team and without a plan', async () => {
  const { database } = await seeded()
  const projects = await database.rows(
    sql`SELECT p.name, p.address_form AS form, p.reserved, p.system, p.plan_id AS plan, t.name AS team, t.kind
      FROM projects p JOIN teams t ON t.id = p.team_id ORDER BY p.name`,
  )
  const common = { form: 'root', system: true, plan: null, team: 'System', kind: 'system' }
  expect(projects).toEqual([
    { name: 'Administrators', reserved: 'administrators', ...common },
    { name: 'Default', reserved: null, ...common },
  ])
  expect(await database.rows(sql`SELECT id, name, is_default FROM plans`)).toEqual([
    { id: 'free', name: 'Free', is_default: true },
  ])
})

test('the instance keys sign with EdDSA, ES256 and RS256 and can be decrypted only for their own row', async () => {
  const { database } = await seeded()
  const keys = await database.rows<{ kid: string; algorithm: string; sealed: string; state: string }>(
    sql`SELECT kid, algorithm, state, private_sealed AS sealed FROM signing_keys WHERE key_set_id = ${INSTANCE_KEY_SET}
      ORDER BY algorithm`,
  )
  expect(keys.map(({ algorithm, state }) => `${algorithm} ${state}`)).toEqual([
    'ES256 signing',
    'EdDSA signing',
    'RS256 signing',
  ])
  for (const { kid, algorithm, sealed } of keys) {
    const jwk = JSON.parse(vault.open(sealed, privateKeyPlace(INSTANCE_KEY_SET, kid)))
    const signing = new SignJWT({}).setProtectedHeader({ alg: algorithm })
    expect(await signing.sign(await importJWK(jwk, algorithm))).toMatch(/\./)
    expect(() => vault.open(sealed, privateKeyPlace('other', kid))).toThrow()
  }
})

test('a changed base URL moves the console client, keeps its secret and bumps the versions', async () => {
  const { database } = await seeded()
  const read = () =>
    database.rows<{ uris: string[]; sealed: string; project: string; digest: string; version: number }>(
      sql`SELECT c.redirect_uris AS uris, c.secret_sealed AS sealed, c.secret_digest AS digest, c.project_id AS project,
        i.version FROM clients c, instance i WHERE c.id = 'signet-console'`,
    )
  const [before] = await read()
  await setup(database, { ...options, baseUrl: 'https://id.example.com' })
  const [after] = await read()
  expect(after).toEqual({
    ...before,
    uris: ['https://id.example.com/admin/api/callback'],
    version: (before?.version ?? 0) + 1,
  })
  const secret = vault.open(after?.sealed ?? '', consoleSecretPlace(after?.project ?? ''))
  expect(digest(secret)).toBe(after?.digest)
})

test('another setup token replaces the first, and is rejected once an administrator exists', async () => {
  const { database } = await seeded()
  const { setupToken } = await setup(database, { ...options, renewToken: true })
  const [instance] = await database.rows(sql`SELECT setup_token_digest AS digest FROM instance`)
  expect(instance).toEqual({ digest: digest(setupToken ?? '') })
  await database.run(sql`UPDATE instance SET setup_completed_at = now()`)
  await expect(setup(database, { ...options, renewToken: true })).rejects.toThrow(/administrator exists/)
})

test.each([
  ['signing_keys_one_signer', sql`DROP INDEX signing_keys_one_signer`],
  ['accounts_project_id_email_key_key', sql`DROP INDEX accounts_project_id_email_key_key`],
  ['teams_kind', sql`ALTER TABLE teams DROP CONSTRAINT teams_kind`],
  ['audit_entries_append_only', sql`ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only`],
  ['audit_entries_append_only', sql`DROP TRIGGER audit_entries_append_only ON signet_audit.entries_default`],
  [
    'audit_entries_append_only',
    sql`ALTER TRIGGER audit_entries_append_only ON signet_audit.entries_default RENAME TO of_another_name`,
  ],
])('db:setup exits non-zero with a message when %s is not in force', async (name, breaking) => {
  const { url, database } = await seeded()
  await database.run(breaking)
  const ended = await runCommand('setup', { env: { DATABASE_URL: url } })
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining(`not in force: ${name}.`) })
})

test('db:setup rejects a database with foreign tables without changing it', async () => {
  const { url, database } = await empty()
  await database.run(sql`CREATE TABLE somebody_elses (id text)`)
  const ended = await runCommand('setup', { env: { DATABASE_URL: url } })
  expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('somebody_elses') })
  expect(await database.rows(sql`SELECT 1 FROM pg_namespace WHERE nspname = 'signet_schema'`)).toEqual([])
})

test('db:setup on an older schema changes nothing and leaves the work to db:migrate, which completes the seed', async () => {
  const { url, database } = await seeded()
  await database.run(
    sql`DELETE FROM signet_schema.migrations WHERE name = (SELECT max(name) FROM signet_schema.migrations)`,
  )
  await database.run(sql`DELETE FROM agent_clients`)
  const ended = await runCommand('setup', { env: { DATABASE_URL: url } })
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('run db:migrate') })
  expect(await database.rows(sql`SELECT id FROM agent_clients`)).toEqual([])
})

test('an audit entry can be inserted but not changed, deleted or truncated, even by a superuser', async () => {
  const { database } = await seeded()
  const insert = sql`INSERT INTO audit_entries (id, actor, action, target_type, target_id, target_scope)
    VALUES ('aud_1', 'usr_1', 'team.create', 'Team', 'team_1', 'instance')`
  await database.run(insert)
  for (const statement of [
    sql`UPDATE audit_entries SET actor = 'nobody'`,
    sql`DELETE FROM audit_entries WHERE id = 'aud_1'`,
    sql`TRUNCATE audit_entries`,
    sql`DELETE FROM audit_entries WHERE false`,
  ]) {
    await expect(database.run(statement)).rejects.toThrow(/append-only/)
    const asReplica = database.transaction(async (tx) => {
      await tx.run(sql`SET LOCAL session_replication_role = replica`)
      await tx.run(statement)
    })
    await expect(asReplica).rejects.toThrow(/append-only/)
  }
  expect(await database.rows(sql`SELECT actor FROM audit_entries`)).toEqual([{ actor: 'usr_1' }])
})

test('the schema allows one signing key per key set and algorithm, and one default plan', async () => {
  const { database } = await seeded()
  const second = database.run(
    sql`INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, private_sealed, promotable_at)
      VALUES ('instance', 'k', 'EdDSA', 'signing', '{}', 'x', now())`,
  )
  await expect(second).rejects.toThrow(UniqueViolation)
  await expect(second).rejects.toMatchObject({ constraint: 'signing_keys_one_signer' })
  const plan = database.run(
    sql`INSERT INTO plans (id, name, is_default, enterprise_sign_in, custom_slug, custom_domain)
      VALUES ('p', 'P', true, true, true, true)`,
  )
  await expect(plan).rejects.toMatchObject({ constraint: 'plans_one_default' })
})

test('migrations do not seed the database', async () => {
  const { database } = await empty()
  await migrate(database, { print: () => undefined })
  expect(await database.rows(sql`SELECT id FROM instance`)).toEqual([])
})

test('db:setup creates the user of the services, who works under row-level security and cannot change the schema', async () => {
  const { url, database } = await seeded()
  const name = `services_${randomBytes(6).toString('hex')}`
  const own = new URL(url)
  own.username = name
  own.password = 'p%40ss-word-of-the-services'
  const env = { DATABASE_URL: url, SIGNET_SERVICE_DATABASE_URL: own.href }
  const run = (more: object = {}) => runCommand('setup', { env: { ...env, ...more } })
  onTestFinished(async () => void (await database.run(raw(`DROP ROLE IF EXISTS ${name}`))))
  expect((await run()).code).toBe(0)
  expect((await run()).code).toBe(0)
  const services = openDatabase({ url: own.href, name: 'services', as: 'service' })
  await assertWall(services)
  await services.close()
  const login = openDatabase({ url: own.href, name: 'login' })
  await expect(login.run(sql`CREATE TABLE other (id int)`)).rejects.toThrow('permission denied')
  await expect(login.run(sql`ALTER TABLE accounts DISABLE ROW LEVEL SECURITY`)).rejects.toThrow(
    'must be owner',
  )
  await login.close()
  const [stored] = await database.rows<{ verifier: string }>(
    sql`SELECT rolpassword AS verifier FROM pg_authid WHERE rolname = ${name}`,
  )
  expect(stored?.verifier).toMatch(/^SCRAM-SHA-256\$4096:[\w+/=]+\$[\w+/=]+:[\w+/=]+$/)
  // The owner itself is accepted, as in installations with one user.
  expect((await run({ SIGNET_SERVICE_DATABASE_URL: url })).code).toBe(0)
  await database.run(raw(`ALTER ROLE ${name} BYPASSRLS`))
  expect(await run()).toMatchObject({
    code: 1,
    output: expect.stringContaining('exempt from row-level security'),
  })
  own.password = 'short'
  expect(await run({ SIGNET_SERVICE_DATABASE_URL: own.href })).toMatchObject({
    code: 1,
    output: expect.stringContaining('a password of at least 16 ASCII characters'),
  })
})
