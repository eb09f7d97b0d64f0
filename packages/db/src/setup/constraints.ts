import { migrations } from '../migrate/manifest.ts'
import { type Executor, sql } from '../sql.ts'

const declarations = {
  index: /(?:CREATE UNIQUE|(DROP)) INDEX(?: IF EXISTS)? "?(\w+)"?/g,
  constraint: /(?:(DROP) )?CONSTRAINT(?: IF EXISTS)? "?(\w+)"?/g,
  trigger: /(?:CREATE|(DROP)) TRIGGER(?: IF EXISTS)? "?(\w+)"?/g,
}

/** Applies declarations and drops in order: a dropped name may be declared again. */
function declared(pattern: RegExp): string[] {
  const names = new Set<string>()
  for (const statement of migrations.flatMap(({ statements }) => statements))
    for (const [, drop, name = ''] of statement.matchAll(pattern))
      if (drop) names.delete(name)
      else names.add(name)
  return [...names]
}

/** Missing, invalid or disabled unique indexes, constraints and triggers. */
export async function constraintsNotInForce(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ name: string }>(sql`
    SELECT name FROM unnest(${declared(declarations.index)}::text[]) AS name
      WHERE NOT EXISTS (SELECT FROM pg_index i WHERE i.indexrelid = to_regclass(quote_ident(name))
        AND i.indisvalid AND i.indisready AND i.indisunique)
    UNION ALL
    SELECT name FROM unnest(${declared(declarations.constraint)}::text[]) AS name
      WHERE NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = name AND c.convalidated
        -- A column since PostgreSQL 18; before, every constraint is enforced.
        AND COALESCE((to_jsonb(c) ->> 'conenforced')::boolean, true)
        AND c.connamespace = current_schema()::regnamespace)
    UNION ALL
    SELECT name FROM unnest(${declared(declarations.trigger)}::text[]) AS name
      WHERE NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgname = name)
        -- Nor where one of its tables, or of their partitions, is without it.
        OR EXISTS (
          SELECT FROM pg_trigger t, pg_partition_tree(t.tgrelid) part WHERE t.tgname = name AND NOT EXISTS (
            SELECT FROM pg_trigger g WHERE g.tgrelid = part.relid AND g.tgname = name AND g.tgenabled IN ('O', 'A')))
        OR EXISTS (SELECT FROM pg_trigger t WHERE t.tgname = name AND t.tgenabled NOT IN ('O', 'A'))
    ORDER BY name`)
  return rows.map(({ name }) => name)
}
