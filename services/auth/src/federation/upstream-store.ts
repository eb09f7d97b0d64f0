import { sql } from '@signet/db'
import { clientSecretPlace, type Located, signingKeyPlace } from '@signet/federation'
import type { OptionsContext } from '../provider-options/context.ts'

/** An identity provider with what Signet authenticates itself to it by. */
export interface Upstream extends Located {
  readonly id: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly teamId: string | null
  readonly keyId: string | null
  readonly signingKey: string | null
  readonly scopes: readonly string[]
}

interface Row extends Omit<Upstream, 'clientSecret' | 'signingKey'> {
  readonly clientSecretSealed: string | null
  readonly signingKeySealed: string | null
}

/** Read for every sign-in through it: a secret that was changed is used at once. */
export async function findUpstream(
  { deps: { database, vault }, project: { id: projectId } }: OptionsContext,
  providerId: string,
): Promise<Upstream | null> {
  const [row] = await database.rows<Row>(sql`
    SELECT id, catalogue_id AS "catalogueId", issuer, tenant, client_id AS "clientId",
      client_secret_sealed AS "clientSecretSealed", team_id AS "teamId", key_id AS "keyId",
      signing_key_sealed AS "signingKeySealed", scopes
    FROM identity_providers WHERE project_id = ${projectId} AND id = ${providerId}`)
  if (!row) return null
  const { clientSecretSealed, signingKeySealed, ...upstream } = row
  const at = { projectId, providerId }
  return {
    ...upstream,
    clientSecret: clientSecretSealed && vault.open(clientSecretSealed, clientSecretPlace(at)),
    signingKey: signingKeySealed && vault.open(signingKeySealed, signingKeyPlace(at)),
  }
}
