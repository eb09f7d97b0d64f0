import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type PostgresCluster, startCluster } from '@signet/local-servers'
import type { Client } from 'pg'
import { connectPostgres, withPostgres } from '../local/postgres-client.ts'

const root = new URL('../..', import.meta.url).pathname
const services = ['auth', 'admin-api', 'scim', 'mcp-gateway'] as const
export type ServiceName = (typeof services)[number]

/** `npm start`, with a PostgreSQL that the benchmark can fill and read. */
export interface BenchStack {
  readonly baseUrl: string
  readonly edgePort: number
  readonly sql: Client
  readonly databaseUrl: string
  readonly databasePid: number
  readonly databaseLog: string
  readonly pids: Readonly<Record<ServiceName, number>>
  readonly ports: Readonly<Record<ServiceName, number>>
  /** Services, console and NATS, without PostgreSQL. */
  productPids(): number[]
  close(): Promise<void>
}

export async function startBenchStack(checkout: string = root): Promise<BenchStack> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-bench-'))
  const cluster = await startCluster({
    folder: join(folder, 'postgres'),
    port: await freePort(),
    durable: true,
  })
  await create(cluster)
  const edgePort = await freePort()
  // The bootstrap installs a new checkout.
  const start = spawn(process.execPath, [join(checkout, 'infra/local/bootstrap.mjs'), 'start'], {
    cwd: checkout,
    env: {
      ...process.env,
      DATABASE_URL: cluster.url('bench'),
      PORT: String(edgePort),
      SIGNET_DATA_DIR: folder,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready(start)
  const sql = await connectPostgres(cluster.url('bench'))
  const processes = Object.fromEntries(
    services.map((name) => [name, processOf(checkout, folder, name)]),
  ) as Record<ServiceName, { pid: number; port: number }>
  return {
    baseUrl: `http://localhost:${edgePort}`,
    edgePort,
    sql,
    databaseUrl: cluster.url('bench'),
    databasePid: Number(
      readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
    ),
    databaseLog: join(folder, 'postgres', 'postgres.log'),
    pids: pick(processes, 'pid'),
    ports: pick(processes, 'port'),
    productPids: () => (start.pid ? descendantsOf(start.pid) : []),
    async close() {
      await sql.end()
      const exited = new Promise((resolve) => start.once('exit', resolve))
      start.kill('SIGTERM')
      await exited
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const create = (cluster: PostgresCluster): Promise<unknown> =>
  withPostgres(cluster.url('postgres'), (client) => client.query('CREATE DATABASE bench'))

const ready = (start: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let printed = ''
    start.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('Ctrl-C stops everything.')) resolve()
    })
    start.once('exit', () => reject(new Error(`The stack did not start:\n${printed}`)))
  })

export const environmentOf = (pid: number): Record<string, string> =>
  Object.fromEntries(
    read(`/proc/${pid}/environ`)
      .split('\0')
      .filter(Boolean)
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )

function processOf(checkout: string, folder: string, name: ServiceName): { pid: number; port: number } {
  const file = join(checkout, `services/${name}/dist/main.js`)
  const pid = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((id) => read(`/proc/${id}/cmdline`).includes(file))
    .find((id) => environmentOf(id).SIGNET_DATA_DIR === folder)
  if (pid === undefined) throw new Error(`The process of ${name} was not found.`)
  return { pid, port: Number(environmentOf(pid).PORT) }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const pick = <K extends 'pid' | 'port'>(
  processes: Record<ServiceName, { pid: number; port: number }>,
  key: K,
) => Object.fromEntries(services.map((name) => [name, processes[name][key]])) as Record<ServiceName, number>

/** Binds all threads to one core, so that a rate is a rate per core. */
export const pin = (pid: number, core: number): void =>
  void execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' })

export function pinDatabase({ databasePid }: BenchStack, core: number): void {
  for (const pid of [databasePid, ...childrenOf(databasePid)]) pin(pid, core)
}

const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)

/** Includes connections and background processes. Microseconds. */
export const databaseTime = (databasePid: number): number =>
  [databasePid, ...childrenOf(databasePid)].reduce((sum, pid) => sum + processorTime(pid), 0) +
  endedTime(databasePid)

/** Microseconds in steps of 10,000, of ended children (proc_pid_stat(5), fields 16 and 17). */
function endedTime(pid: number): number {
  const [, afterName = ''] = read(`/proc/${pid}/stat`).split(') ')
  const fields = afterName.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10_000
}

const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)])

/** MiB, with the share of the pages that several processes use (proc_pid_smaps(5)). */
export const proportionalMemory = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024

/** MiB. */
export const residentMemory = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** Microseconds, all threads. */
export const processorTime = (pid: number): number =>
  threadsOf(pid)
    .map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1000)
    .reduce((sum, time) => sum + time, 0)

/** Empty for an ended process. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Microseconds of the thread that runs JavaScript; hashing and file access use other threads. */
export const mainThreadTime = (pid: number): number =>
  Number(read(`/proc/${pid}/task/${pid}/schedstat`).split(' ')[0]) / 1000
