import type { AnswerOf, Operations } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { Listing } from '../../lists/page.ts'

type AgentClient = AnswerOf<Operations['agent_client_update']>
type Times = 'createdAt' | 'lastUsedAt' | 'lastRefusedAt' | 'expiresAt'

type AgentClientRecord = Omit<AgentClient, Times> & {
  readonly [Time in Times]: AgentClient[Time] extends string ? Date : Date | null
}

/** The entry has not expired and, for a machine, its authorization exists. */
const isActive: Sql = sql`
  (c.expires_at IS NULL OR c.expires_at > now()) AND (c.acts_for IS NULL OR EXISTS (
    SELECT 1 FROM oidc_grants g WHERE g.project_id = i.administrators_project_id AND g.id = c.grant_id))`

const readWhere = (executor: Executor, where: Sql): Promise<AgentClientRecord[]> =>
  executor.rows<AgentClientRecord>(sql`
    SELECT c.id, c.client_id AS "clientId", c.name, c.key_proof AS "keyProof", c.approval, c.approval_for AS "approvalFor", c.approval_minutes AS "approvalMinutes", c.second_approval_for AS "secondApprovalFor",
      c.approver_team_id AS "approverTeamId", c.approver_role AS "approverRole", c.scopes, c.team_id AS "teamId",
      NULLIF(c.project_ids, '{}') AS "projectIds", c.secrets, COALESCE(r.calls, 0) AS "refusedCalls", r.last_at AS "lastRefusedAt",
      c.calls_per_minute AS "callsPerMinute", c.expires_at AS "expiresAt",
      c.acts_for AS "actsFor", actor.email AS "actsForEmail", c.jwks,
      CASE WHEN c.workload_issuer IS NOT NULL
        THEN jsonb_build_object('issuer', c.workload_issuer, 'subject', c.workload_subject) END AS workload,
      ${isActive} AS active, c.shared, c.reserved, c.created_at AS "createdAt", c.last_used_at AS "lastUsedAt",
      creator.email AS "createdBy"
    FROM agent_clients c CROSS JOIN instance i LEFT JOIN agent_refusals r ON r.client_id = c.client_id
    LEFT JOIN accounts actor ON actor.project_id = i.administrators_project_id AND actor.id = c.acts_for
    LEFT JOIN accounts creator ON creator.project_id = i.administrators_project_id AND creator.id = c.created_by
    WHERE ${where} ORDER BY c.created_at, c.id`)

export const readAgentClients = (executor: Executor, ids?: readonly string[]): Promise<AgentClientRecord[]> =>
  readWhere(executor, ids ? sql`c.id = ANY(${ids})` : sql`true`)

export const agentClientListing: Listing<Operations['agent_client_list']> = {
  from: sql`agent_clients c`,
  id: sql`c.id`,
  where: sql`true`,
  texts: [sql`c.name`, sql`c.client_id`],
  orders: { createdAt: { by: sql`c.created_at`, isTime: true }, name: { by: sql`lower(c.name)` } },
}

export const findAgentClient = async (executor: Executor, id: string): Promise<AgentClientRecord> =>
  (await readWhere(executor, sql`c.id = ${id}`))[0] ?? refuse('not_found')

export const toAgentClient = (row: AgentClientRecord): AgentClient => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastRefusedAt: row.lastRefusedAt?.toISOString() ?? null,
})

interface RegisteredClient {
  readonly grantTypes: readonly string[]
  /** Agents get their tokens at the administrators' project: a client of another project could never sign in. */
  readonly ofAdministrators: boolean
}

/** Finds a client of any project. */
export const findRegistered = async (
  executor: Executor,
  clientId: string,
): Promise<RegisteredClient | undefined> =>
  (
    await executor.rows<RegisteredClient>(sql`
      SELECT c.grant_types AS "grantTypes", c.project_id = i.administrators_project_id AS "ofAdministrators"
      FROM instance i JOIN clients c ON c.id = ${clientId} ORDER BY 2 DESC`)
  )[0]
