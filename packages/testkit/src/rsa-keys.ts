import { type JsonWebKey, webcrypto } from 'node:crypto'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Private keys of 2,048 bits, generated once for the run. */
    rsaKeys: readonly JsonWebKey[]
  }
}

const { subtle } = webcrypto
const generateKey = subtle.generateKey.bind(subtle) as (
  algorithm: webcrypto.AlgorithmIdentifier,
  extractable: boolean,
  usages: webcrypto.KeyUsage[],
) => Promise<webcrypto.CryptoKey | webcrypto.CryptoKeyPair>

let left: JsonWebKey[] = []

/** Test files use the rows of `act` together with the keys of the run. */
export async function withGeneratedKeys<Result>(act: () => Promise<Result>): Promise<Result> {
  const unused = left
  left = []
  try {
    return await act()
  } finally {
    left = unused
  }
}

/** This worker uses each key of the run once, and generates others when none is left, so that a test file never has two equal keys. */
export function useRsaKeys(): void {
  left = [...inject('rsaKeys')]
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
