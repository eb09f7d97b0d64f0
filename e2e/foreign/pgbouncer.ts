import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram, type Suite } from './suite.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Tests of facts that a pooler in transaction mode changes, with the reason. */
const differences: Readonly<Record<string, string>> = {
  'a statement is prepared once per connection and then reused by name': 'statements have no names',
  'the server never JIT-compiles a statement, whichever plan mode it uses':
    'the test opens the superuser, whose login has no settings',
  'db:setup creates the user of the services, who works under row-level security and cannot change the schema':
    'the test creates a login that PgBouncer does not know',
  'a statement whose table is locked is retried and applied once the lock is released':
    'the limits of a migration are options of its connection, which connects directly in an installation',
  'successive waits for locks end at the deadline of the request, and nothing is written after it':
    'the test opens the superuser, whose login has no settings',
  'a database that rejects writes, as a standby does, is not ready':
    'the test sets options of its connection',
  'a connection whose role was dropped by a pooler, and which would see every project, is never used':
    'the test creates a login that PgBouncer does not know',
}

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

/** Runs the tests of the database and of the services with PgBouncer in transaction mode before PostgreSQL. */
export const pgbouncer: Suite = {
  name: 'pgbouncer',
  toolchain: ['pgbouncer'],
  async run({ folder }) {
    const file = join(folder, 'report.json')
    const command = (await runProgram('sh', ['-c', 'command -v pgbouncer'], { folder })).trim()
    const args = [
      ...['run', '--config=infra/test/vitest.config.ts', '--reporter=json', `--outputFile=${file}`],
      // The counts are those of connections without a pooler.
      ...['--exclude', '**/request-costs.test.ts'],
      ...['packages/db', 'services/auth', 'services/admin-api', 'services/scim'],
    ]
    const failure = await runProgram(join(repository, 'node_modules/.bin/vitest'), args, {
      folder: repository,
      environment: { SIGNET_TEST_POOLER: command },
    }).then(
      () => undefined,
      (error: unknown) => error,
    )
    const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const failed = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
    )
    const unexpected = failed.filter((title) => !(title in differences))
    if (unexpected.length > 0 || numPassedTests === 0)
      throw new Error(`${unexpected.join('\n')}\n${failure instanceof Error ? failure.message : ''}`)
    return `${numPassedTests} tests passed, ${failed.length} differ as stated`
  },
}
