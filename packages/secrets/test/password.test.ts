import { afterAll, expect, test } from 'vitest'
import { createPasswordHasher, PasswordQueueFull, PasswordTooLong } from '../src/index.ts'

const hasher = createPasswordHasher()
afterAll(() => hasher.close())

test('a password is stored as an argon2id PHC string, and only the same password verifies', async () => {
  const hash = await hasher.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/)
  expect(await hasher.verify(hash, 'correct horse')).toBe(true)
  expect(await hasher.verify(hash, 'correct horse ')).toBe(false)
  expect(hasher.needsRehash(hash)).toBe(false)
  expect(hasher.needsRehash(hash.replace('t=2', 't=1'))).toBe(true)
})

test.each([73, 200])('a password of %i characters is not truncated', async (length) => {
  const long = 'a'.repeat(length)
  const hash = await hasher.hash(long)
  expect(await hasher.verify(hash, long)).toBe(true)
  expect(await hasher.verify(hash, long.slice(0, -1))).toBe(false)
  expect(await hasher.verify(hash, `${long.slice(0, -1)}b`)).toBe(false)
})

test('the composed and the decomposed spelling are the same password', async () => {
  expect(await hasher.verify(await hasher.hash('caf\u00e9-geheim'), 'cafe\u0301-geheim')).toBe(true)
})

test('a password of more than 1,024 bytes is rejected before any hashing', async () => {
  await expect(hasher.hash('ж'.repeat(513))).rejects.toThrow(PasswordTooLong)
  await expect(hasher.hash('x'.repeat(2_000_000))).rejects.toThrow(PasswordTooLong)
  expect(await hasher.verify(await hasher.hash('ж'.repeat(512)), 'ж'.repeat(513))).toBe(false)
})

test('verifyNothing returns false after the work of a verification', async () => {
  expect(await hasher.verifyNothing('anything')).toBe(false)
})

test('a damaged hash is an error, never a match', async () => {
  await expect(hasher.verify('$argon2id$nonsense', 'x')).rejects.toThrow()
})

test('a job beyond the queue is rejected immediately, and the accepted ones complete', async () => {
  const small = createPasswordHasher({ threads: 1, queueLimit: 2 })
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => small.hash('some password')))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(PasswordQueueFull)
  await small.close()
  await expect(small.hash('late')).rejects.toThrow(/closed/)
})
