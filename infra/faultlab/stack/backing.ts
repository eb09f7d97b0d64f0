import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  findNatsServer,
  freePort,
  type PostgresCluster,
  startCluster,
  startNatsServer,
  startTcpProxy,
  type TcpProxy,
} from '@signet/local-servers'
import { type PoolerProgram, startPooler } from '@signet/testkit'
import { withPostgres } from '../../local/postgres-client.ts'

export interface Backing {
  databaseUrl(number: number): string
  readonly natsUrl: string
  readonly env: NodeJS.ProcessEnv
  /** Writable server without a proxy, for preparing and checking. */
  adminUrl(): string
  close(): Promise<void>
}

interface Server {
  kill(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
}

/** Each is behind an adjustable network. */
export interface LocalBacking extends Backing {
  readonly postgres: Server & { readonly folder: string; readonly isRunning: boolean }
  readonly nats: Server & { wipe(): void }
  readonly networks: { readonly postgres: TcpProxy; readonly nats: TcpProxy }
  /** True for a separate disk of PostgreSQL, which can be filled without harm. */
  readonly hasOwnDisk: boolean
}

const databaseName = 'signet'
const diskSize = '1500m'

export interface BackingOptions {
  readonly folder: string
  readonly maxConnections?: number
  readonly natsConfiguration?: string
  /** The services connect to PostgreSQL through it. */
  readonly pooler?: PoolerProgram
  readonly env?: NodeJS.ProcessEnv
}

export async function startLocalBacking(options: BackingOptions): Promise<LocalBacking> {
  // Before the disk is mounted, which only `close` unmounts.
  const binary = binaryOfNats()
  const folder = join(options.folder, 'postgres')
  const hasOwnDisk = mountDisk(folder)
  const [postgresPort, natsPort] = [await freePort(), await freePort()]
  const startPostgres = () =>
    startCluster({ folder, port: postgresPort, durable: true, maxConnections: options.maxConnections ?? 120 })
  const startNats = () =>
    startNatsServer({
      binary,
      folder: natsFolder,
      port: natsPort,
      ...(options.natsConfiguration && { configuration: options.natsConfiguration }),
    })
  const natsFolder = join(options.folder, 'nats')
  let isRunning = false
  const begin = async (): Promise<PostgresCluster> => {
    const started = await startPostgres()
    isRunning = true
    void started.exited.then(() => {
      if (started === cluster) isRunning = false
    })
    return started
  }
  let cluster = await begin()
  let nats = await startNats()
  await withPostgres(cluster.url('postgres'), (client) => client.query(`CREATE DATABASE ${databaseName}`))
  const networks = {
    postgres: await startTcpProxy(() => postgresPort),
    nats: await startTcpProxy(() => natsPort),
  }
  const databaseUrl = () => withPort(cluster.url(databaseName), networks.postgres.port)
  const pooler = options.pooler && (await startPooler(options.pooler, databaseUrl()))
  return {
    databaseUrl: () => pooler?.through(cluster.url(databaseName)) ?? databaseUrl(),
    natsUrl: `nats://127.0.0.1:${networks.nats.port}`,
    env: options.env ?? {},
    adminUrl: () => cluster.url(databaseName),
    networks,
    hasOwnDisk,
    postgres: {
      folder,
      get isRunning() {
        return isRunning
      },
      kill: () => cluster.kill(),
      stop: () => cluster.stop(),
      async start() {
        cluster = await begin()
      },
    },
    nats: {
      kill: () => nats.kill(),
      stop: () => nats.stop(),
      async start() {
        nats = await startNats()
      },
      wipe: () => rmSync(join(natsFolder, 'jetstream'), { recursive: true, force: true }),
    },
    async close() {
      await pooler?.stop()
      for (const network of Object.values(networks)) network.close()
      await Promise.all([cluster.stop(), nats.stop()])
      if (hasOwnDisk) execFileSync('umount', ['--lazy', folder])
    },
  }
}

function binaryOfNats(): string {
  const binary = findNatsServer()
  if (!binary)
    throw new Error('nats-server is not installed: npm start installs it, or set SIGNET_NATS_SERVER.')
  return binary
}

/** A disk in memory, if allowed, can be filled without harm. */
function mountDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=0711`, 'signet-faultlab', folder], {
      stdio: 'ignore',
    })
    chmodSync(folder, 0o711)
    return true
  } catch {
    return false
  }
}

function withPort(url: string, port: number): string {
  const moved = new URL(url)
  moved.port = String(port)
  return moved.href
}
