import { Worker } from 'node:worker_threads'
import { pin } from './stack.ts'

/** Raw argon2id verifications a second on one core with the parameters passwords are stored with. */
export async function measureHashing(seconds: number): Promise<number> {
  pin(process.pid, 0)
  try {
    return await new Promise<number>((resolve, reject) => {
      const worker = new Worker(new URL('./hashing.worker.ts', import.meta.url), { workerData: seconds })
      worker.once('message', resolve)
      worker.once('error', reject)
    })
  } finally {
    pin(process.pid, 1)
  }
}
