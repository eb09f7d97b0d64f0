import { citusTables, keysAcrossProjects } from '../../src/citus/tables.ts'
import { type Database, type Executor, raw, sql } from '../../src/index.ts'
import { roles } from '../../src/wall/roles.ts'
import { administratorsView } from '../../src/wall/tables.ts'

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Removes the guarantees that Citus cannot enforce (decision 157), so it is for tests only.
 * @returns the foreign keys, which are in force again afterwards
 */
export async function distribute(database: Database): Promise<readonly ForeignKey[]> {
  for (const role of Object.values(roles)) await database.run(raw(`ALTER ROLE ${role} LOGIN`))
  return await database.transaction(async (tx) => {
    await tx.run(raw(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`))
    await tx.run(raw('SET LOCAL citus.shard_count = 4'))
    const foreignKeys = await readForeignKeys(tx)
    for (const { table, name } of foreignKeys)
      await tx.run(raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`))
    await removeRefused(tx)
    for (const table of citusTables.reference) await tx.rows(sql`SELECT create_reference_table(${table})`)
    // The first table begins the group whose rows of one project are on one node.
    const [first, ...others] = citusTables.distributed
    await tx.rows(sql`SELECT create_distributed_table(${first}, 'project_id')`)
    for (const table of others)
      await tx.rows(sql`SELECT create_distributed_table(${table}, 'project_id', colocate_with => ${first})`)
    for (const { table, name, definition } of foreignKeys)
      await tx.run(raw(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`))
    await tx.run(raw(administratorsView))
    return foreignKeys
  })
}

/** Omits ON UPDATE CASCADE, which Citus refuses for a key that contains the project. Ids never change. */
const readForeignKeys = (tx: Executor): Promise<ForeignKey[]> =>
  tx.rows<ForeignKey>(sql`
    SELECT c.relname AS table, f.conname AS name,
      replace(pg_get_constraintdef(f.oid), ' ON UPDATE CASCADE', '') AS definition
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
    WHERE f.contype = 'f' AND c.relnamespace = 'public'::regnamespace`)

async function removeRefused(tx: Executor): Promise<void> {
  await tx.run(raw('DROP VIEW administrators'))
  const keys = await tx.rows<{ table: string; name: string; columns: string | null }>(sql`
    SELECT c.relname AS table, i.relname AS name, substring(pg_get_constraintdef(k.oid) FROM '[(](.*)[)]') AS columns
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.contype = 'p'
    WHERE i.relname = ANY(${Object.keys(keysAcrossProjects)})`)
  for (const { table, name, columns } of keys)
    if (columns === null) await tx.run(raw(`DROP INDEX ${name}`))
    else {
      await tx.run(raw(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`))
      await tx.run(raw(`ALTER TABLE ${table} ADD CONSTRAINT ${name} PRIMARY KEY (project_id, ${columns})`))
    }
  // A trigger of a reference table runs on every node, and writes other tables from each of them.
  const triggers = await tx.rows<{ table: string; name: string }>(sql`
    SELECT c.relname AS table, t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relname = ANY(${[...citusTables.reference]})`)
  for (const { table, name } of triggers) await tx.run(raw(`DROP TRIGGER ${name} ON ${table}`))
}
