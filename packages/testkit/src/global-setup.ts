import { rmSync } from 'node:fs'
import { freePort, startCluster } from '@signet/local-servers'
import type { TestProject } from 'vitest/node'
import { makeRsaKeys } from './rsa-keys.ts'
import { makeServerFolder } from './server-folder.ts'

/** One PostgreSQL for the whole vitest run, of which test files take databases of their own, and RSA keys for their projects. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeServerFolder('signet-test-')
  const cluster = await startCluster({
    folder,
    port: await freePort(),
    durable: false,
    maxConnections: 400,
  })
  project.provide('postgresUrl', cluster.url('postgres'))
  project.provide('rsaKeys', await makeRsaKeys())
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
