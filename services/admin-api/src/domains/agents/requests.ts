import { type AnswerOf, type Operations, operations } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { newId, refuse } from '@signet/runtime'
import { implement, implementRead } from '../../implement.ts'
import { type Listing, readList } from '../../lists/page.ts'

type AgentRequest = AnswerOf<Operations['agent_request_decline']>

type AgentRequestRecord = Omit<AgentRequest, 'createdAt' | 'lastAt'> & {
  readonly createdAt: Date
  readonly lastAt: Date
}

const isCurrent = sql`(r.expires_at IS NULL OR r.expires_at > now())`

const readWhere = (executor: Executor, where: Sql): Promise<AgentRequestRecord[]> =>
  executor.rows<AgentRequestRecord>(sql`
    SELECT r.id, r.client_id AS "clientId", r.name, r.redirect_uri AS "redirectUri", r.status,
      a.email AS "requestedBy", r.created_at AS "createdAt", r.last_at AS "lastAt"
    FROM agent_requests r CROSS JOIN instance i
    LEFT JOIN accounts a ON a.project_id = i.administrators_project_id AND a.id = r.account_id
    WHERE ${where} AND ${isCurrent} ORDER BY r.last_at DESC, r.id DESC`)

const find = async (executor: Executor, id: string): Promise<AgentRequestRecord> =>
  (await readWhere(executor, sql`r.id = ${id}`))[0] ?? refuse('not_found')

const toRequest = ({ createdAt, lastAt, ...row }: AgentRequestRecord): AgentRequest => ({
  ...row,
  createdAt: createdAt.toISOString(),
  lastAt: lastAt.toISOString(),
})

const listing: Listing<Operations['agent_request_list']> = {
  from: sql`agent_requests r`,
  id: sql`r.id`,
  where: isCurrent,
  texts: [sql`r.name`, sql`r.client_id`],
  orders: { lastAt: { by: sql`r.last_at`, isTime: true } },
}

export const agent_request_list = implementRead(
  operations.agent_request_list,
  async ({ deps: { database } }, input) => {
    const read = (ids?: readonly string[]) =>
      readWhere(database, ids ? sql`r.id = ANY(${[...ids]})` : sql`true`)
    const { rows, page } = await readList(operations.agent_request_list, database, listing, input, read)
    return { requests: rows.map(toRequest), ...page }
  },
)

export const agent_request_decline = implement(operations.agent_request_decline, {
  async prepare({ deps }, { requestId }) {
    const { clientId, name, status } = await find(deps.database, requestId)
    const unchanged = status === 'declined'
    return { unchanged, target: { id: requestId, detail: { clientId, name } } }
  },

  async apply({ sql: tx }, _context, { requestId }) {
    await tx.run(
      sql`UPDATE agent_requests SET status = 'declined', expires_at = NULL WHERE id = ${requestId}`,
    )
    return toRequest(await find(tx, requestId))
  },
})

/** No consent of an administrator permits a declined client. */
export const declineClient = (
  tx: Executor,
  { clientId, name }: { readonly clientId: string; readonly name: string },
) =>
  tx.run(sql`
    INSERT INTO agent_requests (id, client_id, name, redirect_uri, status)
    VALUES (${newId('agentRequest')}, ${clientId}, ${name}, '', 'declined')
    ON CONFLICT (client_id) DO UPDATE SET status = 'declined', expires_at = NULL, last_at = now()`)
