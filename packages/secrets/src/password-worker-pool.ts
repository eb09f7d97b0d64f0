import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { count } from '@signet/runtime'

/** What a hash costs: memory in KiB, passes, lanes. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** Without `hash` the password is hashed with `parameters`; with it, it is checked against it. */
export interface PasswordJob {
  password: string
  hash?: string
  parameters: PasswordCost
}

export type PasswordAnswer = { value: string | boolean } | { failure: string }

/** The queue is full: answer 503 with Retry-After, the load is more than the cores can hash. */
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

/** In a bundle the worker stands beside the main file as JavaScript, in the repository as TypeScript. */
function workerFile(): URL {
  const built = new URL('./password.worker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./password.worker.ts', import.meta.url)
}

/** Worker threads started at first use, one job each at a time, with a bounded queue in front. */
export function createWorkerPool(threads: number, queueLimit: number) {
  const waiting: Pending[] = []
  const idle: Worker[] = []
  const working = new Map<Worker, Pending | undefined>()
  let closed = false

  function start(): Worker {
    const worker = new Worker(workerFile())
    working.set(worker, undefined)
    worker.on('message', (answer: PasswordAnswer) => resolveAnswer(worker, answer))
    worker.on('error', (error: Error) => lose(worker, error))
    worker.on('exit', () => lose(worker, new Error('A password worker ended.')))
    return worker
  }

  function resolveAnswer(worker: Worker, answer: PasswordAnswer): void {
    const pending = working.get(worker)
    working.set(worker, undefined)
    worker.unref()
    idle.push(worker)
    if ('value' in answer) pending?.resolve(answer.value)
    else pending?.reject(new Error(answer.failure))
    dispatch()
  }

  function lose(worker: Worker, error: Error): void {
    const pending = working.get(worker)
    if (!working.delete(worker)) return
    const position = idle.indexOf(worker)
    if (position >= 0) idle.splice(position, 1)
    pending?.reject(error)
    dispatch()
  }

  function dispatch(): void {
    if (closed || waiting.length === 0) return
    const worker = idle.pop() ?? (working.size < threads ? start() : undefined)
    if (worker === undefined) return
    const next = waiting.shift()
    working.set(worker, next)
    worker.ref()
    worker.postMessage(next?.job)
  }

  return {
    submit(job: PasswordJob): Promise<string | boolean> {
      if (closed) return Promise.reject(new Error('The password hasher is closed.'))
      if (waiting.length >= queueLimit) {
        count('signet_password_refused_total', {})
        return Promise.reject(new PasswordQueueFull())
      }
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject })
        dispatch()
      })
    },
    state: () => ({ working: working.size - idle.length, waiting: waiting.length }),
    async close(): Promise<void> {
      closed = true
      for (const pending of waiting.splice(0)) pending.reject(new Error('The password hasher is closed.'))
      await Promise.all([...working.keys()].map((worker) => worker.terminate()))
    },
  }
}
