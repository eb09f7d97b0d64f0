import { sql } from '@signet/db'
import type { OptionsContext } from '../core/issuer-context.ts'

interface SessionReference {
  readonly accountId: string
  readonly clientId: string
  readonly sid: string
}

interface TokenSession {
  readonly grantId: string | null
  /** Seconds since 1970. */
  readonly authTime: number | null
  readonly acr: string | null
  readonly amr: string[] | null
}

/** An application got tokens with the id `sid` in the session; undefined after its end. */
export async function findTokenSession(
  { deps, project }: Pick<OptionsContext, 'deps' | 'project'>,
  { accountId, clientId, sid }: SessionReference,
): Promise<TokenSession | undefined> {
  const [session] = await deps.database.rows<TokenSession>(sql`
    SELECT s.payload->'authorizations'->${clientId}->>'grantId' AS "grantId", (s.payload->>'loginTs')::int AS "authTime",
      s.payload->>'acr' AS acr, s.payload->'amr' AS amr
    FROM oidc_sessions s
    WHERE s.project_id = ${project.id} AND s.account_id = ${accountId} AND (s.expires_at IS NULL OR s.expires_at > now())
      AND s.payload->'authorizations'->${clientId} @> ${{ sid }}
    LIMIT 1`)
  return session
}
