import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startCluster } from '@signet/local-servers'
import type { TestProject } from 'vitest/node'

/** One PostgreSQL for the whole vitest run; test files take databases of their own from it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-test-'))
  const cluster = await startCluster({
    folder,
    port: await freePort(),
    durable: false,
    maxConnections: 400,
  })
  project.provide('postgresUrl', cluster.url('postgres'))
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
