import { migrations } from '../migrate/manifest.ts'
import { type Executor, sql } from '../sql.ts'

/** What the migrations declare by name, read from their statements. */
const declarations = {
  index: /CREATE UNIQUE INDEX "?(\w+)"?/g,
  constraint: /CONSTRAINT "?(\w+)"?/g,
  trigger: /CREATE TRIGGER "?(\w+)"?/g,
}

function declared(pattern: RegExp): string[] {
  const dropped = new Set(named(/DROP (?:INDEX|CONSTRAINT|TRIGGER)(?: IF EXISTS)? "?(\w+)"?/g))
  return named(pattern).filter((name) => !dropped.has(name))
}

const named = (pattern: RegExp): string[] =>
  migrations
    .flatMap(({ statements }) => statements)
    .flatMap((statement) => [...statement.matchAll(pattern)].map(([, name]) => name ?? ''))

/** Names of declared unique indexes, constraints and triggers that are missing, invalid or switched off. */
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
      WHERE NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgname = name AND t.tgenabled IN ('O', 'A'))
    ORDER BY name`)
  return rows.map(({ name }) => name)
}
