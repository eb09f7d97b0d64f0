import type { ConnectionRow, Operations } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type * as z from 'zod'
import type { Listing } from '../../lists/page.ts'

type Row = z.input<typeof ConnectionRow>

export interface ConnectionRecord
  extends Pick<
    Row,
    | 'id'
    | 'displayName'
    | 'providerId'
    | 'correlation'
    | 'emailTrust'
    | 'threshold'
    | 'directory'
    | 'enabled'
    | 'clientId'
    | 'managedUsers'
    | 'managedGroups'
    | 'notArrived'
  > {
  readonly heldSince: Date | null
  readonly refused: number
  readonly providerEnabled: boolean
  readonly createdAt: Date
  readonly lastRequestAt: Date | null
}

const readWhere = (executor: Executor, where: Sql): Promise<ConnectionRecord[]> =>
  executor.rows<ConnectionRecord>(sql`
    SELECT c.id, c.display_name AS "displayName", c.provider_id AS "providerId", c.email_trust AS "emailTrust",
      jsonb_build_object('claim', c.correlation_claim, 'attribute', c.correlation_attribute) AS correlation,
      CASE WHEN c.threshold_count IS NULL THEN NULL
        ELSE jsonb_build_object('count', c.threshold_count, 'windowSeconds', c.threshold_window_seconds) END AS threshold,
      c.directory, c.enabled, c.client_id AS "clientId", c.held_since AS "heldSince", c.refused_while_held AS refused,
      c.created_at AS "createdAt", p.enabled AS "providerEnabled",
      (SELECT max(r.at) FROM provisioning_requests r
        WHERE r.project_id = c.project_id AND r.connection_id = c.id) AS "lastRequestAt",
      (SELECT count(*)::int FROM accounts a WHERE a.project_id = c.project_id AND a.connection_id = c.id) AS "managedUsers",
      (SELECT count(*)::int FROM groups g WHERE g.project_id = c.project_id AND g.connection_id = c.id) AS "managedGroups",
      (SELECT count(*)::int FROM provisioning_refusals f
        WHERE f.project_id = c.project_id AND f.connection_id = c.id AND f.expires_at > now()) AS "notArrived"
    FROM provisioning_connections c
    JOIN identity_providers p ON p.project_id = c.project_id AND p.id = c.provider_id
    WHERE ${where} ORDER BY c.created_at, c.id`)

export const readConnections = (
  executor: Executor,
  projectId: string,
  ids?: readonly string[],
): Promise<ConnectionRecord[]> =>
  readWhere(
    executor,
    ids ? sql`c.project_id = ${projectId} AND c.id = ANY(${ids})` : sql`c.project_id = ${projectId}`,
  )

export const connectionListing = (
  projectId: string,
): Listing<Operations['provisioning_connection_list']> => ({
  from: sql`provisioning_connections c`,
  id: sql`c.id`,
  where: sql`c.project_id = ${projectId}`,
  texts: [sql`c.display_name`],
  orders: {
    createdAt: { by: sql`c.created_at`, isTime: true },
    displayName: { by: sql`lower(c.display_name)` },
  },
})

export const findConnection = async (
  executor: Executor,
  projectId: string,
  id: string,
): Promise<ConnectionRecord> =>
  (await readWhere(executor, sql`c.project_id = ${projectId} AND c.id = ${id}`))[0] ?? refuse('not_found')
