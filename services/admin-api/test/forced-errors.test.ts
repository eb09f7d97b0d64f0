import { type OperationName, operationList, operations, ProblemError } from '@signet/contracts'
import { halfBodies, sampled, sendHalf, someOf } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samples } from './support/samples.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let address: { readonly host: string; readonly port: number }
beforeAll(async () => {
  world = await startWorld()
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  address = { host: '127.0.0.1', port: (world.app.server.address() as { port: number }).port }
})
afterAll(() => world?.close())

const faults = () =>
  [...new Set(world.occurrences.map(({ message, stack }) => `${message}\n${stack}`))].slice(0, 3)

it.each(halfBodies)(
  'a client that disconnects before the end of a body causes no fault: %o',
  async (half) => {
    const headers = { host: 'x', ...world.people.super.headers, 'content-type': 'application/json' }
    for (const target of ['/admin/api/projects', '/admin/api/trpc/project_create', '/admin/api/nothing'])
      await sendHalf(address, { method: 'POST', target, headers, ...half })
    expect(faults()).toEqual([])
  },
)

/** Values beyond the range of a type, of the calendar or of a column, and text that cannot be stored. */
const values: readonly unknown[] = [
  -1,
  0.5,
  2_147_483_648,
  9_007_199_254_740_991,
  1e300,
  '0001-01',
  '9999-12',
  '0000-00-00T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '-000001-01-01T00:00:00.000Z',
  '99999999999999999999',
  '1e400',
  '\0',
  '\ud800',
  'x'.repeat(5_000),
  '\ufdfa'.repeat(300),
  [null],
  [{ value: [] }],
  { a: { a: 1 } },
  null,
]

/** Returns undefined for an input that the API client rejects before sending. */
const call = (name: OperationName, input: Record<string, unknown>) =>
  Promise.resolve()
    .then(() => world.call(world.people.super, name, input))
    .catch((error: unknown) => {
      if (!(error instanceof ProblemError || error instanceof URIError)) throw error
    })

/** Irreversible operations come last. */
const all = operationList.toSorted(
  (one, other) => Number(one.kind === 'high_consequence') - Number(other.kind === 'high_consequence'),
)

it.each(someOf(all.map(({ tool }) => tool as OperationName)))(
  'the operation %s has no field whose value causes a fault',
  async (name) => {
    const place = { world, projectId: world.project, teamId: world.team }
    const sample = await samples[name]?.(place).catch(() => undefined)
    const input: Record<string, unknown> = { ...sample }
    const problems: unknown[] = []
    const fields = Object.keys(operations[name].input.shape)
    for (const { field, value } of sampled(
      fields.flatMap((field) => values.map((value) => ({ field, value }))),
      0.06,
    )) {
      const answer = await call(name, { ...input, [field]: value })
      const { status = 0, text = '' } = answer ?? {}
      if (status >= 500) problems.push({ field, value: JSON.stringify(value)?.slice(0, 40), status, text })
    }
    expect(problems.slice(0, 3)).toEqual([])
    expect(faults()).toEqual([])
  },
  60_000,
)
