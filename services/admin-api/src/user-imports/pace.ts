import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Sign-ins keep their processor time. */
export interface ImportPace {
  /** Waits in proportion to the time since the start of the former import. */
  wait(): Promise<void>
}

/** Milliseconds after which a call does not continue an import. */
const continuedWithin = 5_000

/** Milliseconds. */
const longestPause = 4_000

/** Pause for each millisecond of an import while a process waits for the processor all the time. */
const busyPause = 4

/** Share of the time in which an import makes processes wait by itself, with PostgreSQL and its caller on two cores. */
const ownShare = 0.3

/** Pause for each millisecond of an import, on a system without the measurement. */
const unmeasuredPause = 0.25

/**
 * Reads the microseconds for which a process has waited for a processor, from the pressure stall information of Linux.
 * @returns null on a system without it
 */
async function readWaiting(): Promise<number | null> {
  const text = await readFile('/proc/pressure/cpu', 'utf8').catch(() => '')
  const total = /^some .*total=(\d+)/m.exec(text)?.[1]
  return total === undefined ? null : Number(total)
}

interface Mark {
  readonly at: number
  readonly waiting: number | null
}

/**
 * An import uses about one core, and the threads that hash passwords have a lower priority, so without pauses an import takes processor
 * time from sign-ins. Without other work it has no pauses.
 * @param read reads the time for which processes have waited, in microseconds
 */
export function createImportPace(read = readWaiting): ImportPace {
  let last: Mark | undefined
  const mark = async (): Promise<Mark> => ({ at: performance.now(), waiting: await read() })
  return {
    async wait() {
      const before = last
      const now = await mark()
      if (before && now.at - before.at < continuedWithin) await pause(pauseAfter(before, now))
      last = await mark()
    },
  }
}

/** The pause is longest when a process waited for the processor all the time. */
function pauseAfter(before: Mark, now: Mark): number {
  const elapsed = now.at - before.at
  if (before.waiting === null || now.waiting === null) return elapsed * unmeasuredPause
  const share = (now.waiting - before.waiting) / 1_000 / elapsed
  const excess = (share - ownShare) / (1 - ownShare)
  return Math.min(Math.max(excess, 0) * elapsed * busyPause, longestPause)
}
