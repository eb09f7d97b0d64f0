import { parseArgs } from 'node:util'
import { residentMemory } from '../bench/stack.ts'
import { startLocalBacking } from '../faultlab/stack/backing.ts'
import { startOwnFront } from '../faultlab/stack/front.ts'
import { startLaboratory, usualCounts } from '../faultlab/stack/laboratory.ts'
import { startTraffic } from '../faultlab/traffic/traffic.ts'
import { buildAll } from '../local/commands.ts'

/**
 * `npx node infra/test/memory.ts [--minutes 30]` measures every service at rest, and under the traffic of the fault laboratory, about 60
 * requests a second of every kind, without faults. Part of `npm run test:soak`.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
const readings = 6

await buildAll(process.env, new AbortController().signal)
const lab = await startLaboratory({
  seed: 1,
  rate: 1,
  counts: usualCounts,
  startBacking: (folder) => startLocalBacking({ folder }),
  startFront: startOwnFront,
})
try {
  const rest = await readAfter(1)
  const began = performance.now()
  const traffic = startTraffic(lab)
  const loaded: number[][] = []
  for (let reading = 0; reading < readings; reading += 1)
    loaded.push(await readAfter((minutes * 60) / readings))
  await traffic.stop()
  const after = loaded.map((_, index) => `${Number((((index + 1) * minutes) / readings).toFixed(1))} min`)
  console.log(`Resident memory, MiB\n${row('', ['at rest', ...after])}`)
  for (const [index, { name }] of lab.replicas.entries())
    console.log(
      row(
        name,
        [rest, ...loaded].map((column) => String(column[index])),
      ),
    )
  console.log(`${lab.ledger.requests.length} requests`)
  for (const line of failures(began)) console.log(line)
} finally {
  await lab.close()
}

/** A busy machine may be the cause. */
function failures(began: number): string[] {
  const failed = lab.ledger.requests.filter(({ outcome }) => outcome !== 'done')
  const kinds = Map.groupBy(failed, ({ kind, status, detail }) => `${kind} ${status} ${detail ?? ''}`)
  return [...kinds].map(([what, of]) => {
    const minutesOf = of.map(({ at }) => (at - began) / 60_000)
    const [first, last] = [Math.min(...minutesOf), Math.max(...minutesOf)].map((minute) => minute.toFixed(1))
    return `${of.length} failed: ${what}, from minute ${first} to ${last}`
  })
}

async function readAfter(seconds: number): Promise<number[]> {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return lab.replicas.map(({ pid }) => residentMemory(pid))
}

function row(name: string, cells: readonly string[]): string {
  return [name.padEnd(14), ...cells.map((cell) => cell.padStart(8))].join('')
}
