import type { Database } from '../database.ts'
import { PROVISIONING_LOCK } from '../migrate/bookkeeping.ts'
import { type Executor, raw, sql } from '../sql.ts'
import { renewReader } from './reader.ts'
import { ensureRoles, roles } from './roles.ts'
import {
  aboveProjects,
  administratorsView,
  appendOnly,
  checkedByTokenPath,
  keySetColumns,
  lockedByTokenPath,
  policiesOf,
  readByTokenPath,
  type Table,
  writtenByTokenPath,
} from './tables.ts'

export const tablesOf = (executor: Executor): Promise<Table[]> =>
  executor.rows<Table>(sql`
    SELECT c.relname AS name,
      c.relname = ANY(${Object.keys(keySetColumns)}) OR EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped)
        AND c.relname <> ALL(${[...aboveProjects]}) AS tenant,
      c.relrowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'of_project') AS secured
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname`)

export const tablesOutsideWall = async (executor: Executor): Promise<string[]> =>
  (await tablesOf(executor)).filter(({ tenant, secured }) => tenant && !secured).map(({ name }) => name)

/**
 * Enables row-level security on every tenant table that lacks it, and grants each role its privileges. The tables are found in the
 * catalogue, so a new one is protected by the migration that creates it. Running it again changes nothing.
 */
export async function raiseWall(database: Database): Promise<void> {
  await ensureRoles(database)
  await database.transaction(async (tx) => {
    await tx.run(sql`SELECT pg_advisory_xact_lock(${PROVISIONING_LOCK})`)
    const tables = await tablesOf(tx)
    const [view] = await tx.rows<{ made: boolean }>(
      sql`SELECT to_regclass('administrators') IS NOT NULL AS made`,
    )
    if (!view?.made) await tx.run(raw(administratorsView))
    for (const statement of grants(tables)) await tx.run(raw(statement))
    for (const { name, tenant, secured } of tables)
      if (tenant && !secured)
        for (const statement of [`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`, ...policiesOf(name)])
          await tx.run(raw(statement))
    await renewReader(tx, tables)
  })
}

const everywhere = `${roles.service}, ${roles.instance}`

function grants(tables: readonly Table[]): string[] {
  const names = tables.map(({ name }) => name)
  const artifacts = names.filter((name) => name.startsWith('oidc_'))
  const changed = names.filter((name) => !appendOnly.includes(name))
  return [
    `GRANT USAGE ON SCHEMA public, signet_schema TO ${everywhere}, ${roles.token}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA signet_schema TO ${everywhere}, ${roles.token}`,
    `GRANT SELECT ON administrators TO ${everywhere}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${everywhere}`,
    `GRANT EXECUTE ON FUNCTION ensure_audit_partitions() TO ${roles.instance}`,
    `GRANT SELECT, INSERT ON ${names.join(', ')} TO ${everywhere}`,
    `GRANT UPDATE, DELETE ON ${changed.join(', ')} TO ${everywhere}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${[...artifacts, ...writtenByTokenPath].join(', ')} TO ${roles.token}`,
    `GRANT SELECT ON ${readByTokenPath.join(', ')} TO ${roles.token}`,
    ...checkedByTokenPath.map((columns) => `GRANT SELECT ${columns} TO ${roles.token}`),
    `GRANT UPDATE (project_id) ON ${lockedByTokenPath} TO ${roles.token}`,
  ]
}
