import { parseArgs } from 'node:util'
import { runMain } from '@signet/runtime'
import type { Database } from '../database.ts'
import { describe, migrate, plan } from '../migrate/run.ts'
import { SchemaMismatch, schemaState } from '../migrate/state.ts'
import { complete } from '../setup/setup.ts'
import { tablesOutsideWall } from '../wall/raise.ts'
import { runCommand, setupOptions } from './environment.ts'

/**
 * Reads DATABASE_URL, and SIGNET_BASE_URL and SIGNET_SECRET_KEYS to complete the seed afterwards. `--plan` needs only the first: it
 * lists outstanding migrations and exits with 1 when there are any. `--wait` waits for PostgreSQL.
 */
await runMain(async () => {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({ options: { plan: flag, wait: flag } })
  await runCommand(values.plan ? showPlan : applyAll, { waits: values.wait })
})

async function showPlan(database: Database, print: (line: string) => void): Promise<void> {
  const outstanding = await plan(database)
  for (const migration of outstanding)
    print(
      `${describe(migration)} (${migration.statementsDone} of ${migration.statements.length} statements done)`,
    )
  const open = await tablesOutsideWall(database)
  if (open.length > 0) print(`Row-level security for ${open.join(', ')}.`)
  const isDone = outstanding.length === 0 && open.length === 0
  print(isDone ? 'Nothing is outstanding.' : `${outstanding.length} outstanding.`)
  process.exitCode = isDone ? 0 : 1
}

async function applyAll(database: Database, print: (line: string) => void): Promise<void> {
  const found = await schemaState(database)
  if (found.state === 'newer') return print(new SchemaMismatch(found).message)
  const options = setupOptions()
  const finished = await migrate(database, { print })
  const { setupToken } = await complete(database, options)
  if (setupToken !== undefined) print(`setup-token: ${setupToken}`)
  print(finished.length === 0 ? 'Nothing is outstanding.' : `${finished.length} migrations applied.`)
}
