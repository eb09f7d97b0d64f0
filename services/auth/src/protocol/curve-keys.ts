import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { ExternalSigningKey, type JWK } from 'oidc-provider'

/** Digests of algorithms whose signature takes less time than a change to another thread; Ed25519 has its own (RFC 8032). */
const digests: Readonly<Record<string, string | null>> = { ES256: 'sha256', EdDSA: null, Ed25519: null }

/**
 * Signs on the thread of the request. WebCrypto, which oidc-provider uses for a JWK, signs on another thread: that takes a third more
 * processor time with ES256, and nearly twice as much with EdDSA.
 */
class CurveKey extends ExternalSigningKey {
  readonly #key: KeyObject
  readonly #public: KeyObject
  readonly #digest: string | null
  readonly #jwk: Pick<JWK, 'crv' | 'kid' | 'alg'> & { readonly kty: string }

  constructor({ kty = '', crv = '', x = '', y, d = '', kid, alg }: JWK, digest: string | null) {
    super()
    this.#key = createPrivateKey({ key: { kty, crv, x, d, ...(y !== undefined && { y }) }, format: 'jwk' })
    this.#public = createPublicKey(this.#key)
    this.#digest = digest
    this.#jwk = { kty, crv, ...(kid !== undefined && { kid }), ...(alg !== undefined && { alg }) }
  }

  // The choice of a key compares these for each signature. The accessors of the library export the public key first.
  override get kty(): string {
    return this.#jwk.kty
  }

  override get crv(): string | undefined {
    return this.#jwk.crv
  }

  override get kid(): string | undefined {
    return this.#jwk.kid
  }

  override get alg(): string | undefined {
    return this.#jwk.alg
  }

  override keyObject(): KeyObject {
    return this.#public
  }

  override sign(data: Uint8Array): Uint8Array {
    // JWS has r and s of fixed length (RFC 7518 3.4).
    return sign(this.#digest, data, { key: this.#key, dsaEncoding: 'ieee-p1363' })
  }
}

export function signingKey(jwk: JWK): JWK | ExternalSigningKey {
  const digest = digests[jwk.alg ?? '']
  return digest === undefined ? jwk : new CurveKey(jwk, digest)
}
