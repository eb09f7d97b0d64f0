import { decodeJwt, type JWTPayload } from 'jose'

/**
 * Reads the claims of a JWT whose signature is verified later, for instance to find the keys of its issuer.
 * @returns undefined when the text is no JWT
 */
export function unverifiedClaims(token: string): JWTPayload | undefined {
  try {
    return decodeJwt(token)
  } catch {
    return undefined
  }
}
