import { setTimeout as pause } from 'node:timers/promises'
import { auditedBefore, sql } from '@signet/db'
import { Refusal } from '@signet/runtime'
import { runsAllCases } from '@signet/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ConnectionRef,
  type RemovalOperation,
  readHold,
  releaseHold,
  takeRemoval,
  updateConnection,
} from '../src/index.ts'
import { makeAccount, makeConnection, startWorld } from './world.ts'

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

interface Threshold {
  readonly count: number
  readonly windowSeconds: number
}

/** Models the table of the specification, with a clock in seconds. */
class Model {
  now = 0
  threshold: Threshold | null = null
  removals: number[] = []
  held = false
  refused = 0
  readonly attempts = new Map<string, { attempts: number; operation: RemovalOperation }>()

  remove(accountId: string, operation: RemovalOperation): 'allowed' | 'held' {
    if (!this.held && this.threshold) {
      const { count, windowSeconds } = this.threshold
      this.removals = this.removals.filter((at) => at > this.now - windowSeconds)
      const passes = this.removals.length < count
      if (passes) this.removals.push(this.now)
      this.held = this.removals.length >= count
      if (passes) return 'allowed'
    }
    if (!this.held) return 'allowed'
    this.refused += 1
    this.attempts.set(accountId, {
      attempts: (this.attempts.get(accountId)?.attempts ?? 0) + 1,
      operation,
    })
    return 'held'
  }

  release(): boolean {
    if (!this.held) return false
    this.held = false
    this.refused = 0
    this.removals = []
    this.attempts.clear()
    return true
  }

  change(threshold: Threshold | null): boolean {
    if (this.held && threshold === null) return false
    this.threshold = threshold
    return true
  }
}

const threshold = fc.record({
  count: fc.integer({ min: 1, max: 4 }),
  windowSeconds: fc.constantFrom(300, 3_600),
})
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('remove' as const),
      account: fc.nat(3),
      operation: fc.constantFrom<RemovalOperation>('deactivate', 'delete'),
    }),
  },
  fc.record({ does: fc.constant('release' as const) }),
  fc.record({ does: fc.constant('change' as const), threshold: fc.option(threshold) }),
  fc.record({ does: fc.constant('disable' as const) }),
  fc.record({ does: fc.constant('pass' as const), seconds: fc.constantFrom(101, 307, 1_511) }),
)

const succeeds = async (change: Promise<unknown>): Promise<boolean> => {
  try {
    await change
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const shift = ({ projectId }: ConnectionRef, seconds: number) =>
  world.database.run(sql`
    UPDATE provisioning_removals SET at = at - make_interval(secs => ${seconds}::int) WHERE project_id = ${projectId}`)

test('removals are allowed, held and allowed again exactly as specified, with any changes in between', async () => {
  await fc.assert(
    fc.asyncProperty(threshold, fc.array(command, { minLength: 1, maxLength: 25 }), async (first, steps) => {
      const { database } = world
      const at = await makeConnection(database)
      const accounts = await Promise.all([0, 1, 2, 3].map(() => makeAccount(database, at.projectId)))
      const model = new Model()
      const change = (to: Threshold | null) =>
        succeeds(database.transaction((tx) => updateConnection(auditedBefore(tx), at, { threshold: to })))
      expect(await change(first)).toBe(model.change(first))
      for (const step of steps) {
        if (step.does === 'remove') {
          const accountId = accounts[step.account] ?? ''
          const { operation } = step
          const verdict = await database.transaction((tx) => takeRemoval(tx, { ...at, accountId, operation }))
          expect(verdict).toBe(model.remove(accountId, operation))
        } else if (step.does === 'release')
          expect(await succeeds(database.transaction((tx) => releaseHold(auditedBefore(tx), at)))).toBe(
            model.release(),
          )
        else if (step.does === 'change')
          expect(await change(step.threshold)).toBe(model.change(step.threshold))
        else if (step.does === 'disable')
          await database.transaction((tx) => updateConnection(auditedBefore(tx), at, { enabled: false }))
        else {
          await shift(at, step.seconds)
          model.now += step.seconds
        }
        await compare(at, model)
      }
    }),
    { numRuns: runsAllCases ? 250 : 62 },
  )
}, 60_000)

async function compare(at: ConnectionRef, model: Model): Promise<void> {
  const hold = await readHold(world.database, at)
  if (!model.held) return expect(hold).toBeNull()
  expect(hold).toMatchObject({
    count: model.removals.length,
    refused: model.refused,
    total: model.attempts.size,
  })
  const rows = (hold?.rows ?? []).map(({ userId, attempts, operation }) => [userId, { attempts, operation }])
  expect(new Map(rows as [string, { attempts: number; operation: RemovalOperation }][])).toEqual(
    model.attempts,
  )
}

const rounds = Number(process.env.SIGNET_RACE_ROUNDS ?? 5)

test('exactly 10 of 40 concurrent removals on two replicas succeed with a threshold of 10', async () => {
  const { database, replica } = world
  for (let round = 0; round < rounds; round += 1) {
    const at = await makeConnection(database)
    await database.transaction((tx) =>
      updateConnection(auditedBefore(tx), at, { threshold: { count: 10, windowSeconds: 300 } }),
    )
    const accounts = await Promise.all(Array.from({ length: 40 }, () => makeAccount(database, at.projectId)))
    const verdicts = await Promise.all(
      accounts.map((accountId, index) =>
        (index % 2 ? database : replica).transaction((tx) =>
          takeRemoval(tx, { ...at, accountId, operation: 'delete' }),
        ),
      ),
    )
    expect(verdicts.filter((verdict) => verdict === 'allowed')).toHaveLength(10)
    expect(await readHold(database, at)).toMatchObject({ count: 10, refused: 30, total: 30 })
  }
}, 600_000)

test('a hold shows the most recent attempt first', async () => {
  const { database } = world
  const at = await makeConnection(database)
  await database.transaction((tx) =>
    updateConnection(auditedBefore(tx), at, { threshold: { count: 1, windowSeconds: 300 } }),
  )
  const accounts = await Promise.all([0, 1, 2].map(() => makeAccount(database, at.projectId)))
  for (const accountId of accounts) {
    await database.transaction((tx) => takeRemoval(tx, { ...at, accountId, operation: 'deactivate' }))
    // Makes the times, stored in milliseconds, differ.
    await pause(5)
  }
  const [, second, third] = accounts
  const hold = await readHold(database, at)
  expect(hold?.rows.map(({ userId }) => userId)).toEqual([third, second])
})
