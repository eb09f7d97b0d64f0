import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Readiness } from '../src/readiness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answer = boolean | 'none' | 'slow'

/** One answer a second; the last one is repeated. */
function started(answers: readonly Answer[]) {
  let runs = 0
  const readiness = new Readiness({
    clock: async () => {
      const answer = answers[Math.min(runs, answers.length - 1)]
      runs += 1
      if (answer === 'none') throw new Error('no answer')
      if (answer === 'slow') return new Promise(() => undefined)
      return answer === true
    },
  })
  void readiness.start()
  return { readiness, runs: () => runs }
}

test.each<[outcome: string, answers: readonly Answer[], failing: readonly string[], late: readonly string[]]>(
  [
    ['is ready after a right answer', [true], [], []],
    ['is not ready after a wrong answer at the start', [false], ['clock'], []],
    ['is not ready before the first answer', ['none'], ['clock'], []],
    ['stays ready after one wrong answer', [true, false, true], [], []],
    ['is not ready after two wrong answers', [true, false, false], ['clock'], []],
    ['becomes ready again after two right answers', [false, true, true], [], []],
    ['stays unready after one right answer', [false, true, false], ['clock'], []],
    ['stays ready without answers and reports the check', [true, 'none', 'none'], [], ['clock']],
    ['stays ready during a slow answer and reports the check', [true, 'slow'], [], ['clock']],
    [
      'is not ready after two wrong answers with a missing one between them',
      [true, false, 'none', false],
      ['clock'],
      [],
    ],
  ],
)('a service %s', async (_outcome, answers, failing, late) => {
  const { readiness } = started(answers)
  await vi.advanceTimersByTimeAsync(1_000 * (answers.length - 1) + (answers.includes('slow') ? 2_500 : 500))
  expect({ failing: readiness.failing, late: readiness.late }).toEqual({ failing, late })
  readiness.stop()
})

test('a seldom check runs at its interval, and again in the next round while its answer is in doubt', async () => {
  const answers = [true, true, false, true]
  const at: number[] = []
  const begun = performance.now()
  const readiness = new Readiness({
    keys: {
      everyMs: 60_000,
      check: async () => {
        at.push(Math.round((performance.now() - begun) / 1_000))
        return answers.shift() ?? true
      },
    },
  })
  void readiness.start()
  await vi.advanceTimersByTimeAsync(185_000)
  expect(at).toEqual([0, 60, 120, 121, 181])
  readiness.stop()
})

test('no check runs after the service has stopped', async () => {
  const { readiness, runs } = started([true])
  await vi.advanceTimersByTimeAsync(1_500)
  readiness.stop()
  const before = runs()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs()).toBe(before)
})
