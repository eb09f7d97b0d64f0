import { type CitusCluster, startCitus } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { citusTables } from '../src/citus/tables.ts'
import { type Database, type Executor, openDatabase, raw, sql } from '../src/index.ts'
import { acrossProjects } from '../src/unscoped.ts'
import { distribute } from './support/distributed.ts'
import { Ledger, moveProject } from './support/moved-project.ts'
import { environment, runCommand } from './support/run-cli.ts'

const projects = ['prj_one', 'prj_two', 'prj_three', 'prj_four']

/** Facts of decision 157. Read it again when a test fails with a later release of Citus. */
describe('the schema on a Citus cluster of a coordinator and two workers', () => {
  let citus: CitusCluster
  let owner: Database
  let service: Database
  let foreignKeys: number

  beforeAll(async () => {
    citus = await startCitus()
    const { url } = citus.coordinator
    const { code, output } = await runCommand('setup', {
      env: { ...environment, DATABASE_URL: url },
    })
    if (code !== 0) throw new Error(output)
    owner = openDatabase({ url, name: 'owner', statementTimeout: 0 })
    foreignKeys = (await distribute(owner)).length
    await owner.run(sql`
      INSERT INTO projects (id, name, address_form, team_id)
      SELECT id, id, 'unaddressed', (SELECT system_team_id FROM instance) FROM unnest(${projects}::text[]) AS id`)
    service = openDatabase({ url, name: 'service', as: 'service' })
  }, 180_000)

  afterAll(async () => {
    for (const database of [owner, service]) await database?.close()
    await citus?.stop()
  })

  /** Citus sends the setting of the project to the nodes. */
  const inProject = <Result>(projectId: string, work: (tx: Executor) => Promise<Result>) =>
    service.transaction(async (tx) => {
      await tx.run(raw("SET LOCAL citus.propagate_set_commands = 'local'"))
      await tx.run(raw(`SET LOCAL signet.project = '${projectId}'`))
      return await work(tx)
    })

  const addAccount = (projectId: string, id: string) =>
    sql`INSERT INTO accounts (project_id, id, email, email_key) VALUES (${projectId}, ${id}, ${`${id}@acme.example`}, ${`${id}@acme.example`})`

  test('Citus accepts each table in its class, and every foreign key', async () => {
    const stored = await owner.rows<{ name: string; kind: string }>(sql`
      SELECT table_name::text AS name, citus_table_type AS kind FROM citus_tables`)
    const byKind = (kind: string) => stored.filter((table) => table.kind === kind).map(({ name }) => name)
    expect(byKind('distributed').toSorted()).toEqual(citusTables.distributed.toSorted())
    expect(byKind('reference').toSorted()).toEqual(citusTables.reference.toSorted())
    expect(foreignKeys).toBeGreaterThan(50)
  })

  test('a transaction of a project reads and writes the rows of that project only, on the node that stores them', async () => {
    for (const projectId of projects)
      await inProject(projectId, (tx) => tx.run(addAccount(projectId, `usr_of_${projectId}`)))
    for (const projectId of projects)
      expect(await inProject(projectId, (tx) => tx.rows(sql`SELECT id FROM accounts`))).toEqual([
        { id: `usr_of_${projectId}` },
      ])
    await expect(inProject('prj_one', (tx) => tx.run(addAccount('prj_two', 'usr_other')))).rejects.toThrow(
      'violates row-level security',
    )
    expect(await service.rows(sql`SELECT id FROM accounts`)).toEqual([])
    expect(await acrossProjects(service).rows(sql`SELECT id FROM accounts`)).toHaveLength(projects.length)
  })

  test('the triggers of an account store its words on the node of the account', async () => {
    const words = await inProject('prj_two', (tx) =>
      tx.rows(sql`SELECT word FROM account_words WHERE account_id = 'usr_of_prj_two' ORDER BY word`),
    )
    expect(words).toEqual([
      { word: '@acme.example' },
      { word: 'of' },
      { word: 'prj' },
      { word: 'two' },
      { word: 'usr' },
    ])
  })

  test('the scope of a statement, which set_config sets, does not reach the nodes, and the statement finds no row', async () => {
    expect(await service.inProject('prj_one').rows(sql`SELECT id FROM accounts`)).toEqual([])
  })

  test('Citus refuses a key across projects, a redemption, a time in an upsert, the removal of expired rows, and a correlated subquery', async () => {
    const refused = {
      'CREATE UNIQUE INDEX across_projects ON clients (id)': 'currently unsupported',
      'UPDATE oidc_refresh_tokens SET consumed_at = COALESCE(consumed_at, now())':
        'not allowed in CASE or COALESCE',
      [`INSERT INTO mail_texts (project_id, kind, language) VALUES ('prj_one', 'reset', 'en')
          ON CONFLICT (project_id, kind, language) DO UPDATE SET updated_at = now()`]:
        'must be marked IMMUTABLE',
      [`DELETE FROM oidc_grants WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM oidc_grants WHERE expires_at < now() LIMIT 10 FOR UPDATE SKIP LOCKED))`]:
        'with FOR UPDATE/SHARE commands',
      [`SELECT EXISTS (SELECT 1 FROM accounts a WHERE a.project_id = instance.administrators_project_id)
          FROM instance`]: 'correlated subqueries are not supported',
    }
    for (const [statement, message] of Object.entries(refused))
      await expect(owner.rows(raw(statement)), statement).rejects.toThrow(message)
  })

  test('the error for a duplicate row does not name the violated constraint', async () => {
    await expect(owner.run(addAccount('prj_one', 'usr_of_prj_one'))).rejects.toMatchObject({
      name: 'UniqueViolation',
      constraint: '',
    })
  })

  test('Citus refuses to change the role of a transaction that has written a row of the node', async () => {
    const work = inProject('prj_one', async (tx) => {
      await tx.run(sql`UPDATE accounts SET active = true WHERE project_id = 'prj_one'`)
      await tx.rows(sql`SELECT set_config('role', 'signet_instance', true)`)
      return await tx.rows(sql`SELECT id FROM accounts WHERE project_id = 'prj_one'`)
    })
    await expect(work).rejects.toMatchObject({
      cause: { message: expect.stringContaining('modified in this transaction by a different user') },
    })
  })

  test('Citus refuses a grant of columns, which limits the role of the token path', async () => {
    const grant = owner.run(raw('GRANT SELECT (project_id) ON passkeys TO signet_token'))
    await expect(grant).rejects.toThrow('grant/revoke on column list is currently unsupported')
  })

  test('no write of a project fails or is lost while its rows move to the other worker and back', async () => {
    const url = citus.coordinator.url
    const ledger = new Ledger(url, 'prj_one')
    const writers = Array.from({ length: 4 }, () => ledger.write())
    const places: number[] = []
    try {
      for (let moves = 0; moves < 2; moves += 1) places.push(await moveProject(owner, 'prj_one'))
    } finally {
      await ledger.stop(writers)
    }
    expect(places.toSorted()).toEqual(citus.workers.map(({ port }) => port).toSorted())
    const stored = await owner.rows<{ id: string }>(
      sql`SELECT id FROM oidc_access_tokens WHERE project_id = 'prj_one'`,
    )
    const present = new Set(stored.map(({ id }) => id))
    const lost = ledger.acknowledged.filter((id) => !present.has(id))
    expect(ledger.acknowledged.length).toBeGreaterThan(0)
    expect(ledger.failed).toBe(0)
    expect(lost).toEqual([])
  }, 240_000)
})
