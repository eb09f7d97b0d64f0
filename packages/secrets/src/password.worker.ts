import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { hashSync } from '@node-rs/argon2'
import { verifyHash } from './foreign/verify.ts'
import type { PasswordAnswer, PasswordJob } from './password-worker-pool.ts'

// Linux lowers the priority of this thread only.
setPriority(0, (workerData as { readonly nice: number }).nice)

const port = parentPort
if (port === null) throw new Error('The password worker runs as a worker thread only.')

port.on('message', async (job: PasswordJob) => port.postMessage(await answer(job)))

async function answer(job: PasswordJob): Promise<PasswordAnswer> {
  try {
    return job.hash === undefined
      ? { value: hashSync(job.password, job.parameters) }
      : { value: await verifyHash(job.hash, job.password) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : 'The hash failed.' }
  }
}
