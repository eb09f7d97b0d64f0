import { acrOf } from '@signet/accounts'
import { sql } from '@signet/db'
import type { Grant } from 'oidc-provider'
import type { ExchangedSignIn, FoundAccessToken } from '../request/exchanged.ts'
import type { GrantParts } from './permitted-scopes.ts'

/**
 * A token without groups, because its sign-in did not request them, is never exchanged for one with groups. The methods of a session
 * that has ended are not known.
 */
export async function readSignIn(
  { context: { deps, project, settings } }: GrantParts,
  { extra, sid, sessionUid }: FoundAccessToken,
  grant: Grant,
): Promise<ExchangedSignIn> {
  const [session] = await deps.database.rows<{ acr: string | null; amr: string[] | null }>(sql`
    SELECT s.payload->>'acr' AS acr, s.payload->'amr' AS amr FROM oidc_sessions s
    WHERE s.project_id = ${project.id} AND s.account_id = ${grant.accountId ?? ''}
      AND (s.uid = ${sessionUid ?? null} OR s.payload->'authorizations'->${String(grant.clientId)} @> ${{ sid: sid ?? '' }})
    LIMIT 1`)
  const amr = session?.amr ?? undefined
  return {
    grant,
    hasGroups: Object.hasOwn(Object(extra), 'groups'),
    acr: session?.acr ?? acrOf(settings.acrValues, amr),
    amr,
  }
}
