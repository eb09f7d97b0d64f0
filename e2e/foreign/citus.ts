import { existsSync } from 'node:fs'
import type { Suite } from './suite.ts'
import { runTests } from './vitest.ts'

/** Debian and the packages of Citus use the same folders for these versions of PostgreSQL. */
const versions = [17, 16, 15]

function programsWithCitus(): string | undefined {
  const version = versions.find((number) =>
    existsSync(`/usr/share/postgresql/${number}/extension/citus.control`),
  )
  return version === undefined ? undefined : `/usr/lib/postgresql/${version}/bin`
}

/**
 * Divides the tables over three nodes of Citus, compares the properties of Citus with those that decision 157 states, and moves a
 * project between two nodes during writes.
 */
export const citus: Suite = {
  name: 'citus',
  toolchain: [],
  missing: () => (programsWithCitus() ? [] : ['citus']),
  run: ({ folder }) =>
    runTests({
      folder,
      environment: { SIGNET_TEST_CITUS: '1', SIGNET_POSTGRES_BIN: programsWithCitus() },
      args: ['packages/db/test/citus.test.ts'],
    }),
}
