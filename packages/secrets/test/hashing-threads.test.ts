import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { createPasswordHasher } from '../src/index.ts'

const hasher = createPasswordHasher()
afterAll(() => hasher.close())

const niceOfSingle = 5
const niceOfConcurrent = 15

describe.runIf(process.platform === 'linux')('threads that hash passwords:', () => {
  test('single passwords are hashed on one thread of slightly lower priority', async () => {
    for (let index = 0; index < 3; index += 1) await hasher.verifyNothing('x')
    expect(threadsWith(niceOfSingle)).toHaveLength(1)
    expect(threadsWith(niceOfConcurrent)).toHaveLength(0)
  })

  test('concurrent passwords add at most one thread of low priority per core, and the process keeps its priority', async () => {
    const own = niceOf(threadOf(String(process.pid)))
    await Promise.all(Array.from({ length: 8 }, () => hasher.verifyNothing('x')))
    expect(threadsWith(niceOfSingle)).toHaveLength(1)
    const { length } = threadsWith(niceOfConcurrent)
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThanOrEqual(availableParallelism())
    expect(niceOf(threadOf(String(process.pid)))).toBe(own)
  })

  test('a single password after concurrent ones is not hashed on a thread of low priority', async () => {
    const before = { single: ticksOf(niceOfSingle), concurrent: ticksOf(niceOfConcurrent) }
    for (let index = 0; index < 10; index += 1) await hasher.verifyNothing('x')
    const single = ticksOf(niceOfSingle) - before.single
    // A thread that has answered a concurrent password can still need a tick to become idle.
    expect(ticksOf(niceOfConcurrent) - before.concurrent).toBeLessThanOrEqual(2)
    expect(single).toBeGreaterThan(2)
  })
})

/** proc(5) stat, from field 3 after the command's closing parenthesis. */
const threadOf = (id: string): readonly string[] =>
  readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []

const niceOf = (fields: readonly string[]): number => Number(fields[16])

const threadsWith = (nice: number) =>
  readdirSync('/proc/self/task')
    .map(threadOf)
    .filter((fields) => niceOf(fields) === nice)

/** Ticks of the system, about 10 ms. */
const ticksOf = (nice: number): number =>
  threadsWith(nice).reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0)
