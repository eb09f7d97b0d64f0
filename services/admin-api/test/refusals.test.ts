import {
  type ErrorCode,
  errorCatalogue,
  type OperationName,
  operations,
  type Problem,
} from '@signet/contracts'
import { sql } from '@signet/db'
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

/** Reached by the set-up's own test: a world is set up already. */
const ownTests: readonly OperationName[] = ['setup']

const reached = (name: OperationName): ErrorCode[] => Object.keys(refusalCases[name] ?? {}) as ErrorCode[]
const served = operationNames.filter((name) => !ownTests.includes(name))

describe('the list of refusals', () => {
  test.each(served)('%s: every refusal it declares has a case', (name) => {
    expect(reached(name).toSorted()).toEqual(operations[name].errors.toSorted())
  })

  test('names only operations that are served', () => {
    const named = Object.keys(refusalCases)
    expect(named.filter((name) => !served.includes(name as OperationName))).toEqual([])
  })
})

const harmless = new Set(['audit_entries', 'outbox'])

/** The answer of a call; with something done meanwhile, the call waits for the lock under which it is done. */
async function answered(name: OperationName, { person = world.people.super, input, meanwhile }: Attempt) {
  const call = () => world.call(person, name, input)
  if (!meanwhile) return call()
  let pending: ReturnType<typeof call> | undefined
  await world.database.transaction(async (tx) => {
    await tx.rows(meanwhile.holding)
    pending = call()
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { timeout: 5_000, interval: 10 })
    await meanwhile.change(tx)
  })
  const reply = await pending
  await meanwhile.after?.()
  if (!reply) throw new Error('Nothing was called.')
  return reply
}

const waiting = async (): Promise<number> =>
  (
    await world.database.rows(sql`
      SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  ).length

const cases = served.flatMap((name) => reached(name).map((code) => ({ name, code })))

describe('a refusal', () => {
  test.each(cases)('$name: $code, and nothing is changed', async ({ name, code }) => {
    const attempt = await refusalCases[name]?.[code]?.(world)
    if (!attempt) throw new Error('The case is gone.')
    const since = await markWrites(world.database)
    const reply = await answered(name, attempt)
    expect([reply.status, (reply.body as Problem).code], reply.text).toEqual([
      errorCatalogue[code].status,
      code,
    ])
    if (!attempt.meanwhile) expect((await since()).tables.filter((table) => !harmless.has(table))).toEqual([])
  })
})
