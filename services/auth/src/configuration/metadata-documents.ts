import { sql } from '@signet/db'
import { LRUCache } from 'lru-cache'
import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { checkRegistration } from '../clients/registration-rules.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

type Feature = NonNullable<NonNullable<Configuration['features']>['clientIdMetadataDocument']>

/** Bounds of the cache lifetime, independent of HTTP headers. Seconds. */
const cacheDuration = { min: 60, max: 3_600 }

/** Limits fetches of one address, so that anonymous requests cannot flood another server through Signet. */
const attemptEveryMs = 10_000
const maxRemembered = 1_000

/**
 * Rejects addresses without a path, with a query, or of more than 512 characters. The rules of registrations apply. While the agent
 * endpoint is on, the administrators' project fetches documents of any agent, because its page states that the agent is not permitted;
 * else of permitted agents.
 */
export function metadataDocuments(context: OptionsContext): Feature {
  const enabled = context.settings['clientIdMetadataDocument.enabled']
  if (!enabled) return { enabled }
  const lately = new LRUCache<string, true>({ max: maxRemembered, ttl: attemptEveryMs })
  return {
    enabled,
    ack: 'draft-02',
    cacheDuration,
    async allowFetch(_ctx: KoaContextWithOIDC, clientId: string) {
      const { host, pathname, search } = new URL(clientId)
      const { clientDocumentHosts: hosts } = context.project
      if (hosts.length > 0 && !hosts.includes(host)) return false
      if (clientId.length > 512 || pathname === '/' || search !== '' || lately.has(clientId)) return false
      if (!(await isPermitted(context, clientId))) return false
      lately.set(clientId, true)
      return true
    },
    allowClient(_ctx: KoaContextWithOIDC, client: Client) {
      const { clientDocumentHosts: hosts } = context.project
      if (hosts.length > 0 && !hosts.includes(new URL(client.clientId).host)) return false
      checkRegistration(client.metadata())
      return isPermitted(context, client.clientId)
    },
  }
}

async function isPermitted({ deps, project, settings }: OptionsContext, clientId: string): Promise<boolean> {
  if (project.reserved !== 'administrators' || settings['mcp.enabled']) return true
  const rows = await deps.database.rows<object>(
    sql`SELECT 1 FROM agent_clients WHERE client_id = ${clientId}`,
  )
  return rows.length > 0
}
