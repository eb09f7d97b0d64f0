import type { KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { findAssertionKey } from './upstream-store.ts'

/** Short enough for a replaced key. Seconds. */
const cachedSeconds = 300

/**
 * Publishes the key of Signet's client assertions (RFC 7523).
 * @returns false, and sends nothing, for a provider without a key
 */
export async function publishKey(
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  providerId: string,
): Promise<boolean> {
  const key = await findAssertionKey(context, providerId)
  if (key === null) return false
  ctx.set('Cache-Control', `public, max-age=${cachedSeconds}`)
  ctx.body = JSON.stringify({ keys: [key] })
  ctx.type = 'application/jwk-set+json; charset=utf-8'
  return true
}
