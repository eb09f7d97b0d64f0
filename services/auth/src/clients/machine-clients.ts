import { type Executor, sql } from '@signet/db'
import type { AdapterPayload } from 'oidc-provider'
import { type OwnSettings, StoredSettings } from './client-metadata.ts'

interface Row {
  readonly name: string
  readonly jwks: { readonly keys: [] } | null
}

const settingsOf: OwnSettings = {
  requireConsent: true,
  partialConsent: false,
  corsOrigins: [],
  dynamic: false,
  builtIn: false,
}

/**
 * Returns the OAuth client of a machine with its own credential: a set of signing keys, or a workload issuer
 * whose tokens it exchanges.
 */
export async function findMachineClient(
  executor: Executor,
  clientId: string,
): Promise<AdapterPayload | undefined> {
  const [row] = await executor.rows<Row>(sql`
    SELECT name, jwks FROM agent_clients
    WHERE client_id = ${clientId} AND (jwks IS NOT NULL OR workload_issuer IS NOT NULL)`)
  if (!row) return undefined
  return {
    client_id: clientId,
    client_name: row.name,
    response_types: [],
    redirect_uris: [],
    ...(row.jwks
      ? {
          token_endpoint_auth_method: 'private_key_jwt' as const,
          grant_types: ['client_credentials'],
          jwks: row.jwks,
        }
      : { token_endpoint_auth_method: 'none' as const, grant_types: [] }),
    signet: new StoredSettings(settingsOf),
  }
}
