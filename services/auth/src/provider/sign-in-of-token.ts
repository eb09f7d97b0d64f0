import { sql } from '@signet/db'
import type { Grant } from 'oidc-provider'
import type { ProviderContext } from './context.ts'

/** Returns the grant of a token while the grant exists, and the session with the id `sid` if the token ends with one. */
export const signInReader =
  ({ provider, context: { deps, project } }: ProviderContext) =>
  async (grantId: string, sid: unknown): Promise<Grant | undefined> => {
    const grant = await provider.Grant.find(grantId)
    if (!grant?.accountId || typeof sid !== 'string') return grant
    const rows = await deps.database.rows(sql`
      SELECT 1 FROM oidc_sessions s
      WHERE s.project_id = ${project.id} AND s.account_id = ${grant.accountId} AND (s.expires_at IS NULL OR s.expires_at > now())
        AND s.payload->'authorizations'->${String(grant.clientId)} @> ${{ sid, grantId }}`)
    return rows.length > 0 ? grant : undefined
  }
