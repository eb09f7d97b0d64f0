/** Includes the first character, excludes the end. */
export type Interval = readonly [start: number, end: number]

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

export interface ScriptCoverage {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Range[] }[]
}

/**
 * The innermost range around a character decides: V8 reports a block only where its count differs from that of the code around it, and
 * omits functions that were not called.
 */
export function executedIntervals({ functions }: Pick<ScriptCoverage, 'functions'>): Interval[] {
  const ranges = functions
    .flatMap((one) => one.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const executed: Interval[] = []
  const open: Range[] = []
  let position = 0
  const proceedTo = (offset: number) => {
    if (offset > position && (open.at(-1)?.count ?? 0) > 0) executed.push([position, offset])
    position = offset
  }
  const closeUntil = (offset: number) => {
    for (let top = open.at(-1); top && top.endOffset <= offset; top = open.at(-1)) {
      proceedTo(top.endOffset)
      open.pop()
    }
  }
  for (const range of ranges) {
    closeUntil(range.startOffset)
    proceedTo(range.startOffset)
    open.push(range)
  }
  closeUntil(Number.POSITIVE_INFINITY)
  return mergedIntervals(executed)
}

/** Sorted, without overlaps and gaps of no length. */
export function mergedIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: [number, number][] = []
  for (const [start, end] of [...intervals].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

export const includesOffset = (intervals: readonly Interval[], offset: number): boolean =>
  intervals.some(([start, end]) => start <= offset && offset < end)
