import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits as 43 base64url characters, after the prefix when one is given. */
export function mintToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** SHA-256 of the UTF-8 value, base64url: what the database keeps of a value with at least 128 random bits. */
export function digest(value: string): string {
  return hash('sha256', value, 'base64url')
}

/** Compares two digests in time that depends on their lengths only. */
export function sameDigest(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
