import { type Database, raw, sql } from '@signet/db'

type Row = Readonly<Record<string, unknown>>

export interface RowChange {
  readonly table: string
  readonly before: Row | null
  readonly after: Row | null
}

/** Every change writes these tables, or operations do not decide about them. */
const bookkeeping: ReadonlySet<string> = new Set([
  'agent_confirmations',
  'agent_refusals',
  'audit_entries',
  'idempotency_keys',
  'outbox',
  'row_changes',
  'throttles',
])

/**
 * Triggers record the changed rows, for every code path.
 * @returns a function that returns the changes since its last call
 */
export async function recordRowChanges(database: Database): Promise<() => Promise<RowChange[]>> {
  await database.run(sql`CREATE TABLE row_changes (id bigserial, "table" text, before jsonb, after jsonb)`)
  await database.run(sql`
    CREATE FUNCTION note_row_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN
      INSERT INTO row_changes ("table", before, after) VALUES (TG_TABLE_NAME,
        CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END);
      RETURN NULL;
    END $$`)
  const tables = await database.rows<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1`)
  for (const { name } of tables.filter((table) => !bookkeeping.has(table.name)))
    await database.run(sql`
      CREATE TRIGGER note_row_change AFTER INSERT OR UPDATE OR DELETE ON ${raw(name)}
      FOR EACH ROW EXECUTE FUNCTION note_row_change()`)
  return async () => {
    const rows = await database.rows<RowChange & { id: string }>(
      sql`DELETE FROM row_changes RETURNING id::text, "table", before, after`,
    )
    return rows.toSorted((a, b) => Number(a.id) - Number(b.id))
  }
}

export const changedColumns = ({ before, after }: RowChange): string[] =>
  Object.keys(after ?? {}).filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
