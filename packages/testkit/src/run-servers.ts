import { generateKeyPair, type JsonWebKey } from 'node:crypto'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { freePort, startCluster } from '@signet/local-servers'
import { startPooler } from './pooler.ts'
import { makeServerFolder } from './server-folder.ts'

export interface RunValues {
  readonly postgresUrl: string
  /** `postgresUrl` through PgBouncer, in a run with SIGNET_TEST_POOLER. */
  readonly pooledUrl: string | undefined
  readonly rsaKeys: readonly JsonWebKey[]
}

export interface RunServers extends RunValues {
  stop(): Promise<void>
}

/** More than the projects of nearly every test file. */
const rsaKeyCount = 64

export async function startRunServers(): Promise<RunServers> {
  const folder = makeServerFolder('signet-test-')
  const cluster = await startCluster({
    folder,
    port: await freePort(),
    durable: false,
    maxConnections: 400,
  })
  const postgresUrl = cluster.url('postgres')
  const { SIGNET_TEST_POOLER: command } = process.env
  const pooler = command ? await startPooler({ command }, postgresUrl) : undefined
  return {
    postgresUrl,
    pooledUrl: pooler?.through(postgresUrl),
    rsaKeys: await makeRsaKeys(),
    async stop() {
      await pooler?.stop()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Searching for primes is the slowest part of creating a project. */
const makeRsaKeys = (): Promise<JsonWebKey[]> =>
  Promise.all(
    Array.from({ length: rsaKeyCount }, async () => {
      const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
      return privateKey.export({ format: 'jwk' })
    }),
  )
