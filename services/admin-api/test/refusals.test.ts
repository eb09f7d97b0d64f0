import {
  type ErrorCode,
  errorCatalogue,
  type OperationName,
  operations,
  type Problem,
} from '@signet/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servedOperations } from '../src/domains/index.ts'
import { notYetReached } from './support/not-yet-reached.ts'
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
const served = servedOperations.filter((name) => !ownTests.includes(name))

describe('the list of refusals', () => {
  test.each(served)('%s: every refusal it declares has a case or is named as not yet reached', (name) => {
    const known = [...reached(name), ...(notYetReached[name] ?? [])]
    expect(known.toSorted()).toEqual(operations[name].errors.toSorted())
  })

  test('names only operations that are served', () => {
    const named = [...Object.keys(refusalCases), ...Object.keys(notYetReached)]
    expect(named.filter((name) => !served.includes(name as OperationName))).toEqual([])
  })
})

const cases = served.flatMap((name) => reached(name).map((code) => ({ name, code })))

describe('a refusal', () => {
  test.each(cases)('$name: $code, and nothing is changed', async ({ name, code }) => {
    const attempt = await refusalCases[name]?.[code]?.(world)
    if (!attempt) throw new Error('The case is gone.')
    const since = await markWrites(world.database)
    const reply = await world.call(attempt.person ?? world.people.super, name, attempt.input)
    expect([reply.status, (reply.body as Problem).code], reply.text).toEqual([
      errorCatalogue[code].status,
      code,
    ])
    expect((await since()).tables.filter((table) => table !== 'audit_entries' && table !== 'outbox')).toEqual(
      [],
    )
  })
})
