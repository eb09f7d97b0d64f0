import { maxKeysOfSet } from '@signet/clients'
import { egressBytes } from '@signet/http'
import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

/**
 * Clients choose these addresses, so the egress guard replaces oidc-provider's dispatcher. The error of a failed fetch contains no
 * reason, so that a client cannot scan the network.
 */
export const egress = ({ deps, project }: OptionsContext): Configuration => ({
  async fetch(input, { method = 'GET', headers, body, signal } = {}) {
    const isDocument = method === 'GET'
    const response = await deps.egress.fetch(input instanceof Request ? input.url : input, {
      method,
      headers: new Headers(headers),
      body,
      signal,
      // Anonymous requests choose these addresses: they must not use the share of federated sign-ins.
      share: `${project.id} clients`,
      ...(isDocument ? { expect: 'json' } : {}),
    })
    return isDocument ? withFewKeys(response) : response
  },
  fetchResponseBodyLimits: {
    'client_id metadata document': egressBytes.clientMetadata,
    jwks_uri: egressBytes.keys,
    sector_identifier_uri: egressBytes.keys,
  },
})

/** An assertion is not verified with thousands of keys. */
async function withFewKeys(response: Response): Promise<Response> {
  const document: unknown = await response.clone().json()
  if (!isKeySet(document) || document.keys.length <= maxKeysOfSet) return response
  const { status, headers } = response
  return Response.json({ ...document, keys: document.keys.slice(0, maxKeysOfSet) }, { status, headers })
}

const isKeySet = (document: unknown): document is { readonly keys: readonly unknown[] } =>
  typeof document === 'object' && document !== null && 'keys' in document && Array.isArray(document.keys)
