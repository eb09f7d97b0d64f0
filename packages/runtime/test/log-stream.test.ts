import { scrape } from '@signet/runtime'
import { expect, test } from 'vitest'
import { createLogStream } from '../src/log-stream.ts'

const again = () => {
  throw Object.assign(new Error('not now'), { code: 'EAGAIN' })
}

const droppedSoFar = async (): Promise<number> =>
  Number(/signet_log_lines_dropped_total (\d+)/.exec(await scrape())?.[1] ?? 0)

test('lines arrive whole and in order, even when they are accepted in parts', () => {
  let taken = ''
  let turn = 0
  const stream = createLogStream((text) => {
    turn += 1
    if (turn % 3 === 0) again()
    taken += text.subarray(0, 7)
    return Math.min(7, text.length)
  })
  const lines = Array.from({ length: 20 }, (_, index) => `{"line":${index}}\n`)
  for (const line of lines) stream.write(line)
  for (let round = 0; round < 50; round += 1) stream.flush()
  expect(taken).toBe(lines.join(''))
})

test('lines beyond 1 MiB that are not consumed are dropped and counted, and writing one never fails', async () => {
  const before = await droppedSoFar()
  const stream = createLogStream(again)
  const line = `${'x'.repeat(1023)}\n`
  for (let index = 0; index < 2048; index += 1) stream.write(line)
  expect((await droppedSoFar()) - before).toBe(1023)
})

test('lines that a full disk rejects are dropped and counted, and later lines are written again', async () => {
  const before = await droppedSoFar()
  let isFull = true
  let taken = ''
  const stream = createLogStream((text) => {
    if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    taken += text
    return text.length
  })
  stream.write('lost\n')
  stream.flush()
  isFull = false
  stream.write('kept\n')
  stream.flush()
  expect(taken).toBe('kept\n')
  expect((await droppedSoFar()) - before).toBe(1)
})
