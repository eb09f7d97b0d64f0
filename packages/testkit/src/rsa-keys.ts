import { generateKeyPair, type JsonWebKey, type webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** RSA keys of 2,048 bits as private JWKs, made once for the run. */
    rsaKeys: readonly JsonWebKey[]
  }
}

/** More than nearly every test file has projects. */
const poolSize = 64

/** Keys for `useRsaKeys`: the search for primes is the longest part of making a project. */
export const makeRsaKeys = (): Promise<JsonWebKey[]> =>
  Promise.all(
    Array.from({ length: poolSize }, async () => {
      const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
      return privateKey.export({ format: 'jwk' })
    }),
  )

const { subtle } = globalThis.crypto
const generateKey = subtle.generateKey.bind(subtle) as (
  algorithm: webcrypto.AlgorithmIdentifier,
  extractable: boolean,
  usages: webcrypto.KeyUsage[],
) => Promise<webcrypto.CryptoKey | webcrypto.CryptoKeyPair>

/**
 * From now on this worker takes RSA keys from those of the run, each once, and makes keys of its own when they are used
 * up: no two keys of a test file are the same.
 */
export function useRsaKeys(): void {
  const left = [...inject('rsaKeys')]
  subtle.generateKey = (async (
    algorithm: webcrypto.AlgorithmIdentifier,
    extractable: boolean,
    usages: webcrypto.KeyUsage[],
  ) => {
    const key = isUsualRsa(algorithm) ? left.pop() : undefined
    if (!key) return generateKey(algorithm, extractable, usages)
    const { n, e, kty } = key
    const [privateKey, publicKey] = await Promise.all([
      subtle.importKey(
        'jwk',
        key,
        algorithm,
        extractable,
        usages.filter((usage) => usage !== 'verify'),
      ),
      subtle.importKey(
        'jwk',
        { kty, n, e } as JsonWebKey,
        algorithm,
        true,
        usages.filter((usage) => usage !== 'sign'),
      ),
    ])
    return { privateKey, publicKey }
  }) as typeof subtle.generateKey
}

const isUsualRsa = (algorithm: webcrypto.AlgorithmIdentifier): algorithm is webcrypto.RsaHashedKeyGenParams =>
  typeof algorithm === 'object' && 'modulusLength' in algorithm && algorithm.modulusLength === 2048
