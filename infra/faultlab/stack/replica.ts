import { join } from 'node:path'
import { freePort } from '@signet/local-servers'
import { type LocalProcess, startProcess } from '../../local/local-process.ts'
import { builtPrograms } from '../../local/programs.ts'

export type ServiceName = 'auth' | 'admin-api' | 'scim' | 'mcp-gateway'

/** The port stays the same after a restart. */
export interface Replica {
  readonly name: string
  readonly service: ServiceName
  readonly port: number
  readonly metricsPort: number
  readonly pid: number
  start(changes?: NodeJS.ProcessEnv): Promise<void>
  /** SIGTERM, like an orchestrator; resolves when the process has ended. */
  stop(): Promise<void>
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
}

interface ReplicaOptions {
  readonly service: ServiceName
  readonly number: number
  /** Evaluated at each start. */
  env(): NodeJS.ProcessEnv
  readonly logFolder: string
}

export async function newReplica({ service, number, env, logFolder }: ReplicaOptions): Promise<Replica> {
  const name = `${service}-${number}`
  const [port, metricsPort] = [await freePort(), await freePort()]
  let runs = 0
  let process: LocalProcess | undefined
  return {
    name,
    service,
    port,
    metricsPort,
    get pid() {
      return process?.pid ?? -1
    },
    async start(changes = {}) {
      runs += 1
      process = startProcess({
        name,
        ...builtPrograms[service],
        port,
        env: { ...env(), SIGNET_METRICS_PORT: String(metricsPort), ...changes },
        logFolder: join(logFolder, String(runs)),
      })
      await process.ready(AbortSignal.timeout(30_000))
    },
    async stop() {
      await process?.stop()
    },
    signal(signal) {
      if (process?.pid) globalThis.process.kill(process.pid, signal)
    },
  }
}
