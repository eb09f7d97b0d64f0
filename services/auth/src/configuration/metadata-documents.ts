import { sql } from '@signet/db'
import { LRUCache } from 'lru-cache'
import type { Client, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { checkRegistration } from '../clients/registration-rules.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

type Feature = NonNullable<NonNullable<Configuration['features']>['clientIdMetadataDocument']>

/** A document is asked for again after at least a minute and at most an hour, whatever its server says. Seconds. */
const cacheDuration = { min: 60, max: 3_600 }

/** Addresses asked for lately: each once in a while, so that nobody is flooded through us (T21). Milliseconds. */
const attemptEveryMs = 10_000
const maxRemembered = 1_000

/**
 * Applications known by the metadata document at their own https address. The document is fetched through the guarded
 * egress (R17); an address without a path, or longer than a name ought to be, is none, and what it says follows the rules
 * of a registration. At the administrators' project only permitted agents are fetched at all.
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
      const { pathname, search } = new URL(clientId)
      if (clientId.length > 512 || pathname === '/' || search !== '' || lately.has(clientId)) return false
      if (!(await isWelcome(context, clientId))) return false
      lately.set(clientId, true)
      return true
    },
    allowClient(_ctx: KoaContextWithOIDC, client: Client) {
      checkRegistration(client.metadata())
      return isWelcome(context, client.clientId)
    },
  }
}

async function isWelcome({ deps, project }: OptionsContext, clientId: string): Promise<boolean> {
  if (project.reserved !== 'administrators') return true
  const rows = await deps.database.rows<object>(
    sql`SELECT 1 FROM agent_clients WHERE client_id = ${clientId}`,
  )
  return rows.length > 0
}
