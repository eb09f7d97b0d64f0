import { Session } from 'node:inspector/promises'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** The event loop of an idle process works for less than `idleShare` of `everyMs`. */
const usual = { everyMs: 30_000, startMs: 500, idleShare: 0.01 }

/** Bytes since the last collection that are worth a pause. */
const growth = 24 * 2 ** 20

/**
 * V8 keeps the heap of the last load until requests allocate again. Collects the garbage of the start first, and later after 30 seconds
 * in which the event loop worked for less than one percent of the time. The collection pauses the process for about 50 ms.
 * @returns a function that ends it
 */
export function releaseIdleMemory({ everyMs, startMs, idleShare }: typeof usual = usual): () => void {
  let kept = 0
  let since: EventLoopUtilization | undefined
  const collect = async () => {
    await collectGarbage()
    kept = getHeapStatistics().total_heap_size
    since = performance.eventLoopUtilization()
  }
  const first = setTimeout(() => void collect(), startMs).unref()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, since)
    since = now
    if (utilization < idleShare && getHeapStatistics().total_heap_size > kept + growth) void collect()
  }, everyMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}

/** Releases free pages too, as `global.gc` does not without a flag of the process. */
async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
