import type { Settings } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { credentialWorks, presentCredential } from '@signet/provisioning'
import { digest } from '@signet/secrets'
import type { AdapterPayload } from 'oidc-provider'
import { machineSettings, StoredSettings } from './client-metadata.ts'

/** Only the SCIM service accepts this scope. */
export const directoryScope = 'scim'

interface Row {
  readonly connectionId: string
  readonly displayName: string
  readonly kind: 'key' | 'secret'
  readonly jwks: unknown
  readonly jwksUri: string | null
  readonly signingAlg: string | null
}

/** The client of a provisioning connection is no application. */
export async function findDirectoryClient(
  executor: Executor,
  projectId: string,
  clientId: string,
  settings: Settings,
): Promise<AdapterPayload | undefined> {
  if (!settings['scim.enabled']) return undefined
  const [row] = await executor.rows<Row>(sql`
    SELECT c.id AS "connectionId", c.display_name AS "displayName", k.kind, k.jwks, k.jwks_uri AS "jwksUri",
      k.signing_alg AS "signingAlg"
    FROM provisioning_connections c JOIN provisioning_credentials k ON k.project_id = c.project_id AND k.connection_id = c.id
    WHERE c.project_id = ${projectId} AND c.client_id = ${clientId} AND c.enabled AND k.kind IN ('key', 'secret')
      AND k.state = 'current' AND ${credentialWorks}`)
  if (!row || (row.kind === 'secret' && !settings['scim.secretCredentials'])) return undefined
  return {
    client_id: clientId,
    client_name: row.displayName,
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    ...(row.kind === 'secret' ? bySecret : byKey(row)),
    signet: new StoredSettings({ ...machineSettings, connectionId: row.connectionId }),
  }
}

/** oidc-provider requires a `client_secret`; the secret is compared with the credentials of the connection instead. */
const bySecret = {
  token_endpoint_auth_method: 'client_secret_basic',
  client_secret: 'stored with the connection',
} as const

const byKey = ({ jwks, jwksUri, signingAlg }: Row) => ({
  token_endpoint_auth_method: 'private_key_jwt' as const,
  ...(jwksUri ? { jwks_uri: jwksUri } : { jwks: jwks as { keys: [] } }),
  ...(signingAlg ? { token_endpoint_auth_signing_alg: signingAlg as 'ES256' } : {}),
})

/** Records the use of a valid secret, which ends an overlap of two secrets. */
export async function isDirectorySecret(
  executor: Executor,
  projectId: string,
  connectionId: string,
  presented: string,
): Promise<boolean> {
  const credential = await presentCredential(executor, {
    kind: 'secret',
    projects: sql`${projectId}`,
    secretDigest: digest(presented),
  })
  return credential?.connectionId === connectionId
}
