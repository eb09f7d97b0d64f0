import { Worker } from 'node:worker_threads'
import { pin } from './stack.ts'

export async function measureHashing(seconds: number): Promise<number> {
  pin(process.pid, 0)
  try {
    return await new Promise<number>((resolve, reject) => {
      const worker = new Worker(new URL('./hashing.worker.ts', import.meta.url), { workerData: seconds })
      // Waits for the end of the thread before the process moves to another core.
      let rate = 0
      worker.once('message', (measured: number) => {
        rate = measured
      })
      worker.once('exit', () => resolve(rate))
      worker.once('error', reject)
    })
  } finally {
    pin(process.pid, 1)
  }
}
