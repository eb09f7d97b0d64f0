import { describe, expect, test } from 'vitest'
import { type CitusClass, citusTables, keysAcrossProjects } from '../src/citus/tables.ts'
import { type Database, sql } from '../src/index.ts'
import { tablesOf } from '../src/wall/raise.ts'
import { seeded } from './support/databases.ts'

const classes = Object.entries(citusTables) as [CitusClass, readonly string[]][]

function classOf(table: string): CitusClass {
  const found = classes.find(([, tables]) => tables.includes(table))
  if (!found) throw new Error(`${table} has no class in src/citus/tables.ts.`)
  return found[0]
}

interface Key {
  readonly name: string
  readonly table: string
  readonly columns: readonly string[]
}

const uniqueKeys = (database: Database): Promise<Key[]> =>
  database.rows<Key>(sql`
    SELECT i.relname AS name, c.relname AS table,
      ARRAY(SELECT a.attname::text FROM unnest(x.indkey) WITH ORDINALITY AS k(number, position)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number ORDER BY position) AS columns
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    WHERE x.indisunique AND c.relnamespace = 'public'::regnamespace`)

interface Reference extends Key {
  readonly target: string
  readonly targetColumns: readonly string[]
  /** 'a' none, 'c' cascade, 'n' null, 'r' restrict. */
  readonly onDelete: string
}

const references = (database: Database): Promise<Reference[]> =>
  database.rows<Reference>(sql`
    SELECT f.conname AS name, c.relname AS table, t.relname AS target, f.confdeltype::text AS "onDelete",
      ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY AS k(number, position)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number ORDER BY position) AS columns,
      ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY AS k(number, position)
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number ORDER BY position) AS "targetColumns"
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class t ON t.oid = f.confrelid
    WHERE f.contype = 'f' AND c.relnamespace = 'public'::regnamespace`)

const positionOfProject = (columns: readonly string[]) => columns.indexOf('project_id')

describe('the classes of tables on Citus', () => {
  test('every table has exactly one class, and no class names a table that does not exist', async () => {
    const { database } = await seeded()
    const tables = (await tablesOf(database)).map(({ name }) => name)
    expect(classes.flatMap(([, names]) => names).toSorted()).toEqual(tables.toSorted())
  })

  test('a table with the rows of projects is distributed, and a distributed table has a project in every row', async () => {
    const { database } = await seeded()
    const tenant = (await tablesOf(database)).filter((table) => table.tenant).map(({ name }) => name)
    expect(tenant.filter((name) => classOf(name) === 'local')).toEqual([])
    const columns = await database.rows<{ table: string }>(sql`
      SELECT table_name AS table FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'project_id' AND is_nullable = 'NO'`)
    const withProject = columns.map(({ table }) => table)
    expect(citusTables.distributed.filter((name) => !withProject.includes(name))).toEqual([])
  })

  test('every unique key of a distributed table begins with the project, except the named ones', async () => {
    const { database } = await seeded()
    const keys = await uniqueKeys(database)
    const across = keys.filter(
      ({ table, columns }) => classOf(table) === 'distributed' && columns[0] !== 'project_id',
    )
    expect(across.map(({ name }) => name).toSorted()).toEqual(Object.keys(keysAcrossProjects).toSorted())
  })

  test('a foreign key of a distributed table references a row of the same project or to a reference table', async () => {
    const { database } = await seeded()
    const found = await references(database)
    expect(found.length).toBeGreaterThan(50)
    const refused = found.filter(({ table, columns, target, targetColumns, onDelete }) => {
      const [from, to] = [classOf(table), classOf(target)]
      if (to === 'reference') return false
      if (from !== 'distributed') return to === 'distributed'
      const position = positionOfProject(columns)
      return (
        to === 'local' ||
        position < 0 ||
        position !== positionOfProject(targetColumns) ||
        // Setting the columns to NULL would change the project of the row.
        onDelete === 'n'
      )
    })
    expect(refused).toEqual([])
  })
})
