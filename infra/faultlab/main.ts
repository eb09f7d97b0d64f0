import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findNatsServer } from '@signet/local-servers'
import { buildAll } from '../local/commands.ts'
import { type ProxyBinary, proxyBinary } from '../local/proxy-binary.ts'
import { readSettings } from '../local/settings.ts'
import { missingPrometheus, runAlerts } from './alerts/run.ts'
import type { FaultCase, Pace } from './cases/case.ts'
import { cases } from './cases/index.ts'
import { startClusterBacking } from './cluster/backing.ts'
import { clusterCases } from './cluster/cases.ts'
import { startHaproxyFront } from './cluster/haproxy.ts'
import { missingPrograms } from './cluster/programs.ts'
import { printCoverage, printResult } from './report.ts'
import { type Result, runCase } from './run-case.ts'
import { followRunbook, runbookNames } from './runbooks.ts'
import { type Backing, type LocalBacking, startLocalBacking } from './stack/backing.ts'
import { startOwnFront } from './stack/front.ts'
import { type Laboratory, type LaboratoryOptions, startLaboratory, usualCounts } from './stack/laboratory.ts'
import { securedNats } from './stack/secured-nats.ts'

/**
 * `npm run faultlab`: damages the dependencies of the product under traffic, and checks after every fault that no acknowledged change
 * is lost. `-- --seed 7` repeats a run, `-- --only kill-postgres` runs one case, `-- --short` the short ones; `-- --cluster` uses the
 * reference cluster; `-- --alerts` fires every alert in a real Prometheus, `-- --runbooks` follows the runbooks. `-- --secured` makes
 * NATS require a password and a certificate; `-- --pooled` connects the services through PgBouncer.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    alerts: { type: 'boolean', default: false },
    runbooks: { type: 'boolean', default: false },
    secured: { type: 'boolean', default: false },
    pooled: { type: 'boolean', default: false },
  },
})
const pace: Pace = {
  isShort: values.short,
  of: (short, whole) => (values.short ? short : whole),
}

function choose<Lab>(from: readonly FaultCase<Lab>[]): FaultCase<Lab>[] {
  const chosen = from.filter(({ id, isShort }) =>
    values.only ? values.only.includes(id) : !values.short || isShort,
  )
  if (chosen.length > 0) return chosen
  throw new Error(`There is no such case: use one of ${from.map(({ id }) => id).join(', ')}.`)
}

type Parts<B extends Backing> = Pick<LaboratoryOptions<B>, 'rate' | 'counts' | 'startBacking' | 'startFront'>

async function inLaboratory<B extends Backing>(
  parts: Parts<B>,
  work: (lab: Laboratory<B>) => Promise<Result[]>,
): Promise<Result[]> {
  const lab = await startLaboratory({ ...parts, seed: Number(values.seed), keeps: values.keep })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await lab.close()
      process.exit(1)
    })
  try {
    console.log(await versionsOf(lab))
    return await work(lab)
  } finally {
    await lab.close()
    if (values.keep) console.log(`Logs and data are in ${lab.folder}.`)
  }
}

async function versionsOf(lab: Laboratory): Promise<string> {
  const [row] = await lab.query<{ server_version: string }>('SHOW server_version')
  return `PostgreSQL ${row?.server_version}, ${natsVersion()}${values.secured ? ' with a password and TLS' : ''}${values.pooled ? ', PgBouncer' : ''}`
}

const natsVersion = (): string =>
  execFileSync(findNatsServer() ?? 'nats-server', ['--version'])
    .toString()
    .trim()

function runAll<B extends Backing>(
  from: readonly FaultCase<Laboratory<B>>[],
  parts: Parts<B>,
): Promise<Result[]> {
  const chosen = choose(from)
  console.log(`Fault laboratory, seed ${values.seed}: ${chosen.length} of ${from.length} cases`)
  return inLaboratory(parts, async (lab) => {
    const results: Result[] = []
    for (const fault of chosen) {
      const result = await runCase(lab, fault, pace)
      results.push(result)
      printResult(fault, result)
    }
    return results
  })
}

function fireAlerts(): Promise<Result[]> {
  const missing = missingPrometheus()
  if (missing) throw new Error(missing)
  // The laboratory cannot produce the load that exhausts large pools.
  const parts = { ...localParts({ SIGNET_DATABASE_POOL: '2' }), rate: 0.5 }
  return inLaboratory(parts, (lab) => runAlerts(lab, printResult, values.only))
}

function installedPooler(): ProxyBinary {
  const program = proxyBinary('pgbouncer', readSettings(process.env).dataFolder, console.log)
  if (!program) throw new Error('PgBouncer is not installed (Debian: apt install pgbouncer).')
  return program
}

const localParts = (env: NodeJS.ProcessEnv = {}): Parts<LocalBacking> => ({
  rate: 1,
  counts: usualCounts,
  startBacking(folder) {
    const secured = values.secured ? securedNats(folder) : {}
    const pooler = values.pooled ? installedPooler() : undefined
    return startLocalBacking({
      folder,
      ...secured,
      ...(pooler && { pooler }),
      env: { ...secured.env, ...env },
    })
  },
  startFront: startOwnFront,
})

const runLocal = (): Promise<Result[]> => runAll(cases, localParts())

function runCluster(): Promise<Result[]> {
  const missing = missingPrograms()
  if (missing) throw new Error(missing)
  const counts = { auth: 2, 'admin-api': 2, scim: 2, 'mcp-gateway': 2 }
  return runAll(clusterCases, {
    // Twenty servers share one machine.
    rate: 0.3,
    counts,
    startBacking: startClusterBacking,
    startFront: startHaproxyFront,
  })
}

await buildAll(process.env, new AbortController().signal)
function followRunbooks(): Promise<Result[]> {
  return inLaboratory(localParts(), async (lab) => {
    const results: Result[] = []
    for (const name of runbookNames().filter((one) => values.only?.includes(one) ?? true)) {
      const result = await followRunbook(lab, name)
      results.push(result)
      printResult({ title: 'its commands, unchanged' }, result)
    }
    return results
  })
}

const run = values.runbooks
  ? followRunbooks
  : values.alerts
    ? fireAlerts
    : values.cluster
      ? runCluster
      : runLocal

const results = await run()
if (run === runLocal || run === runCluster) printCoverage(results)
const failed = results.filter(({ problems }) => problems.length > 0)
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
