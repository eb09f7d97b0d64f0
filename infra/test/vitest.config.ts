import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { root } from '../local/repository.ts'
import apps from './vitest.apps.ts'
import node from './vitest.node.ts'

const longest =
  /\/(laws|rows|language|accessibility|migration-hook-attacks|migration-hook|migrate|approvals|edge-raw|command-line-retries|realm-import|number-bounds|bad-input|spelling|setup|races|nats-away|fault-streams|kill|hostile|start)\.test\.ts$/

/**
 * Starts the longest files first, so that no core is idle at the end; a fresh clone has no recorded durations. The files of the
 * project `apps` are last: Vitest ends all workers when the next file is of another project, and new ones load every module again.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: (typeof sorted)[number]) => longest.test(moduleId)
    const order = (file: (typeof sorted)[number]) =>
      file.project.name === apps.test?.name ? 2 : isLong(file) ? 0 : 1
    return sorted.toSorted((a, b) => order(a) - order(b))
  }
}

export default defineConfig({
  root,
  test: {
    projects: [node, apps],
    sequence: { sequencer: LongestFirst },
    // A worker waits for PostgreSQL, NATS or a timer about half of its time, so there are three more than cores.
    maxWorkers: availableParallelism() + 3,
  },
})
