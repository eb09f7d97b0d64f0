import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'

/** COSE keys by number (RFC 9053): 1 is the type, 3 the algorithm, and the negative ones depend on the type. */
type Members = ReadonlyMap<number, unknown>

const base64Url = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : ''

/** Undefined for another type or curve. */
const jwks: Readonly<Record<number, (members: Members) => JsonWebKey | undefined>> = {
  [-8]: (key) =>
    key.get(1) === 1 && key.get(-1) === 6
      ? { kty: 'OKP', crv: 'Ed25519', x: base64Url(key.get(-2)) }
      : undefined,
  [-7]: (key) =>
    key.get(1) === 2 && key.get(-1) === 1
      ? { kty: 'EC', crv: 'P-256', x: base64Url(key.get(-2)), y: base64Url(key.get(-3)) }
      : undefined,
  [-257]: (key) =>
    key.get(1) === 3 ? { kty: 'RSA', n: base64Url(key.get(-1)), e: base64Url(key.get(-2)) } : undefined,
}

/** Bits (NIST SP 800-131A). */
const shortestModulus = 2_048

export function isUsableKey(publicKey: Uint8Array<ArrayBuffer>): boolean {
  try {
    const members = decodeCredentialPublicKey(publicKey) as unknown as Members
    const jwk = jwks[Number(members.get(3))]?.(members)
    if (!jwk) return false
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    return (key.asymmetricKeyDetails?.modulusLength ?? shortestModulus) >= shortestModulus
  } catch {
    return false
  }
}
