import { type Executor, sql } from '@signet/db'
import type Provider from 'oidc-provider'
import type { Grant } from 'oidc-provider'
import { requestState } from '../request/state.ts'

type EarlierDecision = Pick<Grant, 'openid' | 'resources' | 'rejected'>

interface Key {
  readonly projectId: string
  readonly accountId: string
  readonly clientId: string
}

/**
 * Returns the user's latest decision, from any browser, as a new unsaved grant: a sign-out in the other browser does not revoke it.
 * Fine-grained permissions are asked for each time. When the earlier grant is revoked concurrently, nothing of the request is written.
 */
export async function earlierConsent(
  provider: Provider,
  executor: Executor,
  { projectId, accountId, clientId }: Key,
): Promise<Grant | undefined> {
  const [row] = await executor.rows<{ id: string; decided: EarlierDecision }>(sql`
    SELECT id, jsonb_build_object('openid', payload->'openid', 'resources', payload->'resources', 'rejected', payload->'rejected') AS decided
    FROM oidc_grants
    WHERE project_id = ${projectId} AND account_id = ${accountId} AND client_id = ${clientId}
      AND (expires_at IS NULL OR expires_at > now())
    ORDER BY (payload->>'iat')::bigint DESC, expires_at DESC LIMIT 1`)
  if (!row) return undefined
  requestState()?.writes.add({ do: 'require', model: 'Grant', id: row.id })
  const { openid, resources, rejected } = row.decided
  return Object.assign(new provider.Grant({ accountId, clientId }), {
    openid: openid ?? undefined,
    resources: resources ?? undefined,
    rejected: rejected ?? undefined,
  })
}
