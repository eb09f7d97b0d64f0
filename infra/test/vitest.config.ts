import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

const longest = /\/(laws|races|twice|kill|migrate|fault-streams|nats-away|stream-copies|start)\.test\.ts$/

/** A fresh clone knows nothing of durations: what takes longest begins first, so that no core is left without work at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: (typeof sorted)[number]) => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

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
    // database of its own. A worker waits for PostgreSQL about half its time, so there are two more than cores.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    maxWorkers: availableParallelism() + 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for takes longer while other files have the cores.
    expect: { poll: { timeout: 10_000 } },
  },
})
