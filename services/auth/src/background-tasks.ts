import { setTimeout as pause } from 'node:timers/promises'
import { type Faults, outsideRequests } from '@signet/runtime'
import { PasswordQueueFull } from '@signet/secrets'

/** Work beside the answers: what it takes, and whether there was any, is seen by nobody who waits (T24). */
export interface BackgroundTasks {
  run(work: () => Promise<void>): void
  /** When everything begun so far has ended. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** More at once than a mail server would take; beyond it a message is left out, and can be asked for again. */
const maxAtOnce = 200

/** The answer has left by then, so that not even the load of the work shows in its time. */
const afterMs = 100

export function createBackgroundTasks(faults: Faults): BackgroundTasks {
  const running = new Set<Promise<void>>()
  const idle = async () => {
    await Promise.all(running)
  }
  return {
    run(work) {
      if (running.size >= maxAtOnce) return
      const done = outsideRequests(() => pause(afterMs).then(work))
        .catch((error: unknown) => {
          if (!(error instanceof PasswordQueueFull)) faults.capture(error, { route: 'background' })
        })
        .finally(() => running.delete(done))
      running.add(done)
    },
    idle,
    close: idle,
  }
}
