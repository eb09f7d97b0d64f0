import { agentScopes, proofAlgorithms } from '@signet/contracts'

/** RFC 9728 section 3.1: the name is inserted before the resource's path. */
export const metadataPath = '/.well-known/oauth-protected-resource/mcp'

/** Metadata of RFC 9728 section 2. */
export const protectedResource = (baseUrl: string) => ({
  resource: `${baseUrl}/mcp`,
  authorization_servers: [baseUrl],
  scopes_supported: agentScopes,
  bearer_methods_supported: ['header'],
  dpop_signing_alg_values_supported: proofAlgorithms,
  resource_name: 'Signet administration',
})

/**
 * Builds the challenge of RFC 9728 section 5.1, with an error of RFC 6750 section 3.1 for a refused token. It has a scope only with
 * `insufficient_scope`, because clients request every named scope and an agent may be permitted fewer. The DPoP challenge lists the
 * proof algorithms (RFC 9449 section 7.1).
 */
export function challenge(baseUrl: string, parameters: Readonly<Record<string, string>> = {}): string {
  const named = Object.entries({ ...parameters, resource_metadata: `${baseUrl}${metadataPath}` })
  const bearer = named.map(([name, value]) => `${name}="${value}"`).join(', ')
  return `Bearer ${bearer}, DPoP algs="${proofAlgorithms.join(' ')}"`
}
