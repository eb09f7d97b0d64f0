import { runProgram, type Suite } from './suite.ts'
import { runTests } from './vitest.ts'

/** A pooler in transaction mode changes these facts, for the reason. */
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

/** Runs the tests of the database and of the services with PgBouncer in transaction mode before PostgreSQL. */
export const pgbouncer: Suite = {
  name: 'pgbouncer',
  toolchain: ['pgbouncer'],
  async run({ folder }) {
    const command = (await runProgram('sh', ['-c', 'command -v pgbouncer'], { folder })).trim()
    return await runTests({
      folder,
      environment: { SIGNET_TEST_POOLER: command },
      args: [
        // The counts are those of connections without a pooler.
        ...['--exclude', '**/request-costs.test.ts'],
        ...['packages/db', 'services/auth', 'services/admin-api', 'services/scim'],
      ],
      differences,
    })
  },
}
