import { setTimeout as pause } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { expect, onTestFinished, test } from 'vitest'
import { releaseIdleMemory } from '../src/idle-memory.ts'

const mebibytes = () => getHeapStatistics().total_heap_size / 2 ** 20

function fill(): void {
  const held: object[] = []
  for (let index = 0; index < 1_000_000; index += 1) held.push({ index, text: [index] })
  held.length = 0
}

test('an idle process returns the heap of its last load to the operating system', async () => {
  const stop = releaseIdleMemory({ everyMs: 400, startMs: 0, idleShare: 0.9 })
  onTestFinished(stop)
  await pause(200)
  const atRest = mebibytes()
  fill()
  expect(mebibytes() - atRest).toBeGreaterThan(40)
  await expect.poll(() => mebibytes() - atRest).toBeLessThan(24)
})
