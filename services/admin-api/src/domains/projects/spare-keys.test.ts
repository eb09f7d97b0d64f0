import type { SigningKeyPair } from '@signet/secrets'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeySupply } from './spare-keys.ts'

let generated = 0
let isBroken = false
const generate = async (): Promise<readonly SigningKeyPair[]> => {
  if (isBroken) throw new Error('no entropy')
  generated += 1
  return [{ kid: `key ${generated}` } as SigningKeyPair]
}

beforeEach(() => {
  vi.useFakeTimers()
  generated = 0
  isBroken = false
})
afterEach(() => vi.useRealTimers())

describe('spare keys:', () => {
  it('two key sets are generated while no project is created, and each is returned once', async () => {
    const supply = createKeySupply(generate)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(generated).toBe(2)
    const taken = await Promise.all([supply.take(), supply.take(), supply.take()])
    expect(taken.flat().map(({ kid }) => kid)).toEqual(['key 1', 'key 2', 'key 3'])
  })

  it('no spare key is generated within a second of a new project', async () => {
    const supply = createKeySupply(generate)
    await supply.take()
    await vi.advanceTimersByTimeAsync(900)
    await supply.take()
    await vi.advanceTimersByTimeAsync(900)
    expect(generated).toBe(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(generated).toBe(4)
  })

  it('an error of the generation is thrown to the creation of a project, and spare keys are generated later', async () => {
    isBroken = true
    const supply = createKeySupply(generate)
    await vi.advanceTimersByTimeAsync(5_000)
    await expect(supply.take()).rejects.toThrow('no entropy')
    isBroken = false
    await vi.advanceTimersByTimeAsync(5_000)
    await supply.take()
    await supply.take()
    expect(generated).toBe(2)
  })
})
