import type { Logger } from '@signet/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatedFailure } from '../src/repeated-failure.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a repeated failure is logged at its beginning, after another cause, and every ten minutes', () => {
  const lines: unknown[] = []
  const failure = repeatedFailure(
    { warn: (facts: unknown) => lines.push(facts) } as unknown as Logger,
    'away',
  )
  const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)
  failure.failed(new Error('refused'))
  minutes(9)
  failure.failed(new Error('refused'))
  expect(lines).toHaveLength(1)
  failure.failed(new Error('timed out'))
  expect(lines).toHaveLength(2)
  minutes(11)
  failure.failed(new Error('timed out'))
  expect(lines).toHaveLength(3)
  failure.succeeded()
  failure.failed(new Error('timed out'))
  expect(lines).toHaveLength(4)
})
