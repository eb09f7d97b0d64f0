import { checkHttps } from '@signet/clients'
import { isPlainAllowed } from '@signet/http'

/**
 * Requires https for requests with a signed token. In development the address may be plain http at a `host:port` pair of
 * SIGNET_EGRESS_ALLOW.
 */
export function requireHttpsOrPair(path: string, address: string, allow: readonly string[]): void {
  if (!isPlainAllowed(address, allow)) checkHttps(path, address)
}
