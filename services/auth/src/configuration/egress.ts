import { maxKeysOfSet } from '@signet/clients'
import { egressBytes } from '@signet/http'
import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'

/**
 * Everything the provider fetches was named by somebody else: key sets, sector identifiers, client metadata documents.
 * All of it passes the guard, and the provider's own dispatcher is not used (R17). Documents are JSON: who named an
 * address learns that none was had there, and not what stood in the way (T20).
 */
export const egress = ({ deps, project }: OptionsContext): Configuration => ({
  async fetch(input, { method = 'GET', headers, body, signal } = {}) {
    const isDocument = method === 'GET'
    const response = await deps.egress.fetch(input instanceof Request ? input.url : input, {
      method,
      headers: new Headers(headers),
      body,
      signal,
      // Anonymous requests name these addresses. They use no request that a sign-in at a provider needs.
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

/** Of a key set only so many keys are read, so that no assertion is tried against thousands (T21). */
async function withFewKeys(response: Response): Promise<Response> {
  const document: unknown = await response.clone().json()
  if (!isKeySet(document) || document.keys.length <= maxKeysOfSet) return response
  const { status, headers } = response
  return Response.json({ ...document, keys: document.keys.slice(0, maxKeysOfSet) }, { status, headers })
}

const isKeySet = (document: unknown): document is { readonly keys: readonly unknown[] } =>
  typeof document === 'object' && document !== null && 'keys' in document && Array.isArray(document.keys)
