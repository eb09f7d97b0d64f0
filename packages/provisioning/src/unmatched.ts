import { type Executor, type Sql, sql } from '@signet/db'
import type { ConnectionRef } from './connections.ts'

/** A connection finds the user of a sign-in at its provider by it. */
export interface CorrelationRule {
  readonly claim: string
  readonly attribute: 'externalId' | 'userName'
}

/** The sign-in was refused because of the rule. */
export interface UnmatchedUser extends CorrelationRule {
  readonly userId: string
  readonly name: string
  /** Value of the claim at the refused sign-in. */
  readonly stated: string
  /** Value of the attribute now. */
  readonly stored: string | null
  readonly at: Date
}

interface UnmatchedRef extends ConnectionRef {
  readonly accountId: string
}

/** Days after the last refused sign-in. */
const listedDays = 30

export const recordUnmatched = (
  executor: Executor,
  { projectId, connectionId, accountId }: UnmatchedRef,
  { claim, attribute }: CorrelationRule,
  stated: string,
): Promise<number> =>
  executor.run(sql`
    INSERT INTO unmatched_users (project_id, connection_id, account_id, claim, stated, attribute, at, expires_at)
    SELECT a.project_id, a.connection_id, a.id, ${claim}, ${stated}, ${attribute}, now(), now() + make_interval(days => ${listedDays}::int)
    FROM accounts a WHERE a.project_id = ${projectId} AND a.connection_id = ${connectionId} AND a.id = ${accountId}
    ON CONFLICT (project_id, account_id) DO UPDATE SET connection_id = EXCLUDED.connection_id, claim = EXCLUDED.claim,
      stated = EXCLUDED.stated, attribute = EXCLUDED.attribute, at = EXCLUDED.at, expires_at = EXCLUDED.expires_at`)

const stored: Sql = sql`CASE u.attribute WHEN 'externalId' THEN a.external_id ELSE a.username END`

/**
 * Users (`unmatched_users u`, `accounts a`, `provisioning_connections c`) who still cannot sign in: the rule and the value are
 * unchanged, and no link to the provider exists.
 */
const stillUnmatched: Sql = sql`u.expires_at > now() AND c.correlation_claim = u.claim AND c.correlation_attribute = u.attribute
  AND lower(${stored}) IS DISTINCT FROM lower(u.stated) AND NOT EXISTS (SELECT 1 FROM identities d
    WHERE d.project_id = a.project_id AND d.account_id = a.id AND d.provider_id = c.provider_id)`

const unmatched: Sql = sql`unmatched_users u
  JOIN accounts a ON a.project_id = u.project_id AND a.id = u.account_id AND a.connection_id = u.connection_id
  JOIN provisioning_connections c ON c.project_id = u.project_id AND c.id = u.connection_id`

const columns: Sql = sql`a.id AS "userId", COALESCE(a.email, a.username, a.id) AS name, u.claim, u.attribute, u.stated, ${stored} AS stored, u.at`

export async function readUnmatched(
  executor: Executor,
  { projectId, connectionId }: ConnectionRef,
  limit: number,
): Promise<{ readonly total: number; readonly latest: UnmatchedUser[] }> {
  const where = sql`u.project_id = ${projectId} AND u.connection_id = ${connectionId} AND ${stillUnmatched}`
  const latest = await executor.rows<UnmatchedUser & { readonly total: number }>(sql`
    SELECT ${columns}, count(*) OVER ()::int AS total FROM ${unmatched} WHERE ${where}
    ORDER BY u.at DESC, u.account_id LIMIT ${limit}::int`)
  return { total: latest[0]?.total ?? 0, latest: latest.map(({ total: _total, ...user }) => user) }
}

export type UnmatchedSignIn = Omit<UnmatchedUser, 'at'> & {
  readonly connectionId: string
  readonly at: string
}

export const selectUnmatched = (projectId: string, accountId: string): Sql => sql`
  SELECT ${columns}, u.connection_id AS "connectionId" FROM ${unmatched}
  WHERE u.project_id = ${projectId} AND u.account_id = ${accountId} AND ${stillUnmatched}`
