import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Signatures of cookies, made with the first key and accepted of all (HMAC-SHA-256). The keys are prepared once: made
 * of their bytes for every signature, as koa's own signer does, the key costs several times the signature.
 */
export class CookieKeys {
  readonly #keys: readonly KeyObject[]

  /** @param keys at least one, the newest first */
  constructor(keys: readonly string[]) {
    this.#keys = keys.map((key) => createSecretKey(Buffer.from(key)))
  }

  sign(text: string): string {
    const [newest] = this.#keys
    if (!newest) throw new Error('Cookies need a key.')
    return signature(newest, text).toString('base64url')
  }

  /**
   * What koa's cookies ask: 0 for a signature of any key, -1 for none. For a later key they would sign anew at once, with
   * a cookie for the whole host beside the one of the project's path, and two of one name are refused. The provider signs
   * with the newest whenever it sets a cookie.
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
