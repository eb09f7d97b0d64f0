import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { count } from '@signet/runtime'

/** Memory in KiB, passes, lanes. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** Hashes with `parameters`, or verifies against `hash` when given. */
export interface PasswordJob {
  password: string
  hash?: string
  parameters: PasswordCost
}

export type PasswordAnswer = { value: string | boolean } | { failure: string }

/** More passwords arrive than the cores can hash. Respond with 503 and Retry-After. */
export class PasswordQueueFull extends Error {
  override name = 'PasswordQueueFull'
  constructor() {
    super('More passwords are waiting to be checked than this server accepts.')
  }
}

interface Pending {
  job: PasswordJob
  resolve(value: string | boolean): void
  reject(error: Error): void
}

/** A bundle has the worker as JavaScript next to the main file; the repository as TypeScript. */
function workerFile(): URL {
  const built = new URL('./password.worker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./password.worker.ts', import.meta.url)
}

/**
 * Nice values. A password that arrives while no other one is hashed uses the thread of `single`, so that a sign-in is not delayed by
 * other programs of a busy machine. The others use threads of `concurrent`, so that many sign-ins do not delay token requests: their
 * share of a busy core is a tenth of that of the thread of `single`.
 */
const nice = { single: 5, concurrent: 15 }
type Priority = keyof typeof nice

interface Thread {
  readonly worker: Worker
  readonly priority: Priority
  pending: Pending | undefined
}

/** Starts threads at the first use, each with one job at a time, behind a bounded queue. */
export function createWorkerPool(maxWorking: number, queueLimit: number) {
  const waiting: Pending[] = []
  const threads = new Set<Thread>()
  let working = 0
  let closed = false

  function start(priority: Priority): Thread {
    const worker = new Worker(workerFile(), { workerData: { nice: nice[priority] } })
    const thread: Thread = { worker, priority, pending: undefined }
    threads.add(thread)
    worker.on('message', (answer: PasswordAnswer) => {
      const pending = free(thread)
      worker.unref()
      if ('value' in answer) pending?.resolve(answer.value)
      else pending?.reject(new Error(answer.failure))
      dispatch('concurrent')
    })
    worker.on('error', (error: Error) => lose(thread, error))
    worker.on('exit', () => lose(thread, new Error('A password worker ended.')))
    return thread
  }

  function free(thread: Thread): Pending | undefined {
    const { pending } = thread
    thread.pending = undefined
    if (pending) working -= 1
    return pending
  }

  function lose(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return
    free(thread)?.reject(error)
    dispatch('concurrent')
  }

  function dispatch(priority: Priority): void {
    if (closed || working >= maxWorking) return
    const next = waiting.shift()
    if (!next) return
    const idle = [...threads].find((thread) => thread.priority === priority && !thread.pending)
    const thread = idle ?? start(priority)
    thread.pending = next
    working += 1
    thread.worker.ref()
    thread.worker.postMessage(next.job)
  }

  return {
    submit(job: PasswordJob): Promise<string | boolean> {
      if (closed) return Promise.reject(new Error('The password hasher is closed.'))
      if (waiting.length >= queueLimit) {
        count('signet_password_refused_total', {})
        return Promise.reject(new PasswordQueueFull())
      }
      return new Promise((resolve, reject) => {
        const priority = working === 0 ? 'single' : 'concurrent'
        waiting.push({ job, resolve, reject })
        dispatch(priority)
      })
    },
    state: () => ({ working, waiting: waiting.length }),
    async close(): Promise<void> {
      closed = true
      for (const pending of waiting.splice(0)) pending.reject(new Error('The password hasher is closed.'))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
