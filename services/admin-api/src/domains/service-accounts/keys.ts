import { checkKeySet } from '@signet/clients'
import { refuseValue } from '@signet/runtime'
import { calculateJwkThumbprint, importJWK, type JWK } from 'jose'

/** The issuer reads `jwk`. */
export interface StoredKey {
  readonly kid: string
  readonly jwk: object
  readonly createdAt: string
}

/** A public RSA key of 8,192 bits has about 1,500 characters. */
const keyCharacters = 4_000

/** Gives each public key an id: its own or its thumbprint. @throws invalid_value */
export async function toStoredKeys(path: string, keys: readonly object[]): Promise<StoredKey[]> {
  checkKeySet(path, { keys })
  const createdAt = new Date().toISOString()
  const stored: StoredKey[] = []
  for (const [index, key] of keys.entries()) {
    const at = `${path}.${index}`
    if (JSON.stringify(key).length > keyCharacters)
      refuseValue(at, `has more than ${keyCharacters} characters`)
    const jwk = await readKey(at, key)
    const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk))
    if (stored.some((one) => one.kid === kid)) refuseValue(at, 'has the id of another key')
    stored.push({ kid, jwk: { ...jwk, kid, use: 'sig' }, createdAt })
  }
  return stored
}

/** Returns a key that verifies signatures, with its algorithm. */
async function readKey(path: string, key: object): Promise<JWK> {
  const jwk = key as JWK
  const alg = jwk.alg ?? algorithmOf(jwk)
  if (!alg) return refuseValue(path, 'needs alg')
  try {
    await importJWK(jwk, alg)
  } catch {
    return refuseValue(path, 'is no public key of its algorithm')
  }
  return { ...jwk, alg }
}

const curves: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
}

const algorithmOf = ({ kty, crv = '' }: JWK): string | undefined => (kty === 'RSA' ? 'PS256' : curves[crv])

/** Keeps the latest key next to the new one. */
export function withNewKey(keys: readonly StoredKey[], added: StoredKey): readonly StoredKey[] {
  const [latest] = keys.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
  return latest ? [latest, added] : [added]
}
