import type { Executor } from '@signet/db'
import type { Logger } from '@signet/runtime'
import { addSignIns, type CountedSignIns } from '@signet/sessions'
import { type RepeatedWrite, repeatWrite } from './repeat-write.ts'

/** A successful sign-in, or a failed step of one. */
export type SignInToCount = Omit<CountedSignIns, 'hour' | 'count'>

export interface SignInCounter extends RepeatedWrite {
  add(signIn: SignInToCount): void
}

const writeEveryMs = 5_000
/** Distinct counts per write; further ones are dropped. */
const maxGathered = 10_000
const hourMs = 3_600_000

export function startSignInCounter(executor: Executor, logger: Logger): SignInCounter {
  let gathered = new Map<string, { -readonly [Name in keyof CountedSignIns]: CountedSignIns[Name] }>()

  const add = (signIn: CountedSignIns) => {
    const { projectId, hour, method, outcome, providerId } = signIn
    const key = [projectId, hour, method, outcome, providerId].join('\n')
    const known = gathered.get(key)
    if (known) known.count += signIn.count
    else if (gathered.size < maxGathered) gathered.set(key, { ...signIn })
  }
  const write = async () => {
    if (gathered.size === 0) return
    const counts = [...gathered.values()]
    gathered = new Map()
    try {
      await addSignIns(executor, counts)
    } catch (error) {
      for (const signIn of counts) add(signIn)
      logger.warn({ err: error, waiting: counts.length }, 'sign-ins were not counted and will be retried')
    }
  }
  return {
    add: (signIn) => add({ ...signIn, hour: startOfHour(), count: 1 }),
    ...repeatWrite(write, writeEveryMs),
  }
}

const startOfHour = (): string => new Date(Math.floor(Date.now() / hourMs) * hourMs).toISOString()
