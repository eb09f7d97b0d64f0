import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import unit from '../../vitest.config.ts'

/**
 * Tests of the services and packages, each in a process of its own, which reports the coverage of its modules. Node.js
 * loads the modules without Vite: it replaces types by blanks, so that offsets are those of the sources.
 */
export default mergeConfig(
  unit,
  defineConfig({
    test: {
      setupFiles: ['infra/test/mutants/recorded/setup-file.ts'],
      exclude: ['**/node_modules/**', 'apps/**'],
      isolate: true,
      maxWorkers: availableParallelism() + 1,
      experimental: { viteModuleRunner: false },
      // Coverage of each function and block makes the code slower.
      testTimeout: 90_000,
      hookTimeout: 180_000,
    },
  }),
)
