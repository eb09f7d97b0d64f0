import { egressBytes } from '@signet/runtime'
import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from './context.ts'

/**
 * Everything the provider fetches was named by somebody else: key sets, sector identifiers, client metadata documents,
 * logout and CIBA endpoints. All of it passes the guard, and the provider's own dispatcher is not used (R17).
 */
export const egress = ({ deps }: OptionsContext): Configuration => ({
  fetch: (input, { method, headers, body, signal } = {}) =>
    deps.egress.fetch(input instanceof Request ? input.url : input, {
      method,
      headers: new Headers(headers),
      body,
      signal,
    }),
  fetchResponseBodyLimits: {
    'client_id metadata document': egressBytes.clientMetadata,
    jwks_uri: egressBytes.keys,
    sector_identifier_uri: egressBytes.keys,
  },
})
