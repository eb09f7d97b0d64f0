import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The journeys: each file starts the whole of Signet itself, so they run one after the other. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['e2e/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
})
