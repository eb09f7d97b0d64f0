import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Signs with the first key and accepts signatures of all keys (HMAC-SHA-256). Creates the key objects once: koa's signer creates one
 * for every signature, which costs several times the signature.
 */
export class CookieKeys {
  readonly #keys: readonly KeyObject[]

  /** @param keys at least one, the newest first */
  constructor(keys: readonly string[]) {
    this.#keys = keys.map((key) => createSecretKey(Buffer.from(key)))
  }

  sign(text: string): string {
    const [newest] = this.#keys
    if (!newest) throw new Error('There is no key to sign cookies.')
    return signature(newest, text).toString('base64url')
  }

  /**
   * Returns 0 for a signature of any key, -1 for none. For the index of an older key, koa would set a re-signed cookie for the path of
   * the whole host, next to the project's cookie, and the dispatcher removes duplicate names. oidc-provider signs each new cookie with
   * the newest key.
   */
  index(text: string, given: string): number {
    return this.verify(text, given) ? 0 : -1
  }

  verify(text: string, given: string): boolean {
    const bytes = Buffer.from(given, 'base64url')
    return this.#keys.some((key) => {
      const expected = signature(key, text)
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    })
  }
}

const signature = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest()
