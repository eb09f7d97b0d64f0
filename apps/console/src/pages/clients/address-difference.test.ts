import { expect, test } from 'vitest'
import { differenceOf, nearestAddress } from './address-difference.ts'

test.each([
  ['http://a.example/cb', 'https://a.example/cb', { start: 'http', differing: 's', end: '://a.example/cb' }],
  [
    'https://a.example/cb/',
    'https://a.example/cb',
    { start: 'https://a.example/cb', differing: '', end: '' },
  ],
  [
    'https://a.example:3000/cb',
    'https://a.example:8080/cb',
    { start: 'https://a.example:', differing: '808', end: '0/cb' },
  ],
  ['aa', 'aaa', { start: 'aa', differing: 'a', end: '' }],
])('the part of the second address that differs from %s is marked', (rejected, registered, parts) => {
  expect(differenceOf(rejected, registered)).toEqual(parts)
})

test('the registered address with the fewest differing characters is compared', () => {
  const registered = [
    'https://b.example/other',
    'https://a.example/callback?source=web',
    'https://a.example/',
  ]
  expect(nearestAddress('https://a.example/Callback', registered)).toBe(registered[1])
  expect(nearestAddress('https://a.example/', [])).toBeUndefined()
})
