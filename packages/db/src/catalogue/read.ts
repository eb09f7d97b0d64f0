import { type Executor, sql } from '../sql.ts'
import { roles } from '../wall/roles.ts'

export interface CatalogueEntry {
  readonly kind:
    | 'columns'
    | 'constraint'
    | 'index'
    | 'trigger'
    | 'function'
    | 'policy'
    | 'security'
    | 'grants'
  readonly name: string
  /** The statement that creates the object; a digest for columns and functions. */
  readonly definition: string
}

/**
 * Reads the objects on which the guarantees of the schema depend, without the partitions of the audit, whose names depend on the month.
 * Every role can read the catalogue.
 */
export const readCatalogue = (executor: Executor): Promise<CatalogueEntry[]> =>
  executor.rows<CatalogueEntry>(sql`
    WITH tables AS (
      SELECT c.oid, c.relname AS name, c.relrowsecurity, c.relkind FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
    ), granted AS (
      SELECT t.name, r.rolname AS role, NULL AS attribute, g.privilege_type AS privilege
      FROM tables t JOIN pg_class c ON c.oid = t.oid CROSS JOIN aclexplode(c.relacl) g JOIN pg_roles r ON r.oid = g.grantee
      UNION ALL
      SELECT t.name, r.rolname, a.attname, g.privilege_type
      FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid CROSS JOIN aclexplode(a.attacl) g
      JOIN pg_roles r ON r.oid = g.grantee
    ), entries (kind, name, definition) AS (
      SELECT 'columns', t.name, md5(string_agg(
        concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull), ', ' ORDER BY a.attname))
      FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
      GROUP BY t.name
      UNION ALL
      SELECT 'security', name, 'ALTER TABLE ' || name || ' ENABLE ROW LEVEL SECURITY' FROM tables WHERE relrowsecurity
      UNION ALL
      SELECT 'constraint', t.name || '.' || k.conname,
        format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.name, k.conname, pg_get_constraintdef(k.oid))
      FROM pg_constraint k JOIN tables t ON t.oid = k.conrelid WHERE k.contype IN ('p', 'u', 'f', 'c') AND k.convalidated
      UNION ALL
      SELECT 'index', i.relname, pg_get_indexdef(i.oid)
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN tables t ON t.oid = x.indrelid
      WHERE x.indisvalid AND x.indisready AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid)
      UNION ALL
      SELECT 'trigger', t.name || '.' || g.tgname, pg_get_triggerdef(g.oid)
        || CASE WHEN g.tgenabled = 'O' THEN '' ELSE ' -- enabled: ' || g.tgenabled::text END
      FROM pg_trigger g JOIN tables t ON t.oid = g.tgrelid WHERE NOT g.tgisinternal AND g.tgenabled <> 'D'
      UNION ALL
      SELECT 'function', p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
        md5(concat_ws(' ', p.prosrc, p.prosecdef, p.proconfig::text))
      FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
      UNION ALL
      SELECT 'policy', tablename || '.' || policyname, concat_ws(' ',
        format('CREATE POLICY %I ON %I AS %s FOR %s TO %s', policyname, tablename, permissive, cmd,
          array_to_string(ARRAY(SELECT unnest(roles) ORDER BY 1), ', ')),
        'USING (' || qual || ')', 'WITH CHECK (' || with_check || ')')
      FROM pg_policies WHERE schemaname = 'public' AND tablename IN (SELECT name FROM tables)
      UNION ALL
      SELECT 'grants', name || ' to ' || role, string_agg(
        CASE WHEN attribute IS NULL THEN privilege ELSE privilege || ' (' || attribute || ')' END, ', '
        ORDER BY privilege, attribute)
      FROM granted WHERE role = ANY(${Object.values(roles)}) GROUP BY name, role
    )
    SELECT kind, name, definition FROM entries ORDER BY kind, name COLLATE "C"`)
