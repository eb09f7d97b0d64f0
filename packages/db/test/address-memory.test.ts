import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { AddressMemory } from '../src/address-memory.ts'

const first = [{ address: '10.0.0.1', family: 4 }]
const second = [{ address: '10.0.0.2', family: 4 }]

function remembering(lookup: ConstructorParameters<typeof AddressMemory>[0]) {
  const memory = new AddressMemory(lookup)
  const find = promisify(memory.lookup) as (host: string, options: { all: boolean }) => Promise<unknown>
  return (host: string) => find(host, { all: true })
}

it('a lookup that succeeds decides the address', async () => {
  let addresses = first
  const find = remembering((_host, found) => found(null, addresses))
  expect(await find('db')).toBe(first)
  addresses = second
  expect(await find('db')).toBe(second)
})

it('the last known address is used when a lookup fails or does not return', async () => {
  let state: 'known' | 'fails' | 'silent' = 'known'
  const find = remembering((_host, found) => {
    if (state === 'known') found(null, first)
    if (state === 'fails') found(new Error('no answer'), [])
  })
  await find('db')
  state = 'fails'
  expect(await find('db')).toBe(first)
  state = 'silent'
  expect(await find('db')).toBe(first)
})

it('a lookup that fails before any success is an error', async () => {
  const find = remembering((_host, found) => found(new Error('no answer'), []))
  await expect(find('db')).rejects.toThrow('no answer')
})

it('a caller that wants one address receives the first', () => {
  const memory = new AddressMemory((_host, found) => found(null, first))
  memory.lookup('db', {}, (error, address, family) => {
    expect([error, address, family]).toEqual([null, '10.0.0.1', 4])
  })
})
