import { limits, operations } from '@signet/contracts'
import { sql } from '@signet/db'
import { implementRead } from '../../implement.ts'
import { findClient } from './client-store.ts'

/** Grants have no index by application: more rows than these are not read. */
const mostRows = 100_000

/** Counts users among a bounded number of grants of the project. */
export const client_grant_count_get = implementRead(
  operations.client_grant_count_get,
  async (context, { clientId }) => {
    const projectId = context.project.id
    await findClient(context, projectId, clientId)
    const most = limits.grantUsersCountedUpTo
    const [row] = await context.deps.database.rows<{ users: number; grants: number }>(sql`
      SELECT count(DISTINCT account_id) FILTER (WHERE client_id = ${clientId}
          AND (expires_at IS NULL OR expires_at > now()))::int AS users, count(*)::int AS grants
      FROM (SELECT account_id, client_id, expires_at FROM oidc_grants
        WHERE project_id = ${projectId} LIMIT ${mostRows}) found`)
    const { users, grants } = row ?? { users: 0, grants: 0 }
    return { users: Math.min(users, most), usersCapped: users > most || grants === mostRows }
  },
)
