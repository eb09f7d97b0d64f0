import { setTimeout as pause } from 'node:timers/promises'
import { type Faults, outsideRequests } from '@signet/runtime'
import { PasswordQueueFull } from '@signet/secrets'
import { leaveRequest } from '../request/state.ts'

/** The time of the response does not show that there was a task. */
export interface BackgroundTasks {
  run(work: () => Promise<void>): void
  /** Resolves when all tasks begun so far have ended. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** More than a mail server accepts; further tasks are dropped. The user can request the mail again. */
const maxConcurrent = 200

/** The response has usually been sent by then. */
const afterMs = 100

export function createBackgroundTasks(faults: Faults): BackgroundTasks {
  const running = new Set<Promise<void>>()
  const idle = async () => {
    await Promise.all(running)
  }
  return {
    run(work) {
      if (running.size >= maxConcurrent) return
      const done = leaveRequest(() => outsideRequests(() => pause(afterMs).then(work)))
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
