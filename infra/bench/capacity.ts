import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '@signet/local-servers'
import { type Pooler, startPooler } from '@signet/testkit'
import { proxyBinary } from '../local/proxy-binary.ts'
import { root } from '../local/repository.ts'
import { readSettings } from '../local/settings.ts'
import { median } from './compare.ts'
import { type Kind, kindsAt, latenciesOf, prepareKinds, runKinds } from './mixed-load.ts'
import type { PreparedInstance } from './prepare.ts'
import { heading, line } from './report.ts'
import {
  type BenchStack,
  databaseTime,
  environmentOf,
  pin,
  processorTime,
  residentMemory,
  type ServiceName,
} from './stack.ts'
import { type Second, startSecond } from './start-times.ts'
import type { SignetTarget } from './stock.ts'
import { type TimedResult, worked } from './timed.ts'
import type { Pace } from './token-rates.ts'

const pooledConnections = 8

/** Prepared for each process, kind and second: more than one core can redeem in the mixture. */
const codesPerSecond = 300

interface Arrangement {
  readonly name: string
  readonly auth: number
  readonly isPooled: boolean
}

const arrangements: readonly Arrangement[] = [
  { name: '1 auth, 1 admin-api', auth: 1, isPooled: false },
  { name: '4 auth, 1 admin-api', auth: 4, isPooled: false },
  { name: '1 auth, 1 admin-api, PgBouncer', auth: 1, isPooled: true },
  { name: '4 auth, 1 admin-api, PgBouncer', auth: 4, isPooled: true },
]

interface Slice {
  readonly results: readonly TimedResult[]
  readonly services: number
  readonly database: number
  readonly connections: number
}

/**
 * Prints the rates that a core of services and a core of PostgreSQL serve in the mixture of `mixed-load.ts`, with their connections.
 * The arrangements are measured in turns.
 */
export async function measureCapacity(
  stack: BenchStack,
  prepared: PreparedInstance,
  signet: SignetTarget,
  { rounds, slice }: Pace,
): Promise<void> {
  const seconds = slice * 2
  const [counts] = (
    await stack.sql.query<{ projects: string; users: string }>(
      'SELECT (SELECT count(*) FROM projects) AS projects, (SELECT count(*) FROM accounts) AS users',
    )
  ).rows
  heading(
    'Capacity of one core of services and one of PostgreSQL, which it shares with the load',
    `${counts?.projects} projects, ${counts?.users} users; tokens of every kind, UserInfo, introspection, sign-ins by password, administration`,
  )
  const pooler = await startBenchPooler(stack)
  const running: Running[] = []
  for (const one of arrangements)
    if (pooler || !one.isPooled) running.push(await start(one, stack, prepared, signet, pooler))
  for (const { kinds } of running) await prepareKinds(kinds, codesPerSecond * seconds * (rounds + 1))
  // The copied rows would be vacuumed and written to the disk during the measurement.
  await stack.sql.query('VACUUM (ANALYZE)')
  await stack.sql.query('CHECKPOINT')
  try {
    const slices = running.map((): Slice[] => [])
    for (let round = 0; round <= rounds; round += 1)
      for (const [index, one] of running.entries()) {
        const measured = await measure(stack, one, seconds)
        // The first round prepares statements and compiles the code.
        if (round > 0) slices[index]?.push(measured)
      }
    for (const [index, one] of running.entries()) print(one, slices[index] ?? [])
  } finally {
    for (const { processes } of running) for (const { close } of processes) close()
    await pooler?.stop()
  }
}

/** Undefined on a machine without PgBouncer. */
async function startBenchPooler(stack: BenchStack): Promise<Pooler | undefined> {
  const program = proxyBinary('pgbouncer', readSettings(process.env).dataFolder, console.log)
  if (!program) return undefined
  const pooler = await startPooler(program, stack.databaseUrl, pooledConnections)
  const { DATABASE_URL, SIGNET_BASE_URL, SIGNET_SECRET_KEYS } = environmentOf(stack.pids.auth)
  execFileSync(process.execPath, [join(root, 'packages/db/src/cli/migrate.ts')], {
    env: {
      ...process.env,
      ...{ DATABASE_URL, SIGNET_BASE_URL, SIGNET_SECRET_KEYS },
      SIGNET_SERVICE_DATABASE_URL: pooler.through(stack.databaseUrl),
    },
    stdio: 'ignore',
  })
  return pooler
}

