import { type Executor, sql } from '@signet/db'
import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { isLocalRedirect } from './local-redirects.ts'
import { findPermitted, type PermittedAgent } from './permitted.ts'

/**
 * - `permitted`: its entry allows the requested redirect address.
 * - `shared`: it is dynamic, redirects to the machine of the user, and gets an entry with the limits of the built-in agent client when
 * an administrator consents.
 * - `waiting`: a super administrator must permit it.
 * - `declined`: a super administrator declined or withdrew it.
 */
export type AgentConnection =
  | { readonly kind: 'permitted' | 'shared'; readonly agent: PermittedAgent }
  | { readonly kind: 'waiting' | 'declined' }

/** @param redirectUri undefined for a request without one */
export async function agentConnection(
  executor: Executor,
  clientId: string,
  redirectUri: unknown,
): Promise<AgentConnection> {
  const agent = await findPermitted(executor, clientId)
  const isLocal = redirectUri === undefined || isLocalRedirect(redirectUri)
  if (agent && (isLocal || !agent.isShared)) return { kind: 'permitted', agent }
  const { isDeclined, isDynamic } = await readClient(executor, clientId)
  if (isDeclined) return { kind: 'declined' }
  const isOpen = !agent && isDynamic && isLocalRedirect(redirectUri)
  const shared = isOpen && (await findPermitted(executor, AGENT_CLIENT_ID))
  return shared ? { kind: 'shared', agent: shared } : { kind: 'waiting' }
}

interface UnpermittedClient {
  readonly isDeclined: boolean
  /** Registered itself, or identified by its metadata document. */
  readonly isDynamic: boolean
}

/** Reads a client without a permission. Only an administrator changes an existing entry, such as an expired one. */
async function readClient(executor: Executor, clientId: string): Promise<UnpermittedClient> {
  const [row] = await executor.rows<UnpermittedClient>(sql`
    SELECT EXISTS (SELECT 1 FROM agent_requests WHERE client_id = ${clientId} AND status = 'declined') AS "isDeclined",
      NOT EXISTS (SELECT 1 FROM agent_clients a WHERE a.client_id = ${clientId}) AND (
        ${clientId.startsWith('https://')} OR EXISTS (
          SELECT 1 FROM clients c JOIN instance i ON i.administrators_project_id = c.project_id
          WHERE c.id = ${clientId} AND c.registered_dynamically)) AS "isDynamic"`)
  return row ?? { isDeclined: true, isDynamic: false }
}
