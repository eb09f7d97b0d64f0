import { setTimeout as pause } from 'node:timers/promises'
import { type Faults, outsideRequests } from '@signet/runtime'
import { PasswordQueueFull } from '@signet/secrets'
import { leaveRequest } from '../request/state.ts'

/** Tasks that run after the response, whose time then does not show that there was a task. */
export interface BackgroundTasks {
  run(work: () => Promise<void>): void
  /** Resolves when all tasks begun so far have ended. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** More than a mail server accepts. Further tasks are dropped; the user can request the mail again. */
const maxConcurrent = 200

/** Delay in which the response is usually sent, so that the task does not slow it. */
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
