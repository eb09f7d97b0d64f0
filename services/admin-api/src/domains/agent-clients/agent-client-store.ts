import type { AnswerOf, Operations } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'

type AgentClient = AnswerOf<Operations['agent_client_update']>

interface AgentClientRecord extends Omit<AgentClient, 'createdAt' | 'lastUsedAt'> {
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const readWhere = (executor: Executor, where: Sql): Promise<AgentClientRecord[]> =>
  executor.rows<AgentClientRecord>(sql`
    SELECT c.id, c.client_id AS "clientId", c.name, c.key_proof AS "keyProof", c.reserved, c.created_at AS "createdAt",
      c.last_used_at AS "lastUsedAt",
      (SELECT a.email FROM instance i JOIN accounts a ON a.project_id = i.administrators_project_id
       WHERE a.id = c.created_by) AS "createdBy"
    FROM agent_clients c WHERE ${where} ORDER BY c.created_at, c.id`)

export const readAgentClients = (executor: Executor): Promise<AgentClientRecord[]> =>
  readWhere(executor, sql`true`)

export const findAgentClient = async (executor: Executor, id: string): Promise<AgentClientRecord> =>
  (await readWhere(executor, sql`c.id = ${id}`))[0] ?? refuse('not_found')

export const toAgentClient = (row: AgentClientRecord): AgentClient => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})

/** Agents get their tokens from the administrators' project: a registered client of any other could never sign in. */
export const isRegistered = async (executor: Executor, clientId: string): Promise<boolean> =>
  (
    await executor.rows<object>(sql`
    SELECT 1 FROM instance i JOIN clients c ON c.project_id = i.administrators_project_id WHERE c.id = ${clientId}`)
  ).length > 0
