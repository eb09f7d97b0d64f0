import { expect, test } from 'vitest'
import { RateLimiter } from '../src/rate-limit.ts'

const allowance = { max: 2, windowSeconds: 60 }

function limiter() {
  const clock = { now: 0 }
  const counted = new RateLimiter(() => clock.now)
  return {
    clock,
    take: (address: string, maxTracked = 1_000) => counted.take('ordinary', address, allowance, maxTracked),
  }
}

test('requests beyond the allowance wait for the end of the window, and are allowed after it', () => {
  const { clock, take } = limiter()
  expect([take('192.0.2.1'), take('192.0.2.1'), take('192.0.2.1')]).toEqual([0, 0, 60])
  clock.now = 45_000
  expect(take('192.0.2.1')).toBe(15)
  expect(take('192.0.2.2')).toBe(0)
  clock.now = 60_000
  expect(take('192.0.2.1')).toBe(0)
})

test('a flood of addresses shares one window, and resets no other counter', () => {
  const { take } = limiter()
  for (const _ of [1, 2]) expect(take('192.0.2.1', 3)).toBe(0)
  expect([take('192.0.2.2', 3), take('192.0.2.3', 3)]).toEqual([0, 0])
  const flood = Array.from({ length: 50 }, (_, index) => take(`198.51.100.${index}`, 3))
  expect(flood.filter((wait) => wait === 0)).toHaveLength(2)
  expect(take('192.0.2.1', 3)).toBe(60)
})

test('new origins are counted separately again after windows end', () => {
  const { clock, take } = limiter()
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.3', '192.0.2.3']) take(address, 3)
  clock.now = 61_000
  const each = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].map((address) => [
    take(address, 3),
    take(address, 3),
  ])
  expect(each).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

test('an IPv6 /64 is one origin, and an address in IPv4 form is its own origin', () => {
  const { take } = limiter()
  expect([take('2001:db8::1'), take('2001:db8::2'), take('2001:db8:0:0:9::3')]).toEqual([0, 0, 60])
  expect(take('2001:db8:0:1::1')).toBe(0)
  expect([take('::ffff:192.0.2.1'), take('::ffff:192.0.2.1'), take('::ffff:192.0.2.2')]).toEqual([0, 0, 0])
})

test('the cost of a new address does not depend on the number of counted addresses', () => {
  const { take } = limiter()
  const addresses = 40_000
  const before = process.cpuUsage()
  for (let index = 0; index < addresses; index += 1)
    take(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`, addresses)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_500)
})
