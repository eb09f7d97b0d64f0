import { readFile } from 'node:fs/promises'
import { type NameAnswer, startNameServer } from '@signet/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { createNameResolver } from '../src/index.ts'
import { createEgress } from './support/egress.ts'

async function resolving(
  answer: (name: string) => NameAnswer,
  options: Parameters<typeof createNameResolver>[0] = {},
) {
  const names = await startNameServer(answer)
  onTestFinished(() => names.close())
  return { names, resolve: createNameResolver({ servers: [names.server], ...options }) }
}

const timeOf = async (work: Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work.catch(() => undefined)
  return performance.now() - begun
}

it('a name resolves to its addresses of both families', async () => {
  const { resolve } = await resolving(() => ({ addresses: ['93.184.216.34', '2606:2800:220:1::1'] }))
  expect(await resolve('service.example')).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '2606:2800:220:1::1', family: 6 },
  ])
})

it('a name with addresses of one family resolves to them', async () => {
  const { resolve } = await resolving(() => ({ addresses: ['93.184.216.34'] }))
  expect(await resolve('service.example')).toEqual([{ address: '93.184.216.34', family: 4 }])
})

it('a name without an address is rejected', async () => {
  const { resolve } = await resolving(() => ({ addresses: [], code: 3 }))
  await expect(resolve('service.example')).rejects.toThrow('no address')
})

it('the query of a silent name server is cancelled after the time limit', async () => {
  const { resolve } = await resolving(() => 'silent', { totalMs: 300 })
  const took = await timeOf(resolve('service.example'))
  expect(took).toBeGreaterThan(150)
  expect(took).toBeLessThan(1_500)
})

it('100 names with a silent name server delay neither file access nor another name', async () => {
  const { resolve } = await resolving(
    (name) => (name.startsWith('slow') ? 'silent' : { addresses: ['93.184.216.34'] }),
    { totalMs: 1_500 },
  )
  const slow = Array.from({ length: 100 }, (_, index) => resolve(`slow${index}.example`))
  const settled = Promise.allSettled(slow)
  // Reading a file needs a thread of libuv.
  expect(await timeOf(readFile(import.meta.filename))).toBeLessThan(500)
  const begun = performance.now()
  await expect(resolve('fast.example')).resolves.toHaveLength(1)
  expect(performance.now() - begun).toBeLessThan(500)
  expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
})

it('concurrent calls for one name share one query', async () => {
  const { resolve, names } = await resolving(() => ({ addresses: ['93.184.216.34'], afterMs: 50 }))
  await Promise.all(Array.from({ length: 20 }, () => resolve('service.example')))
  expect(names.asked).toHaveLength(2)
})

it('a failed name fails again without a query until its failure expires', async () => {
  const { resolve, names } = await resolving(() => ({ addresses: [], code: 3 }), { failureMs: 200 })
  await expect(resolve('service.example')).rejects.toThrow()
  const asked = names.asked.length
  await expect(resolve('service.example')).rejects.toThrow('a moment ago')
  expect(names.asked).toHaveLength(asked)
  await new Promise((later) => setTimeout(later, 250))
  await expect(resolve('service.example')).rejects.toThrow('no address')
  expect(names.asked.length).toBeGreaterThan(asked)
})

it('a name beyond the number in flight is rejected immediately', async () => {
  const { resolve } = await resolving(() => 'silent', { totalMs: 300, maxInFlight: 2 })
  const slow = Promise.allSettled([resolve('a.example'), resolve('b.example')])
  await expect(resolve('c.example')).rejects.toThrow('Too many names')
  await slow
  await expect(resolve('c.example')).rejects.toThrow('no address')
})

it('the egress client rejects a name with a private address that a name server returns', async () => {
  const { resolve } = await resolving(() => ({ addresses: ['93.184.216.34', '10.0.0.1'] }))
  const { fetch } = createEgress({ allow: [], resolve })
  await expect(fetch('https://service.example/')).rejects.toThrow('could not be fetched')
})
