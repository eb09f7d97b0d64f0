import {
  type ErrorCode,
  errorCatalogue,
  type OperationName,
  operations,
  type Problem,
} from '@signet/contracts'
import { sql } from '@signet/db'
import { someOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import type { Attempt } from './support/attempts.ts'
import { refusalCases } from './support/refusals/index.ts'
import { startWorld, type World } from './support/world.ts'
import { markWrites } from './support/writes.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

/** The world of these tests is set up already. */
const ownTests: readonly OperationName[] = ['setup']

const reached = (name: OperationName): ErrorCode[] => Object.keys(refusalCases[name] ?? {}) as ErrorCode[]
const served = operationNames.filter((name) => !ownTests.includes(name))

describe('refusal cases:', () => {
  test.each(served)('the operation %s has a case for every declared refusal', (name) => {
    expect(reached(name).toSorted()).toEqual(operations[name].errors.toSorted())
  })

  test('the refusal cases are of served operations only', () => {
    const named = Object.keys(refusalCases)
    expect(named.filter((name) => !served.includes(name as OperationName))).toEqual([])
  })
})

const harmless = new Set(['audit_entries', 'outbox'])

/** A call with a concurrent change waits for the lock under which that change is made. */
async function answered(name: OperationName, { person = world.people.super, input, concurrent }: Attempt) {
  const call = () => world.call(person, name, input)
  if (!concurrent) return call()
  let pending: ReturnType<typeof call> | undefined
  await world.database.transaction(async (tx) => {
    await tx.rows(concurrent.holding)
    pending = call()
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { timeout: 5_000, interval: 10 })
    await concurrent.change(tx)
  })
  const reply = await pending
  await concurrent.after?.()
  if (!reply) throw new Error('The call was not sent.')
  return reply
}

const waiting = async (): Promise<number> =>
  (
    await world.database.rows(sql`
      SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  ).length

const cases = served.flatMap((name) => reached(name).map((code) => ({ name, code })))

describe('refusals:', () => {
  test.each(someOf(cases))(
    'the operation $name refuses with $code and changes nothing',
    async ({ name, code }) => {
      const attempt = await refusalCases[name]?.[code]?.(world)
      if (!attempt) throw new Error('The case does not exist.')
      const since = await markWrites(world.database)
      const reply = await answered(name, attempt)
      expect([reply.status, (reply.body as Problem).code], reply.text).toEqual([
        errorCatalogue[code].status,
        code,
      ])
      if (!attempt.concurrent)
        expect((await since()).tables.filter((table) => !harmless.has(table))).toEqual([])
    },
  )
})
