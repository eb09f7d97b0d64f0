import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

export const signingAlgorithms = [
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const

export type SigningAlgorithm = (typeof signingAlgorithms)[number]

export interface SigningKeyPair {
  /** RFC 7638 thumbprint. */
  kid: string
  algorithm: SigningAlgorithm
  /** Safe to publish; includes kid, alg and use. */
  publicJwk: JWK
  privateJwk: JWK
}

/** Uses a worker thread of the runtime (Web Crypto), so that the generation of an RSA key does not block requests. */
export async function makeSigningKey(algorithm: SigningAlgorithm): Promise<SigningKeyPair> {
  const pair = await generateKeyPair(algorithm, { modulusLength: 2048, extractable: true })
  const [publicPart, privatePart] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)])
  const kid = await calculateJwkThumbprint(publicPart)
  const names = { kid, alg: algorithm, use: 'sig' }
  return {
    kid,
    algorithm,
    publicJwk: { ...publicPart, ...names },
    privateJwk: { ...privatePart, ...names },
  }
}
