import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, launch, postgresUser, type ServerProcess } from '@signet/local-servers'
import { startNodeNetwork } from './node-network.ts'
import { configurationOf } from './patroni-configuration.ts'
import { postgresFolder, programs } from './programs.ts'

export interface PatroniNode {
  readonly name: string
  readonly port: number
  /** Patroni's own API, which reports the primary. */
  readonly apiPort: number
  /** Process ids of Patroni and of PostgreSQL's postmaster. */
  leaders(): readonly number[]
  pids(): readonly number[]
  /** `cut` disconnects the node from etcd and the other nodes; services always reach it. */
  become(network: 'cut' | 'whole'): void
  start(): void
  stop(): Promise<void>
  kill(): Promise<void>
  isPrimary(): Promise<boolean>
}

export interface NodeOptions {
  readonly folder: string
  readonly number: number
  readonly password: string
  readonly etcd: readonly string[]
}

/** Less than Patroni's ttl by one loop of the guard and a margin for a busy machine. */
const guardSeconds = 15

export async function newNode(options: NodeOptions): Promise<PatroniNode> {
  const name = `pg${options.number}`
  const home = join(options.folder, name)
  const [port, apiPort] = [await freePort(), await freePort()]
  const user = postgresUser()
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (user) chownSync(home, user.uid, user.gid)
  const file = join(home, 'patroni.yml')
  const network = await startNodeNetwork({ etcd: options.etcd, port, apiPort })
  writeFileSync(file, configurationOf({ ...options, name, home, port, apiPort, seenAs: network }))
  chmodSync(file, 0o644)
  let server: ServerProcess | undefined
  let guard: ServerProcess | undefined
  const postmaster = () => pidOf(join(home, 'data/postmaster.pid'))
  const leaders = () => [server?.pid ?? -1, postmaster()].filter((pid) => pid > 0)
  return {
    name,
    port,
    apiPort,
    leaders,
    pids: () => [...new Set([...leaders(), guard?.pid ?? -1].filter((pid) => pid > 0).flatMap(descendants))],
    become: network.become,
    start() {
      server = launch({
        command: programs.patroni,
        args: [file],
        gently: 'SIGTERM',
        logFile: join(options.folder, `${name}.log`),
        env: { PATH: `/usr/bin:/bin:${postgresFolder}`, HOME: home, LC_ALL: 'C' },
        ...(user && { user }),
      })
      guard ??= launch({
        command: join(import.meta.dirname, 'guard.sh'),
        args: [`http://127.0.0.1:${apiPort}`, join(home, 'data'), String(guardSeconds)],
        gently: 'SIGTERM',
        logFile: join(options.folder, `${name}-guard.log`),
        ...(user && { user }),
      })
    },
    async stop() {
      await guard?.stop()
      await server?.stop()
      network.close()
    },
    async kill() {
      const pid = postmaster()
      await server?.kill()
      if (pid > 0) process.kill(pid, 'SIGKILL')
    },
    async isPrimary() {
      const answer = await fetch(`http://127.0.0.1:${apiPort}/primary`, {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => undefined)
      await answer?.body?.cancel()
      return answer?.ok ?? false
    },
  }
}

function descendants(pid: number): number[] {
  const children = readIfThere(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean)
  return [pid, ...children.map(Number).flatMap(descendants)]
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const pidOf = (file: string): number => Number(readIfThere(file).split('\n')[0] || -1)
