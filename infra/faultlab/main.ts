import { parseArgs } from 'node:util'
import { buildAll } from '../local/commands.ts'
import type { FaultCase, Pace } from './cases/case.ts'
import { cases } from './cases/index.ts'
import { startClusterBacking } from './cluster/backing.ts'
import { clusterCases } from './cluster/cases.ts'
import { startHaproxyFront } from './cluster/haproxy.ts'
import { missingPrograms } from './cluster/programs.ts'
import { printCoverage, printResult } from './report.ts'
import { type Result, runCase } from './run-case.ts'
import { type Backing, startLocalBacking } from './stack/backing.ts'
import { startOwnFront } from './stack/front.ts'
import { type Laboratory, type LaboratoryOptions, startLaboratory, usualCounts } from './stack/laboratory.ts'

/**
 * `npm run faultlab`: breaks what the product stands on, under traffic, and checks after every fault that nothing
 * acknowledged is lost. `-- --seed 7` repeats a run, `-- --only kill-postgres` runs one case, `-- --short` the short ones;
 * `-- --cluster` does it to the reference cluster.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
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

async function runAll<B extends Backing>(
  from: readonly FaultCase<Laboratory<B>>[],
  parts: Pick<LaboratoryOptions<B>, 'counts' | 'startBacking' | 'startFront'>,
): Promise<Result[]> {
  const chosen = choose(from)
  console.log(`Fault laboratory, seed ${values.seed}: ${chosen.length} of ${from.length} cases`)
  const lab = await startLaboratory({ ...parts, seed: Number(values.seed), keeps: values.keep })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      await lab.close()
      process.exit(1)
    })
  const results: Result[] = []
  try {
    for (const fault of chosen) {
      const result = await runCase(lab, fault, pace)
      results.push(result)
      printResult(fault, result)
    }
  } finally {
    await lab.close()
    if (values.keep) console.log(`Logs and data are in ${lab.folder}.`)
  }
  return results
}

function runLocal(): Promise<Result[]> {
  return runAll(cases, {
    counts: usualCounts,
    startBacking: (folder) => startLocalBacking({ folder }),
    startFront: startOwnFront,
  })
}

function runCluster(): Promise<Result[]> {
  const missing = missingPrograms()
  if (missing) throw new Error(missing)
  const counts = { auth: 2, 'admin-api': 2, scim: 2, 'mcp-gateway': 2 }
  return runAll(clusterCases, { counts, startBacking: startClusterBacking, startFront: startHaproxyFront })
}

await buildAll(process.env, new AbortController().signal)
const results = await (values.cluster ? runCluster() : runLocal())
printCoverage(results)
const failed = results.filter(({ problems }) => problems.length > 0)
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