interface Running extends Arrangement {
  readonly processes: readonly Second[]
  readonly metrics: readonly number[]
  readonly kinds: readonly Kind[]
}

async function start(
  arrangement: Arrangement,
  stack: BenchStack,
  prepared: PreparedInstance,
  signet: SignetTarget,
  pooler: Pooler | undefined,
): Promise<Running> {
  const url = arrangement.isPooled ? pooler?.through(stack.databaseUrl) : undefined
  const metrics: number[] = []
  const startOne = async (name: ServiceName) => {
    const port = await freePort()
    metrics.push(port)
    return startSecond(stack.pids[name], [], {
      SIGNET_METRICS_PORT: String(port),
      ...(url && { DATABASE_URL: url }),
    })
  }
  const admin = await startOne('admin-api')
  const processes = [admin]
  const kinds: Kind[] = []
  for (let count = 0; count < arrangement.auth; count += 1) {
    const auth = await startOne('auth')
    processes.push(auth)
    const all = await kindsAt(stack, prepared, signet, { auth: auth.port, admin: admin.port })
    kinds.push(...all.filter(({ group }) => count === 0 || group !== 'administration'))
  }
  for (const { pid } of processes) pin(pid, 0)
  return { ...arrangement, processes, metrics, kinds }
}

async function connectionsOf(stack: BenchStack, { isPooled, metrics }: Running): Promise<number> {
  if (isPooled) {
    const { rows } = await stack.sql.query<{ count: string }>(
      "SELECT count(*) FROM pg_stat_activity WHERE usename LIKE '%\\_login'",
    )
    return Number(rows[0]?.count)
  }
  const pages = await Promise.all(
    metrics.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  )
  const open = pages.join('\n').matchAll(/^signet_pool_connections\{.*state="(?:used|idle)".*\} (\d+)/gm)
  return [...open].reduce((sum, [, count]) => sum + Number(count), 0)
}

async function measure(stack: BenchStack, running: Running, seconds: number): Promise<Slice> {
  const { processes, kinds } = running
  const timeOf = () => processes.reduce((sum, { pid }) => sum + processorTime(pid), 0)
  const [services, database] = [timeOf(), databaseTime(stack.databasePid)]
  const results = await runKinds(kinds, seconds)
  return {
    results,
    services: (timeOf() - services) / seconds / 1e6,
    database: (databaseTime(stack.databasePid) - database) / seconds / 1e6,
    connections: await connectionsOf(stack, running),
  }
}

function print({ name, processes, kinds }: Running, slices: readonly Slice[]): void {
  const rate = (group: Kind['group']) =>
    median(
      slices.map(({ results }) =>
        results.reduce((sum, one, index) => sum + (kinds[index]?.group === group ? worked(one) : 0), 0),
      ),
    )
  const all = kinds.map((_, index) => ({
    times: slices.flatMap(({ results }) => results[index]?.times ?? []),
    errors: slices.flatMap(({ results }) => results[index]?.errors ?? []),
    seconds: 0,
  }))
  const errors = all.flatMap((one) => one.errors)
  const share = (of: 'services' | 'database') => `${median(slices.map((one) => one[of])).toFixed(2)} cores`
  line(
    name,
    `${rate('tokens').toFixed(0)} tokens/s, ${rate('sign-ins').toFixed(1)} sign-ins/s`,
    `${rate('administration').toFixed(0)} administration requests/s`,
  )
  line('  99th percentile', latenciesOf(kinds, all), errors[0] ?? 'no errors')
  line(
    '  processor',
    `services ${share('services')}, PostgreSQL ${share('database')}`,
    `${processes.reduce((sum, { pid }) => sum + residentMemory(pid), 0)} MiB of services`,
  )
  line('  connections of PostgreSQL', String(median(slices.map((one) => one.connections))), 'with idle ones')
  if (errors.length > 0) process.exitCode = 1
}
