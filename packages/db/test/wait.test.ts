import { expect, test, vi } from 'vitest'
import { Unavailable } from '../src/errors.ts'
import { waitForDatabase } from '../src/wait.ts'

const outage = () => new Unavailable(new Error('Query read timeout'))

test('a process repeats its first reads until PostgreSQL returns all of them, and warns once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const last = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(outage())
      .mockRejectedValueOnce(outage())
      .mockResolvedValue('settings')
    const first = vi.fn(async () => undefined)
    const warn = vi.fn()
    const found = waitForDatabase(async () => {
      await first()
      return last()
    }, warn)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await found).toBe('settings')
    expect([first.mock.calls.length, last.mock.calls.length]).toEqual([3, 3])
    expect(warn.mock.calls).toEqual([
      ['PostgreSQL is not available (Query read timeout): waiting for up to 5 minutes.'],
    ])
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['rejected login', new Unavailable(Object.assign(new Error('no such user'), { code: '28P01' }))],
  ['schema of another release', new Error('The schema is behind.')],
])('a process that finds a %s ends with that error immediately', async (_, error) => {
  const warn = vi.fn()
  await expect(waitForDatabase(() => Promise.reject(error), warn)).rejects.toBe(error)
  expect(warn).not.toHaveBeenCalled()
})
