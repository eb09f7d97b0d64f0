import { type Database, raw, sql } from '@signet/db'
import { formOfActor } from '@signet/events'

const tables = ['accounts', 'teams', 'team_members', 'identities', 'passkeys', 'recovery_codes', 'clients']

/** Counters, and columns that every sign-in writes: a change of only these needs no audit entry. */
const counters = [
  ...['updated_at', 'version', 'version_at', 'revocations', 'totp_last_step'],
  ...['counter', 'backed_up', 'last_used_at', 'last_failure', 'last_failure_at', 'first_used_at'],
]

interface Write {
  readonly table: string
  readonly operation: string
  /** Id of the account, or of the row itself. */
  readonly subject: string
  readonly columns: readonly string[]
}

interface Entry {
  readonly action: string
  readonly actor: string
  readonly surface: string | null
  readonly targetType: string
  readonly targetId: string
}

export interface History {
  readonly writes: readonly Write[]
  readonly entries: readonly Entry[]
}

/** Records the rows that a service writes, without those of the test itself. */
export async function noteWrites(database: Database): Promise<void> {
  await database.run(sql`
    CREATE TABLE noted_writes (n bigint GENERATED ALWAYS AS IDENTITY, "table" text, operation text, subject text, columns text[])`)
  await database.run(sql`GRANT INSERT ON noted_writes TO PUBLIC`)
  await database.run(sql`
    CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      written jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
      changed text[];
    BEGIN
      IF pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
        RETURN NULL;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        SELECT array_agg(n.key ORDER BY n.key) INTO changed
        FROM jsonb_each(to_jsonb(NEW)) n JOIN jsonb_each(to_jsonb(OLD)) o USING (key) WHERE n.value <> o.value;
      END IF;
      INSERT INTO noted_writes ("table", operation, subject, columns)
      VALUES (TG_TABLE_NAME, TG_OP, COALESCE(written->>'account_id', written->>'personal_of', written->>'id'), COALESCE(changed, '{}'));
      RETURN NULL;
    END $$`)
  for (const table of tables)
    await database.run(
      sql`CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON ${raw(table)} FOR EACH ROW EXECUTE FUNCTION note_write()`,
    )
}

/** Returns the rows and audit entries that the services write during a journey, without counters. */
export async function historyOf(database: Database, journey: () => Promise<unknown>): Promise<History> {
  const [before] = await database.rows<{ n: number; at: Date }>(
    sql`SELECT COALESCE(max(n), 0)::int AS n, clock_timestamp() AS at FROM noted_writes`,
  )
  await journey()
  const writes = await database.rows<Write>(
    sql`SELECT "table", operation, subject, columns FROM noted_writes WHERE n > ${before?.n ?? 0} ORDER BY n`,
  )
  const entries = await database.rows<Entry>(sql`
    SELECT action, actor, surface, target_type AS "targetType", target_id AS "targetId" FROM audit_entries
    WHERE at >= ${before?.at ?? new Date(0)}::timestamptz ORDER BY at, action`)
  return { writes: writes.flatMap(withoutCounters), entries }
}

function withoutCounters(write: Write): Write[] {
  const columns = write.columns.filter((column) => !counters.includes(column))
  return write.operation === 'UPDATE' && columns.length === 0 ? [] : [{ ...write, columns }]
}

export const unauditedWrites = ({ writes, entries }: History): Write[] =>
  writes.filter(({ subject }) => !entries.some(({ targetId }) => targetId === subject))

export const printHistory = (title: string, { writes, entries }: History): string =>
  [
    title,
    ...unique(
      writes.map(
        ({ table, operation, columns }) =>
          `  ${operation} ${table}${columns.length > 0 ? ` (${columns.join(', ')})` : ''}`,
      ),
    ),
    ...unique(
      entries.map(
        ({ action, actor, surface, targetType }) =>
          `  → ${action} of ${targetType} by ${formOfActor(actor)}, surface ${surface ?? 'none'}`,
      ),
    ),
  ].join('\n')

const unique = (lines: readonly string[]): string[] => [...new Set(lines)]
