import { relative } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import node from '../../vitest.node.ts'

const order = (process.env.SIGNET_TEST_ORDER ?? '').split(' ')

/** The test files that most likely detect the mutant are first. */
class GivenOrder extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const position = ({ moduleId }: (typeof files)[number]) =>
      order.indexOf(relative(this.ctx.config.root, moduleId))
    return [...files].sort((a, b) => position(a) - position(b))
  }
}

/** Node.js caches the sources compiled. */
export default mergeConfig(
  node,
  defineConfig({
    test: {
      sequence: { sequencer: GivenOrder },
      maxWorkers: 2,
      // A mutant that removes an answer makes its test wait.
      testTimeout: 15_000,
      hookTimeout: 30_000,
    },
  }),
)
