import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Every unit and integration test of the repository, on one PostgreSQL. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  // In the console's build the table is made once, without the contracts' schemas.
  resolve: {
    alias: {
      'virtual:operations': fileURLToPath(new URL('../../apps/console/operation-table.ts', import.meta.url)),
    },
  },
  test: {
    include: ['{packages,services,apps}/*/{src,test}/**/*.test.{ts,tsx}', 'infra/**/*.test.ts'],
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    setupFiles: ['packages/testkit/src/setup-file.ts'],
    pool: 'forks',
    // Modules are loaded once per worker instead of once per file: no file leaves anything in them, and each has a
    // database of its own. A worker waits for PostgreSQL about half its time, so there is one more than cores.
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
