import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { consoleTexts } from '@signet/i18n/console-plugin'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

const longest =
  /\/(laws|rows|language|accessibility|migration-hook-attacks|migration-hook|migrate|approvals|edge-raw|command-line-retries|realm-import|number-bounds|bad-input|spelling|setup|races|nats-away|fault-streams|kill|hostile|start)\.test\.ts$/

/** Starts the longest files first, so that no core is idle at the end. A fresh clone has no recorded durations. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: (typeof sorted)[number]) => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Runs every unit and integration test of the repository on one PostgreSQL. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  plugins: [consoleTexts],
  // The build of the console generates this table without the schemas of the contracts.
  resolve: {
    alias: {
      'virtual:operations': fileURLToPath(new URL('../../apps/console/operation-table.ts', import.meta.url)),
      'virtual:operation-texts': fileURLToPath(
        new URL('../../apps/console/operation-texts.ts', import.meta.url),
      ),
    },
  },
  test: {
    include: ['{packages,services,apps}/*/{src,test}/**/*.test.{ts,tsx}', 'infra/**/*.test.ts'],
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    setupFiles: ['packages/testkit/src/setup-file.ts'],
    pool: 'forks',
    // Modules are loaded once per worker instead of once per file: a file leaves no state in them, and has a database
    // of its own. A worker waits for PostgreSQL about half of its time, so there are two more than cores.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    maxWorkers: availableParallelism() + 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Polled conditions take longer while other files use the cores.
    expect: { poll: { timeout: 10_000 } },
  },
})
