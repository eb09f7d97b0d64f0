import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNatsServer, freePort, type NatsServer, startNatsServer } from '@signet/local-servers'
import { makeServerFolder } from './server-folder.ts'

export interface TestNats extends NatsServer {
  /** Uses the same port, and the previous store or an empty one. */
  restart(options?: { readonly emptyStore: boolean }): Promise<void>
  close(): Promise<void>
}

/** Parallel test files share no stream. Takes about 40 ms; close it in `afterAll`. */
export async function startNats(options: { readonly configuration?: string } = {}): Promise<TestNats> {
  const binary = findNatsServer()
  if (!binary)
    throw new Error('nats-server is not installed: npm test installs it, or set SIGNET_NATS_SERVER')
  const folder = makeServerFolder('signet-nats-')
  const port = await freePort()
  let server = await startNatsServer({ binary, folder, port, ...options })
  return {
    url: server.url,
    port,
    get exited() {
      return server.exited
    },
    stop: () => server.stop(),
    kill: () => server.kill(),
    async restart({ emptyStore } = { emptyStore: false }) {
      await server.stop()
      if (emptyStore) rmSync(join(folder, 'jetstream'), { recursive: true, force: true })
      server = await startNatsServer({ binary, folder, port, ...options })
    },
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
