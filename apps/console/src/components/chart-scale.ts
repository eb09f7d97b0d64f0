/** Returns marks from 0 to above the largest value, in steps of 1, 2 or 5 times a power of ten. */
export function ticksFor(largest: number): number[] {
  const most = Math.max(1, largest)
  const power = 10 ** Math.floor(Math.log10(most / 4))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= most / 4) ?? 1)
  return Array.from({ length: Math.floor(most / step) + 2 }, (_, index) => index * step)
}

/**
 * Returns equidistant indices from 0, at most `count` in the columns of a chart, of which the first `length` have bars. The last one has
 * half a distance to the end, the width of its label.
 */
export function labelled(length: number, count: number, columns: number): number[] {
  const distance = Math.max(1, Math.ceil(columns / count))
  const last = Math.min(length - 1, columns - distance / 2)
  return Array.from({ length: Math.floor(last / distance) + 1 }, (_, index) => index * distance)
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
