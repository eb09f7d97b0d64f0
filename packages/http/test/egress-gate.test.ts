import { expect, it } from 'vitest'
import { EgressBusy } from '../src/egress.ts'
import { EgressGate, egressLimits } from '../src/egress-gate.ts'
import { createEgress, listener } from './support/egress.ts'

const none = new AbortController().signal
const limits = { perHost: 100, perShare: 100, total: 100, waitingPerShare: 100, waiting: 100 }

async function started(gate: EgressGate, routes: readonly { share: string; host: string }[]) {
  const places: unknown[] = []
  for (const route of routes) void gate.enter(route, none).then((leave) => places.push(leave))
  await new Promise(setImmediate)
  return places.length
}

const routes = (count: number, share: (index: number) => string, host: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({ share: share(index), host: host(index) }))

it.each([
  ['perHost', routes(9, String, () => 'one')],
  ['perShare', routes(9, () => 'one', String)],
  ['total', routes(9, String, String)],
] as const)('the limit %s bounds requests in progress', async (name, all) => {
  expect(await started(new EgressGate({ ...limits, [name]: 3 }), all)).toBe(3)
  expect(await started(new EgressGate(limits), all)).toBe(9)
})

it.each(['waitingPerShare', 'waiting'] as const)('the limit %s bounds the queue', async (name) => {
  const gate = new EgressGate({ ...limits, total: 1, [name]: 2 })
  const entered = Array.from({ length: 4 }, () => gate.enter({ share: 'a', host: 'h' }, none))
  expect(await entered[3]).toBeUndefined()
  for (const each of entered.slice(0, 3)) (await each)?.()
  expect(await Promise.all(entered.slice(0, 3))).not.toContain(undefined)
})

it('a waiting request of another share starts before one whose share is full', async () => {
  const gate = new EgressGate({ ...limits, perShare: 1, total: 2 })
  const first = await gate.enter({ share: 'a', host: 'h' }, none)
  const second = gate.enter({ share: 'a', host: 'h' }, none)
  const other = await gate.enter({ share: 'b', host: 'h' }, none)
  expect(other).toBeTypeOf('function')
  first?.()
  first?.()
  expect(await second).toBeTypeOf('function')
  expect(await started(gate, [{ share: 'c', host: 'h' }])).toBe(0)
})

it('an aborted request leaves the queue', async () => {
  const gate = new EgressGate({ ...limits, total: 1, waiting: 1 })
  const leave = await gate.enter({ share: 'a', host: 'h' }, none)
  expect(await gate.enter({ share: 'a', host: 'h' }, AbortSignal.timeout(20))).toBeUndefined()
  const waiting = gate.enter({ share: 'a', host: 'h' }, none)
  leave?.()
  expect(await waiting).toBeTypeOf('function')
  expect(await gate.enter({ share: 'a', host: 'h' }, AbortSignal.abort())).toBeUndefined()
})

it('400 concurrent requests of one project open no more connections than its share', async () => {
  let most = 0
  let open = 0
  const server = await listener((_request, response) => {
    open += 1
    most = Math.max(most, open)
    setTimeout(() => {
      open -= 1
      response.end('ok')
    }, 20)
  })
  const { fetch } = createEgress({ allow: [`localhost:${server.port}`] })
  const answers = await Promise.allSettled(Array.from({ length: 400 }, () => fetch(server.url)))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  const served = egressLimits.perShare + egressLimits.waitingPerShare
  expect(refused).toHaveLength(400 - served)
  expect(refused.every(({ reason }) => reason instanceof EgressBusy)).toBe(true)
  expect(most).toBeLessThanOrEqual(egressLimits.perShare)
  expect(server.seen.connections).toBe(served)
  expect((await fetch(server.url)).status).toBe(200)
})
