import { setTimeout as pause } from 'node:timers/promises'
import { type Logger, noteSuccess } from '@signet/runtime'

const everyMs = 3_600_000

interface HourlyOptions {
  readonly name: string
  /** Log message of a failed round; the next round retries. */
  readonly failure: string
  readonly logger: Logger
  work(stopped: () => boolean): Promise<unknown>
}

/** Runs the work now and every hour, in every replica, also concurrently. */
export function startHourly({ name, failure, logger, work }: HourlyOptions): { close(): Promise<void> } {
  const stop = new AbortController()
  const run = async () => {
    while (!stop.signal.aborted) {
      await work(() => stop.signal.aborted)
        .then(() => noteSuccess(name))
        .catch((error) => logger.warn({ err: error }, failure))
      await pause(everyMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async close() {
      stop.abort()
      await running
    },
  }
}
