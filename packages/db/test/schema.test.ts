import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMigrations } from '../src/author/manifest.ts'
import { diffToSchema } from '../src/author/schema-engine.ts'
import { splitStatements } from '../src/author/split.ts'
import { sql } from '../src/index.ts'
import { migrations } from '../src/migrate/index.ts'
import { seeded } from './support/databases.ts'

test('the migrations add up to the Prisma schema, and a difference is detected', async () => {
  const { url, database } = await seeded()
  expect(await diffToSchema(url)).toBe('')
  await database.run(sql`ALTER TABLE projects DROP COLUMN display_name`)
  expect(await diffToSchema(url)).toContain('display_name')
})

test('the embedded manifest equals the migration folders', () => {
  expect(migrations).toEqual(readMigrations())
  const file = readFileSync(new URL('../migrations/manifest.json', import.meta.url), 'utf8')
  expect(JSON.parse(file)).toEqual(migrations)
})

test('statements are split at their own semicolons only', () => {
  const script = `-- a; comment
    CREATE FUNCTION f() AS $$ BEGIN; END $$; /* b; */
    INSERT INTO "odd;name" VALUES ('it''s; fine');
    SELECT $tag$ $$ ; $tag$`
  expect(splitStatements(script)).toEqual([
    'CREATE FUNCTION f() AS $$ BEGIN; END $$',
    `INSERT INTO "odd;name" VALUES ('it''s; fine')`,
    'SELECT $tag$ $$ ; $tag$',
  ])
})

/** Tables with project_id that are shared by all projects, with the reason. */
const aboveTenants: Record<string, string> = {
  audit_entries: 'the audit outlives its projects and is read across them',
  address_tombstones: 'an address is unique in the instance',
  team_members: 'teams are shared by all projects; project_id is that of the administrators',
  team_limited_members: 'as team_members',
  console_sessions: 'looked up by the cookie alone; project_id is that of the administrators',
}

/** Tenant-owned columns that are unique in the instance, with the reason. */
const globallyUnique: Record<string, string> = {
  clients_id_key: 'a client_id tells the project at the root issuer',
  identity_providers_root_id_key: 'a redirect address belongs to one provider, and root is shared',
  provisioning_connections_client_id_key: 'as any client_id',
  provisioning_credentials_secret_digest_key: 'a token is looked up by its digest',
  resources_namespace_identifier_key_key: 'an identifier is unique per issuer, and root is shared',
}

test("every tenant table's keys lead with project_id, so that the schema can be distributed by it", async () => {
  const { database } = await seeded()
  const keys = await database.rows<{ table: string; index: string; leads: string; primary: boolean }>(sql`
    SELECT c.relname AS table, k.relname AS index, a.attname AS leads, i.indisprimary AS primary
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class k ON k.oid = i.indexrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
    WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND EXISTS (SELECT FROM pg_attribute p WHERE p.attrelid = c.oid AND p.attname = 'project_id')`)
  const tenantKeys = keys.filter(({ table }) => !(table in aboveTenants))
  expect(tenantKeys.length).toBeGreaterThan(25)
  const wrong = tenantKeys.filter(({ index, leads }) => leads !== 'project_id' && !(index in globallyUnique))
  expect(wrong).toEqual([])
})

test('every foreign key between tenant tables carries project_id, so that no row can point into another project', async () => {
  const { database } = await seeded()
  const references = await database.rows<{ name: string; columns: string[]; target: string[] }>(sql`
    SELECT f.conname AS name,
      (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey))
        AS columns,
      (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = f.confrelid AND a.attnum = ANY (f.confkey))
        AS target
    FROM pg_constraint f
    WHERE f.contype = 'f' AND EXISTS (SELECT FROM pg_attribute p
      WHERE p.attrelid = f.confrelid AND p.attname = 'project_id')`)
  expect(references.length).toBeGreaterThan(10)
  for (const { name, columns, target } of references) {
    expect(columns, name).toContain('project_id')
    expect(target, name).toContain('project_id')
  }
})

test('every text column compares by bytes', async () => {
  const { database } = await seeded()
  const other = await database.rows(sql`
    SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
      AND a.attcollation NOT IN (0, '"C"'::regcollation)`)
  expect(other).toEqual([])
})
