import { randomBytes } from 'node:crypto'
import { freshDatabase } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase, raw, sql } from '../src/index.ts'
import { assertWall } from '../src/ready.ts'
import { acrossProjects, lookAcrossProjects, openUnscopedPrisma } from '../src/unscoped.ts'
import { raiseWall, tablesOf } from '../src/wall/raise.ts'
import { roles } from '../src/wall/roles.ts'
import { aboveProjects, keySetColumns } from '../src/wall/tables.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let owner: Database
let service: Database
let token: Database
let own: string
let other: string

beforeAll(async () => {
  fresh = await freshDatabase()
  owner = openDatabase({ url: fresh.url, name: 'owner' })
  service = openDatabase({ url: fresh.url, name: 'service', as: 'service', poolSize: 1 })
  token = openDatabase({ url: fresh.url, name: 'token', as: 'token', poolSize: 1 })
  const [instance] = await owner.rows<{ own: string; other: string }>(
    sql`SELECT default_project_id AS own, administrators_project_id AS other FROM instance`,
  )
  if (!instance) throw new Error('The template has no instance row.')
  ;({ own, other } = instance)
  for (const projectId of [own, other])
    await owner.run(sql`INSERT INTO accounts (project_id, id) VALUES (${projectId}, ${`usr_${projectId}`})`)
})

afterAll(async () => {
  for (const database of [owner, service, token]) await database?.close()
  await fresh?.drop()
})

