import * as z from 'zod'

/** RFC 7518, RFC 9864. */
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

export const SigningAlgorithm = z.enum(signingAlgorithms)
export type SigningAlgorithm = (typeof signingAlgorithms)[number]
