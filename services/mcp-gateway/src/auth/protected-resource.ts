import { agentScopes, proofAlgorithms } from '@signet/contracts'

/** RFC 9728 section 3.1: the well-known name is inserted before the resource's path. */
export const metadataPath = '/.well-known/oauth-protected-resource/mcp'

/** RFC 9728 section 2: what a client must know to get a token for the agent endpoint. */
export const protectedResource = (baseUrl: string) => ({
  resource: `${baseUrl}/mcp`,
  authorization_servers: [baseUrl],
  scopes_supported: agentScopes,
  bearer_methods_supported: ['header'],
  dpop_signing_alg_values_supported: proofAlgorithms,
  resource_name: 'Signet administration',
})

/**
 * RFC 9728 section 5.1, with an error of RFC 6750 section 3.1 when a token came and was refused. It names no scope but
 * with `insufficient_scope`: clients take a named one for what they must ask, and an agent may well be given less. Agents
 * that must hold a key see by what they may prove it (RFC 9449 7.1).
 */
export function challenge(baseUrl: string, parameters: Readonly<Record<string, string>> = {}): string {
  const named = Object.entries({ ...parameters, resource_metadata: `${baseUrl}${metadataPath}` })
  const bearer = named.map(([name, value]) => `${name}="${value}"`).join(', ')
  return `Bearer ${bearer}, DPoP algs="${proofAlgorithms.join(' ')}"`
}
