import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launch, postgresUser, type ServerProcess } from '@signet/local-servers'
import { lastingPort } from '../stack/lasting-port.ts'
import { postgresFolder, programs } from './programs.ts'

/** One PostgreSQL with its Patroni. */
export interface PatroniNode {
  readonly name: string
  readonly port: number
  /** Of Patroni's own API, which says who is the primary. */
  readonly apiPort: number
  /** Every process of the node: Patroni, PostgreSQL's postmaster, and what they have started. */
  pids(): readonly number[]
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

export async function newNode(options: NodeOptions): Promise<PatroniNode> {
  const name = `pg${options.number}`
  const home = join(options.folder, name)
  const [port, apiPort] = [await lastingPort(), await lastingPort()]
  const user = postgresUser()
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (user) chownSync(home, user.uid, user.gid)
  const file = join(home, 'patroni.yml')
  writeFileSync(file, configurationOf({ ...options, name, home, port, apiPort }))
  chmodSync(file, 0o644)
  let server: ServerProcess | undefined
  const postmaster = () => pidOf(join(home, 'data/postmaster.pid'))
  return {
    name,
    port,
    apiPort,
    pids: () => [...new Set([server?.pid ?? -1, postmaster()].filter((pid) => pid > 0).flatMap(descendants))],
    start() {
      server = launch({
        command: programs.patroni,
        args: [file],
        gently: 'SIGTERM',
        logFile: join(options.folder, `${name}.log`),
        env: { PATH: `/usr/bin:/bin:${postgresFolder}`, HOME: home, LC_ALL: 'C' },
        ...(user && { user }),
      })
    },
    stop: async () => server?.stop(),
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

/** A process and all that come of it. */
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

interface Place extends NodeOptions {
  readonly name: string
  readonly home: string
  readonly port: number
  readonly apiPort: number
}

/** JSON is YAML, too. */
function configurationOf({ name, home, port, apiPort, password, etcd }: Place): string {
  const parameters = {
    max_connections: 200,
    unix_socket_directories: home,
    wal_keep_size: '256MB',
    wal_log_hints: 'on',
  }
  return JSON.stringify({
    scope: 'signet',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { hosts: etcd },
    bootstrap: {
      // A change is acknowledged when a second node has it, and not at all while there is none: none is lost with the primary.
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(home, 'data'),
      bin_dir: postgresFolder,
      pgpass: join(home, 'pgpass'),
      authentication: {
        superuser: { username: 'signet', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
      parameters: { unix_socket_directories: home },
    },
  })
}
