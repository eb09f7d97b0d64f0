import { parentPort, workerData } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/** Parameters of `packages/secrets`: argon2id, m=19 MiB, t=2, p=1. */
const stored = hashSync('correct horse battery staple', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
const started = performance.now()
const end = started + Number(workerData) * 1000
let count = 0
while (performance.now() < end) {
  verifySync(stored, 'correct horse battery staple')
  count += 1
}
parentPort?.postMessage(count / ((performance.now() - started) / 1000))
