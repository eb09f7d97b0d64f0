import type { ServerResponse } from 'node:http'
import type { Executor } from '@signet/db'
import { readRelatedProject } from '@signet/federation'
import { type Address, issuerOf } from '@signet/tenancy'

/** Lists the origins that may use the passkeys of a host (WebAuthn 3, 5.11.1). */
export const relatedOriginsPath = '/.well-known/webauthn'

/**
 * Returns the present origin of the project that had this host until its address changed, or null. A present host lists no other
 * origin, and the host of projects at paths never lists one: its passkeys belong to all of them.
 */
export async function readRelatedOrigin(
  executor: Executor,
  address: Address,
  baseUrl: string,
): Promise<string | null> {
  if (address.form !== 'host' && address.form !== 'subdomain') return null
  const project = await (address.form === 'host'
    ? readRelatedProject(executor, 'host', address.host)
    : readRelatedProject(executor, 'slug', address.slug))
  const issuer = project && issuerOf(project, baseUrl)
  return issuer && new URL(issuer).origin
}

export function sendRelatedOrigin(response: ServerResponse, origin: string): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=30',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify({ origins: [origin] }))
}
