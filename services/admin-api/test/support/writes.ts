import { type Database, join, raw, type Sql, sql } from '@signet/db'

interface TableMark {
  readonly table: string
  readonly rows: number
  readonly newest: number
}

interface Entry {
  readonly action: string
  readonly actor: string
  readonly targetType: string
  readonly targetId: string
  readonly surface: string | null
  readonly written: number
}

export interface Writes {
  readonly tables: readonly string[]
  readonly entries: readonly Entry[]
  /** Oldest row version since the mark, without the audit and its outbox row; null without one. */
  readonly firstChange: number | null
}

const bookkeeping = new Set(['audit_entries', 'outbox'])

/** Counts refusals, which are no change of a call. */
const counts = new Set(['agent_refusals'])

/** Records the state of every table. The returned function compares with it. */
export async function markWrites(database: Database): Promise<() => Promise<Writes>> {
  const before = await marks(database)
  const newest = Math.max(...before.map((mark) => mark.newest))
  return async () => {
    const after = await marks(database)
    const tables = after
      .filter((mark, at) => mark.rows !== before[at]?.rows || mark.newest !== before[at]?.newest)
      .map(({ table }) => table)
      .filter((table) => !counts.has(table))
    return {
      tables,
      entries: await entriesSince(database, newest),
      firstChange: await firstChange(
        database,
        tables.filter((table) => !bookkeeping.has(table)),
        newest,
      ),
    }
  }
}

const statements = new WeakMap<Database, Promise<Sql>>()

async function marks(database: Database): Promise<TableMark[]> {
  const known = statements.get(database) ?? markStatement(database)
  statements.set(database, known)
  return database.rows<TableMark>(await known)
}

/** Has no parameters, so that PostgreSQL plans it once per connection: planning takes longer than the execution. */
async function markStatement(database: Database): Promise<Sql> {
  const tables = await database.rows<{ name: string }>(
    sql`SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  const one = ({ name }: { name: string }) =>
    sql`SELECT ${raw(`'${name}'`)} AS table, count(*)::int AS rows, COALESCE(max(xmin::text::bigint), 0)::int AS newest FROM ${raw(name)}`
  return sql`${join(tables.map(one), ' UNION ALL ')} ORDER BY 1`
}

const entriesSince = (database: Database, newest: number): Promise<Entry[]> =>
  database.rows<Entry>(sql`
    SELECT action, actor, target_type AS "targetType", target_id AS "targetId", surface, xmin::text::int AS written
    FROM audit_entries WHERE xmin::text::bigint > ${newest} ORDER BY at, id`)

async function firstChange(
  database: Database,
  tables: readonly string[],
  newest: number,
): Promise<number | null> {
  if (tables.length === 0) return null
  const one = (name: string) =>
    sql`SELECT min(xmin::text::bigint) AS written FROM ${raw(name)} WHERE xmin::text::bigint > ${newest}`
  const [row] = await database.rows<{ first: number | null }>(
    sql`SELECT min(written)::int AS first FROM (${join(tables.map(one), ' UNION ALL ')}) written`,
  )
  return row?.first ?? null
}
