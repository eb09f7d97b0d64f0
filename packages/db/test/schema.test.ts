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
