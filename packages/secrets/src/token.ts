import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as 43 base64url characters, after an optional prefix. */
export function mintToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** SHA-256 of the UTF-8 value, base64url: the stored form of a value with at least 128 random bits. */
export function digest(value: string): string {
  return hash('sha256', value, 'base64url')
}

/**
 * HMAC-SHA256, base64url: the stored form of a value that could be guessed. The key is stored sealed, so that a reader of the database
 * cannot test guesses.
 */
export function keyedDigest(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Takes a time that depends only on the lengths. */
export function sameDigest(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
