import { type Client, drive } from './load.ts'
import { databaseTime, processorTime } from './stack.ts'

export interface Variant {
  readonly name: string
  readonly pid: number
  readonly port: number
  readonly databasePid?: number | undefined
  readonly clients: readonly Client[]
  /** Runs outside the time of a slice, with the maximum number of requests. */
  before?(requests: number): Promise<void>
}

export interface Comparison {
  /** Median, requests per second. */
  readonly rates: Readonly<Record<string, number>>
  /** Median of the ratio to the base variant of the same round. */
  readonly ratios: Readonly<Record<string, number>>
  /** Median per request of the server, all its threads, microseconds. */
  readonly cpu: Readonly<Record<string, number>>
  readonly cpuRatios: Readonly<Record<string, number>>
  /** Median per request of PostgreSQL, microseconds; 0 for a server without one. */
  readonly database: Readonly<Record<string, number>>
}

/** The slice ends early when the prepared requests are used up. */
const stockedPerSecond = 1500

/**
 * Alternates the variants in short slices and compares them within each round, because the machine's speed drifts. The first variant is
 * the base; pass it twice under two names for an A/A control.
 */
export async function compare(
  variants: readonly Variant[],
  rounds: number,
  sliceSeconds: number,
): Promise<Comparison> {
  const measured = emptyFigures(variants)
  const spent = emptyFigures(variants)
  const spentByDatabase = emptyFigures(variants)
  for (const variant of variants) await runSlice(variant, Math.min(1, sliceSeconds))
  for (let round = 0; round < rounds; round += 1)
    for (let index = 0; index < variants.length; index += 1) {
      const variant = variants[(index + round) % variants.length]
      if (!variant) continue
      const { perSecond, cpu, database } = await runSlice(variant, sliceSeconds)
      measured.get(variant.name)?.push(perSecond)
      spent.get(variant.name)?.push(cpu)
      spentByDatabase.get(variant.name)?.push(database)
    }
  const base = variants[0]?.name ?? ''
  return {
    rates: medians(measured),
    ratios: mediansToBase(measured, base),
    cpu: medians(spent),
    cpuRatios: mediansToBase(spent, base),
    database: medians(spentByDatabase),
  }
}

const emptyFigures = (variants: readonly Variant[]): Map<string, number[]> =>
  new Map(variants.map(({ name }) => [name, []]))

async function runSlice({ pid, port, databasePid, clients, before }: Variant, seconds: number) {
  await before?.(Math.ceil(stockedPerSecond * seconds))
  const timeOfDatabase = () => (databasePid === undefined ? 0 : databaseTime(databasePid))
  const [begun, databaseBegun] = [processorTime(pid), timeOfDatabase()]
  const { perSecond, requests } = await drive(port, clients, seconds)
  return {
    perSecond,
    cpu: (processorTime(pid) - begun) / requests,
    database: (timeOfDatabase() - databaseBegun) / requests,
  }
}

type Figures = ReadonlyMap<string, readonly number[]>

const medians = (figures: Figures): Record<string, number> =>
  Object.fromEntries([...figures].map(([name, values]) => [name, median(values)]))

function mediansToBase(figures: Figures, base: string): Record<string, number> {
  const baseline = figures.get(base) ?? []
  return medians(
    new Map(
      [...figures].map(([name, values]) => [
        name,
        values.map((value, round) => value / (baseline[round] ?? value)),
      ]),
    ),
  )
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [
    sorted[Math.max(0, middle - (sorted.length % 2 === 0 ? 1 : 0))],
    sorted[middle],
  ]
  return (low + high) / 2
}
