import { readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type RunValues, startRunServers } from './run-servers.ts'

/**
 * Provides one PostgreSQL and RSA keys for the run. SIGNET_TEST_RUN names a file with those of a command that runs Vitest several
 * times.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = process.env.SIGNET_TEST_RUN
  if (shared) {
    provide(project, JSON.parse(readFileSync(shared, 'utf8')) as RunValues)
    return async () => undefined
  }
  const servers = await startRunServers()
  provide(project, servers)
  return servers.stop
}

function provide(project: TestProject, { postgresUrl, pooledUrl, rsaKeys }: RunValues): void {
  project.provide('postgresUrl', postgresUrl)
  project.provide('pooledUrl', pooledUrl)
  project.provide('rsaKeys', rsaKeys)
}
