import { limits, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { implementRead } from '../../implement.ts'
import { findClient } from './client-store.ts'

/** Reads at most the rows that the deletion of the application reads. */
export const client_grant_count_get = implementRead(
  operations.client_grant_count_get,
  async (context, { clientId }) => {
    const projectId = context.project.id
    await findClient(context, projectId, clientId)
    const most = limits.grantUsersCountedUpTo
    const [row] = await context.deps.database.rows<{ total: number }>(sql`
      SELECT count(*)::int AS total FROM (
        SELECT account_id FROM oidc_grants
        WHERE project_id = ${projectId} AND client_id = ${clientId} AND account_id IS NOT NULL
          AND (expires_at IS NULL OR expires_at > now())
        GROUP BY account_id LIMIT ${most + 1}) counted`)
    const total = row?.total ?? 0
    return { users: Math.min(total, most), usersCapped: total > most }
  },
)
