import { createCipheriv, createHash, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'
import { verifySync } from '@node-rs/argon2'
import { type ForeignHash, foreignBounds, parseForeignHash } from './parse.ts'
import { shaCrypt } from './sha-crypt.ts'

const same = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const scrypt = (
  password: string,
  { salt, ln, r, p }: Extract<ForeignHash, { kind: 'scrypt' | 'firebase' }>,
  bytes: number,
) => scryptSync(password, salt, bytes, { N: 2 ** ln, r, p, maxmem: 2 * foreignBounds.scryptBytes })

/** Encrypts the signer key under the derived key. */
function firebaseHash(password: string, hash: Extract<ForeignHash, { kind: 'firebase' }>): Buffer {
  const key = scrypt(password, hash, 64).subarray(0, 32)
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  return Buffer.concat([cipher.update(hash.signerKey), cipher.final()])
}

/** bcrypt reads the first 72 bytes of a password. The library is loaded by the first hash of this kind. */
async function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  const { bcryptVerify } = await loadLibrary()
  const bytes = Buffer.from(password).subarray(0, 72)
  return bytes.length > 0 && bcryptVerify({ password: bytes, hash })
}

/** The library is a CommonJS module in a bundle, whose members are those of its default export. */
async function loadLibrary(): Promise<typeof import('hash-wasm')> {
  const library: typeof import('hash-wasm') & { readonly default?: typeof import('hash-wasm') } =
    await import('hash-wasm')
  return library.default ?? library
}

async function matches(hash: ForeignHash, password: string): Promise<boolean> {
  switch (hash.kind) {
    case 'argon2':
      return verifySync(hash.text, password)
    case 'bcrypt':
      return verifyBcrypt(hash.text, password)
    case 'scrypt':
      return same(scrypt(password, hash, hash.hash.length), hash.hash)
    case 'firebase':
      return same(firebaseHash(password, hash), hash.hash)
    case 'pbkdf2':
      return same(pbkdf2Sync(password, hash.salt, hash.iterations, hash.hash.length, hash.digest), hash.hash)
    case 'sha-crypt':
      return same(
        Buffer.from(shaCrypt(hash.digest, password, hash.salt, hash.rounds)),
        Buffer.from(hash.hash),
      )
    case 'salted':
      return same(createHash(hash.digest).update(password).update(hash.salt).digest(), hash.hash)
  }
}

/**
 * Accepts hashes of this or another system.
 * @throws Error for an unknown form and for a cost beyond the bounds
 */
export async function verifyHash(text: string, password: string): Promise<boolean> {
  const hash = parseForeignHash(text)
  if (hash === null) throw new Error('The stored hash has no known form, or a cost beyond the bounds.')
  return matches(hash, password)
}
