import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import node from '../../vitest.node.ts'

/**
 * Each test has a process of its own, which reports the coverage of its modules. Node.js replaces types by blanks when it loads a
 * module, so that offsets are those of the sources.
 */
export default mergeConfig(
  node,
  defineConfig({
    test: {
      setupFiles: ['infra/test/mutants/recorded/setup-file.ts'],
      isolate: true,
      maxWorkers: availableParallelism() + 1,
      // Coverage of each function and block makes the code slower.
      testTimeout: 90_000,
      hookTimeout: 180_000,
    },
  }),
)
