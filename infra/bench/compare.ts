import { type Client, drive } from './load.ts'

export interface Variant {
  readonly name: string
  readonly port: number
  readonly clients: readonly Client[]
}

export interface Comparison {
  /** Median rate per variant, requests a second. */
  readonly rates: Readonly<Record<string, number>>
  /** Median, over the rounds, of the ratio to the base variant of the same round. */
  readonly ratios: Readonly<Record<string, number>>
}

/**
 * Rotates the variants in short slices and compares within each round, since the machine's speed drifts. The first
 * variant is the base; give it twice under two names for an A/A control.
 */
export async function compare(
  variants: readonly Variant[],
  rounds: number,
  sliceSeconds: number,
): Promise<Comparison> {
  const measured = new Map<string, number[]>(variants.map(({ name }) => [name, []]))
  for (const { port, clients } of variants) await drive(port, clients, Math.min(1, sliceSeconds))
  for (let round = 0; round < rounds; round += 1)
    for (let index = 0; index < variants.length; index += 1) {
      const variant = variants[(index + round) % variants.length]
      if (variant)
        measured.get(variant.name)?.push((await drive(variant.port, variant.clients, sliceSeconds)).perSecond)
    }
  const base = measured.get(variants[0]?.name ?? '') ?? []
  const summarise = (of: (rates: readonly number[]) => number[]) =>
    Object.fromEntries([...measured].map(([name, rates]) => [name, median(of(rates))]))
  return {
    rates: summarise((rates) => [...rates]),
    ratios: summarise((rates) => rates.map((rate, round) => rate / (base[round] ?? rate))),
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] = [
    sorted[Math.max(0, middle - (sorted.length % 2 === 0 ? 1 : 0))],
    sorted[middle],
  ]
  return (low + high) / 2
}
