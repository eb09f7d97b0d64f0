import { parseArgs } from 'node:util'
import { buildAll } from '../local/commands.ts'
import { cases } from './cases/index.ts'
import { printCoverage, printResult } from './report.ts'
import { type Result, runCase } from './run-case.ts'
import { startLocalBacking } from './stack/backing.ts'
import { startLaboratory, usualCounts } from './stack/laboratory.ts'

/**
 * `npm run faultlab`: breaks what the product stands on, under traffic, and checks after every fault that nothing
 * acknowledged is lost. `-- --seed 7` repeats a run, `-- --only kill-postgres` runs one case, `-- --short` the short ones.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string', multiple: true },
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const pace = {
  isShort: values.short,
  of: (short: number, whole: number) => (values.short ? short : whole),
}
const chosen = cases.filter(({ id, isShort }) =>
  values.only ? values.only.includes(id) : !values.short || isShort,
)
if (chosen.length === 0)
  throw new Error(`There is no such case: use one of ${cases.map(({ id }) => id).join(', ')}.`)

await buildAll(process.env, new AbortController().signal)
console.log(`Fault laboratory, seed ${values.seed}: ${chosen.length} of ${cases.length} cases`)
const lab = await startLaboratory({
  seed: Number(values.seed),
  counts: usualCounts,
  keeps: values.keep,
  startBacking: (folder) => startLocalBacking({ folder }),
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
printCoverage(results)
const failed = results.filter(({ problems }) => problems.length > 0)
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
