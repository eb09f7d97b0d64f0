import { configDefaults, defineConfig } from 'vitest/config'
import { root } from '../local/repository.ts'
import { slowFiles } from './slow/slow-files.ts'

export const waits = {
  // `npm run test:slow` repeats a race sixty times in one test.
  testTimeout: process.env.SIGNET_RACE_ROUNDS ? 180_000 : 30_000,
  hookTimeout: 60_000,
  // Polled conditions take longer while other files use the cores.
  expect: { poll: { timeout: 10_000 } },
}

/** `npm run test:foreign -- citus` sets SIGNET_TEST_CITUS. */
const needsCitus = ['packages/db/test/citus.test.ts']

/** Left to `npm run test:slow`. The option `--exclude` has no effect on a project. */
const left = process.env.SIGNET_TEST_WITHOUT_SLOW ? slowFiles.map(({ file }) => file) : []

/**
 * One PostgreSQL for packages, services and infra. Node.js loads their modules without Vite, as a service that starts from its sources
 * does: transformed modules read each import through a getter, and every run transforms them.
 */
export default defineConfig({
  root,
  test: {
    name: 'node',
    include: ['{packages,services}/*/{src,test}/**/*.test.ts', 'infra/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...left, ...(process.env.SIGNET_TEST_CITUS ? [] : needsCitus)],
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    setupFiles: ['packages/testkit/src/setup-file.ts'],
    pool: 'forks',
    // Most objects of a file live until its worker ends, and each full collection marks all of them, which took 8 % of the
    // processor time of the tests of the authorization server.
    execArgv: ['--initial-old-space-size=1000'],
    // Modules are loaded once per worker instead of once per file: a file leaves no state in them, and has a database
    // of its own.
    isolate: false,
    // No test replaces a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    ...waits,
  },
})
