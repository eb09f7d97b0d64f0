import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRunServers } from '@signet/testkit/run-servers'
import { ensureTemplate } from '@signet/testkit/template'
import type { Interval } from '../recorded/executed.ts'
import { readCoverageFolder } from '../recorded/recording.ts'

export interface SharedRun {
  readonly file: string
  /** A mutant of the sources that create the template needs a template of its own. */
  readonly executed: ReadonlyMap<string, readonly Interval[]>
  stop(): Promise<void>
}

export async function startSharedRun(): Promise<SharedRun> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-mutant-run-'))
  const { stop, ...values } = await startRunServers()
  const coverage = mkdtempSync(join(folder, 'coverage-'))
  process.env.NODE_V8_COVERAGE = coverage
  await ensureTemplate(values.postgresUrl)
  delete process.env.NODE_V8_COVERAGE
  const file = join(folder, 'values.json')
  writeFileSync(file, JSON.stringify(values), { mode: 0o600 })
  return {
    file,
    executed: readCoverageFolder(coverage),
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
