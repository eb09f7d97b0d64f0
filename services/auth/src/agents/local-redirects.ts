import { isLoopbackRedirect } from '@signet/clients'
import { AGENT_REDIRECT_URIS } from '@signet/db/setup'

const known = new Set(AGENT_REDIRECT_URIS)

/**
 * Accepts loopback addresses (RFC 8252 7.3) and known addresses that open an editor. At the address of a hosted agent, the code of one
 * user could complete a flow that another user began.
 */
export const isLocalRedirect = (uri: unknown): uri is string =>
  typeof uri === 'string' && (isLoopbackRedirect(uri) || known.has(uri))
