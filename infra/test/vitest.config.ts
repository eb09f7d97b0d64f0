import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { root } from '../local/repository.ts'
import apps from './vitest.apps.ts'
import node from './vitest.node.ts'

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

export default defineConfig({
  root,
  test: {
    projects: [node, apps],
    sequence: { sequencer: LongestFirst },
    // A worker waits for PostgreSQL about half of its time, so there are two more than cores.
    maxWorkers: availableParallelism() + 2,
  },
})
