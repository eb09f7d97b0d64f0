import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Deadlines } from '../src/index.ts'

test('a request that does not observe its deadline receives a response within 350 ms of it', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const deadlines = new Deadlines()
  onTestFinished(() => deadlines.close())
  const late = [1_000, 1_030, 1_060, 1_090].map((waits) => {
    const deadlineAt = performance.now() + waits
    const times: number[] = []
    deadlines.add({
      context: { id: 'r', trace: undefined, startedAt: 0, deadlineAt, waitsElsewhere: 0, isOver: false },
      response: new ServerResponse(new IncomingMessage(new Socket())),
      giveUp: () => times.push(performance.now() - deadlineAt),
    })
    return times
  })
  vi.advanceTimersByTime(2_000)
  expect(late.map((times) => times.length)).toEqual([1, 1, 1, 1])
  expect(Math.max(...late.flat())).toBeLessThanOrEqual(350)
})
