import { type Executor, sql } from '@signet/db'
import type { AdapterPayload } from 'oidc-provider'
import { machineSettings, StoredSettings } from './client-metadata.ts'
import { findServiceAccount, isServiceAccountId } from './service-accounts.ts'

interface Row {
  readonly name: string
  readonly jwks: { readonly keys: [] } | null
}

const readMachine = async (executor: Executor, clientId: string): Promise<Row | undefined> =>
  (
    await executor.rows<Row>(sql`
      SELECT name, jwks FROM agent_clients
      WHERE client_id = ${clientId} AND (jwks IS NOT NULL OR workload_issuer IS NOT NULL)`)
  )[0]

async function readServiceAccount(executor: Executor, clientId: string): Promise<Row | undefined> {
  const account = await findServiceAccount(executor, clientId)
  if (!account) return undefined
  const keys = account.keys.map(({ jwk }) => jwk)
  return { name: account.name, jwks: keys.length > 0 ? { keys: keys as unknown as [] } : null }
}

/** Finds a machine with its own credential, or a service account with signing keys or workloads. */
export async function findMachineClient(
  executor: Executor,
  clientId: string,
): Promise<AdapterPayload | undefined> {
  const row = isServiceAccountId(clientId)
    ? await readServiceAccount(executor, clientId)
    : await readMachine(executor, clientId)
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
    signet: new StoredSettings(machineSettings),
  }
}