const sorted = (rows: { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
const accounts = sql`SELECT project_id AS "projectId" FROM accounts ORDER BY project_id`
const both = () => [own, other].toSorted().map((projectId) => ({ projectId }))
const insert = (projectId: string) =>
  sql`INSERT INTO accounts (project_id, id) VALUES (${projectId}, 'usr_new')`

describe('row-level security', () => {
  test('row-level security protects every table with a project, except tables shared by all projects', async () => {
    const tables = await owner.rows<{ name: string }>(sql`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'project_id' ORDER BY table_name`)
    const tenant = (await tablesOf(owner)).filter(({ tenant }) => tenant)
    expect(tenant.every(({ secured }) => secured)).toBe(true)
    expect([...tenant.map(({ name }) => name), ...aboveProjects].sort()).toEqual(
      [...tables.map(({ name }) => name), ...Object.keys(keySetColumns)].sort(),
    )
  })

  test('a statement that names no project reads, changes and deletes no row of a tenant table', async () => {
    const tenant = (await tablesOf(owner)).filter(({ name, tenant }) => tenant && !(name in keySetColumns))
    for (const { name } of tenant) {
      expect(await service.rows(sql`SELECT 1 FROM ${raw(name)}`), name).toEqual([])
      expect(await service.run(sql`UPDATE ${raw(name)} SET project_id = ${own}`), name).toBe(0)
      expect(await service.run(sql`DELETE FROM ${raw(name)}`), name).toBe(0)
    }
    expect(await owner.rows(accounts)).toEqual(both())
  })

  test('a new tenant table has row-level security once a migration creates it', async () => {
    await owner.run(sql`CREATE TABLE later (project_id text NOT NULL)`)
    await expect(assertWall(service)).rejects.toThrow('Row-level security is missing on later')
    await raiseWall(owner)
    await owner.run(sql`INSERT INTO later VALUES (${own}), (${other})`)
    expect(await service.inProject(own).rows(sql`SELECT project_id FROM later`)).toHaveLength(1)
    await owner.run(sql`DROP TABLE later`)
    await assertWall(service)
  })
})

describe('signing keys', () => {
  const keySets = sql`SELECT DISTINCT key_set_id AS id FROM signing_keys ORDER BY 1`
  beforeAll(async () => {
    for (const id of [own, other]) {
      await owner.run(sql`INSERT INTO key_sets (id) VALUES (${id}) ON CONFLICT DO NOTHING`)
      await owner.run(sql`
        INSERT INTO signing_keys (key_set_id, kid, algorithm, state, public_jwk, promotable_at)
        VALUES (${id}, 'k1', 'ES256', 'published', '{}', now())`)
    }
  })

  test('signing keys of a project are read in that project and across projects, and in no other project', async () => {
    const instance = { id: 'instance' }
    expect(await service.inProject(own).rows(keySets)).toEqual(sorted([instance, { id: own }]))
    expect(await service.rows(keySets)).toEqual([instance])
    expect(await acrossProjects(service).rows(keySets)).toEqual(
      sorted([instance, { id: own }, { id: other }]),
    )
  })

  test('signing keys of a project are changed and deleted only in that project', async () => {
    const inOwn = service.inProject(own)
    expect(await inOwn.run(sql`UPDATE signing_keys SET state = 'revoked' WHERE key_set_id = ${other}`)).toBe(
      0,
    )
    expect(await inOwn.run(sql`DELETE FROM key_sets WHERE id = ${other}`)).toBe(0)
    const moved = inOwn.run(
      sql`UPDATE signing_keys SET key_set_id = ${other}, kid = 'k2' WHERE key_set_id = ${own}`,
    )
    await expect(moved).rejects.toThrow('row-level security')
    expect(await service.run(sql`UPDATE signing_keys SET state = 'revoked' WHERE key_set_id = ${own}`)).toBe(
      0,
    )
  })
})

describe('statements of one project', () => {
  test('a statement of one project sees the rows of the project, and the connection sees none afterwards', async () => {
    expect(await service.inProject(own).rows(accounts)).toEqual([{ projectId: own }])
    expect(await service.inProject(other).rows(accounts)).toEqual([{ projectId: other }])
    expect(await service.rows(accounts)).toEqual([])
  })

  test('a failed statement of one project leaves no scope in force', async () => {
    await expect(service.inProject(own).rows(sql`SELECT 1 / 0 FROM accounts`)).rejects.toThrow('zero')
    expect(await service.rows(accounts)).toEqual([])
    expect(await service.inProject(own).rows(accounts)).toEqual([{ projectId: own }])
  })

  test('a statement of one project writes no row of another project, and none without a project', async () => {
    const refused = 'violates row-level security'
    await expect(service.inProject(own).run(insert(other))).rejects.toThrow(refused)
    await expect(service.run(insert(own))).rejects.toThrow(refused)
    await expect(service.inProject(own).run(sql`UPDATE accounts SET project_id = ${other}`)).rejects.toThrow(
      refused,
    )
    expect(await owner.rows(accounts)).toEqual(both())
  })

  test('a transaction of one project keeps that project after it reached across projects', async () => {
    await service.inProject(own).transaction(async (tx) => {
      expect(await tx.rows(accounts)).toEqual([{ projectId: own }])
      expect(await lookAcrossProjects(tx, (across) => across.rows(accounts))).toEqual(both())
      expect(await tx.rows(accounts)).toEqual([{ projectId: own }])
    })
    expect(await service.rows(accounts)).toEqual([])
  })
})

test('a statement or transaction across projects sees all projects', async () => {
  expect(await acrossProjects(service).rows(accounts)).toEqual(both())
  expect(await acrossProjects(service).transaction((tx) => tx.rows(accounts))).toEqual(both())
  expect(await service.rows(accounts)).toEqual([])
})

test('the roles of the services own nothing and cannot change the schema or the audit', async () => {
  for (const database of [service, token, acrossProjects(service)]) {
    for (const statement of [
      sql`CREATE TABLE mine ()`,
      sql`ALTER TABLE accounts DISABLE ROW LEVEL SECURITY`,
      sql`DROP POLICY of_project ON accounts`,
      sql`UPDATE audit_entries SET actor = 'x'`,
      sql`DELETE FROM audit_entries`,
      sql`TRUNCATE accounts`,
    ])
      await expect(database.run(statement), statement.text).rejects.toThrow(/must be owner|permission denied/)
  }
})

test('the token path reaches only the artifacts and the tables it checks', async () => {
  expect(await token.rows(accounts)).toEqual(both())
  expect(await token.run(sql`DELETE FROM oidc_sessions`)).toBe(0)
  for (const statement of [
    sql`SELECT 1 FROM signing_keys`,
    sql`SELECT 1 FROM settings`,
    sql`SELECT 1 FROM clients`,
    sql`SELECT client_secret_sealed FROM identity_providers`,
    sql`UPDATE accounts SET active = false`,
    sql`DELETE FROM projects`,
  ])
    await expect(token.rows(statement), statement.text).rejects.toThrow('permission denied')
})

test('a service rejects connections that are exempt from row-level security', async () => {
  await expect(assertWall(owner)).rejects.toThrow('is not bound by row-level security')
})

/** Some poolers lose the requested role. */
async function losingRole(): Promise<string> {
  const login = `login_${randomBytes(6).toString('hex')}`
  await owner.run(raw(`CREATE ROLE ${login} LOGIN PASSWORD 'x' IN ROLE ${Object.values(roles).join(', ')}`))
  onTestFinished(() => owner.run(raw(`DROP ROLE ${login}`)).then(() => undefined))
  const url = new URL(fresh.url)
  Object.assign(url, { username: login, password: 'x', search: '?options=-c%20jit%3Doff' })
  return url.href
}

test('a connection whose role was dropped by a pooler, and which would see every project, is never used', async () => {
  const url = await losingRole()
  const plain = openDatabase({ url, name: 'plain' })
  const asService = openDatabase({ url, name: 'as service', as: 'service' })
  onTestFinished(async () => {
    await plain.close()
    await asService.close()
  })
  expect(await plain.rows(accounts)).toEqual(both())
  const refused = /has the role login_\w+ instead of the requested signet_service/
  await expect(asService.rows(accounts)).rejects.toThrow(refused)
  await expect(asService.transaction((tx) => tx.rows(accounts))).rejects.toThrow(refused)
  await expect(openUnscopedPrisma(asService).account.count()).rejects.toThrow(refused)
})
