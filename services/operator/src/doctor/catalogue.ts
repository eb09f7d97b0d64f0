import { type Executor, sql } from '@signet/db'
import { type CatalogueDifference, compareCatalogue } from '@signet/db/catalogue'
import { schemaState } from '@signet/db/migrate'
import { type Finding, good, unknown, wrong } from './finding.ts'

const nouns: Readonly<Record<CatalogueDifference['kind'], string>> = {
  columns: 'the columns of',
  constraint: 'the constraint',
  index: 'the index',
  trigger: 'the trigger',
  function: 'the function',
  policy: 'the policy',
  security: 'row-level security of',
  grants: 'the privileges on',
}

const isPlural: ReadonlySet<string> = new Set(['columns', 'grants'])

/** Compares the objects of the database with those of this release, and their owners with the owner of the migrations. */
export async function examineCatalogue(executor: Executor): Promise<readonly Finding[]> {
  const { state } = await schemaState(executor)
  if (state !== 'current') return [unknown('catalogue', `cannot be compared, because the schema is ${state}`)]
  const findings = [...(await compareCatalogue(executor)).map(findingOf), ...(await owners(executor))]
  return findings.length > 0 ? findings : [good('catalogue', 'equals that of this release')]
}

const findingOf = (difference: CatalogueDifference): Finding =>
  wrong(
    'catalogue',
    `${nouns[difference.kind]} ${difference.name} ${isPlural.has(difference.kind) ? 'are' : 'is'} ${difference.state}`,
    remedyOf(difference),
  )

function remedyOf({ kind, name, state, definition }: CatalogueDifference): string {
  const [table = '', object = ''] = name.split('.')
  if (kind === 'grants') {
    const [relation, , role] = name.split(' ')
    return `Run as the owner of the tables: REVOKE ALL ON ${relation} FROM ${role}; then run db:migrate.`
  }
  if (kind === 'columns') return 'Restore the table as the migrations create it, or restore a backup.'
  if (kind === 'function')
    return 'Run the statement of packages/db/migrations that creates it, as the owner of the tables.'
  if (kind === 'security')
    return `Run as the owner of the tables: ${definition ?? `ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`};`
  const drops: Readonly<Record<string, string>> = {
    constraint: `ALTER TABLE ${table} DROP CONSTRAINT ${object};`,
    index: `DROP INDEX IF EXISTS ${name};`,
    trigger: `DROP TRIGGER IF EXISTS ${object} ON ${table};`,
    policy: `DROP POLICY ${object} ON ${table};`,
  }
  const isDropped = state !== 'missing' || kind === 'index' || kind === 'trigger'
  const statements = [...(isDropped ? [drops[kind]] : []), ...(definition ? [`${definition};`] : [])]
  return `Run as the owner of the tables: ${statements.join(' ')}`
}

/** Another owner than that of the migrations is exempt from row-level security, or prevents the next migration. */
async function owners(executor: Executor): Promise<Finding[]> {
  const rows = await executor.rows<{ name: string; owner: string; expected: string }>(sql`
    SELECT c.relname AS name, pg_get_userbyid(c.relowner) AS owner, pg_get_userbyid(m.relowner) AS expected
    FROM pg_class c, pg_class m
    WHERE m.oid = 'signet_schema.migrations'::regclass AND c.relowner <> m.relowner
      AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S') ORDER BY c.relname`)
  return rows.map(({ name, owner, expected }) =>
    wrong(
      'catalogue',
      `${name} belongs to ${owner} instead of ${expected}`,
      `Run as a superuser: ALTER TABLE ${name} OWNER TO "${expected}";`,
    ),
  )
}
