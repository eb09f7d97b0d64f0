import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { count } from '@signet/runtime'

/** Cost of a hash: memory in KiB, passes, lanes. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** Hashes the password with `parameters`, or verifies it against `hash` when given. */
export interface PasswordJob {
  password: string
  hash?: string
  parameters: PasswordCost
}

export type PasswordAnswer = { value: string | boolean } | { failure: string }

/** The queue is full: more passwords arrive than the cores can hash. Respond with 503 and Retry-After. */
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

/** Returns the worker's file: next to the main file as JavaScript in a bundle, and as TypeScript in the repository. */
function workerFile(): URL {
  const built = new URL('./password.worker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./password.worker.ts', import.meta.url)
}

/** Creates worker threads at the first use, each with one job at a time, behind a bounded queue. */
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
