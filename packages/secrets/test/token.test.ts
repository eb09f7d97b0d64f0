import { expect, test } from 'vitest'
import { digest, mintToken, sameDigest } from '../src/index.ts'

test('a token has 256 random bits and its prefix', () => {
  const tokens = new Set(Array.from({ length: 1000 }, () => mintToken('sct_')))
  expect(tokens.size).toBe(1000)
  for (const token of tokens) expect(token).toMatch(/^sct_[A-Za-z0-9_-]{43}$/)
})

test('a digest is the base64url SHA-256 of the text', () => {
  expect(digest('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
})

test('digests of any length compare equal only when they are equal', () => {
  expect(sameDigest(digest('a'), digest('a'))).toBe(true)
  expect(sameDigest(digest('a'), digest('b'))).toBe(false)
  expect(sameDigest(digest('a'), 'short')).toBe(false)
})
