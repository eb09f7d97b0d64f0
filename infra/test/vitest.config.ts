import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Every unit and integration test of the repository, on one PostgreSQL. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['{packages,services,apps}/*/{src,test}/**/*.test.{ts,tsx}', 'infra/**/*.test.ts'],
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
