import { type AnswerOf, type Operations, operations } from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { newId, refuse } from '@signet/runtime'
import { announce } from '../../approvals/webhook/announce.ts'
import { implement, implementRead } from '../../implement.ts'
import { type Listing, readList } from '../../lists/page.ts'
import { findOwnApproval } from './approval-store.ts'

type Suspension = AnswerOf<Operations['agent_suspension_list']>['suspensions'][number]

interface SuspensionRecord extends Omit<Suspension, 'createdAt'> {
  readonly entryId: string | null
  readonly createdAt: Date
}

const from = sql`agent_suspensions s LEFT JOIN agent_clients c ON c.client_id = s.client_id`

const readWhere = (executor: Executor, where: Sql): Promise<SuspensionRecord[]> =>
  executor.rows<SuspensionRecord>(sql`
    SELECT s.id, s.client_id AS "clientId", COALESCE(c.name, s.client_id) AS "clientName", c.id AS "entryId",
      s.created_at AS "createdAt"
    FROM ${from} WHERE ${where} ORDER BY s.created_at DESC, s.id DESC`)

const toSuspension = ({ entryId: _entryId, createdAt, ...row }: SuspensionRecord): Suspension => ({
  ...row,
  createdAt: createdAt.toISOString(),
})

/** The suspension is read on every call, so it applies to the next one. */
export const approval_refuse_all = implement(operations.approval_refuse_all, {
  async prepare({ deps, caller }, { approvalId, note }) {
    const record = await findOwnApproval(deps.database, caller.accountId, approvalId)
    const { clientId, clientName: name, entryId } = record
    const detail = { name, clientId, approval: approvalId, ...(note ? { note } : {}) }
    return { clientId, target: { id: entryId ?? clientId, detail } }
  },

  async apply({ sql: tx }, { caller: { accountId } }, { note }, { clientId }) {
    await tx.run(sql`
      INSERT INTO agent_suspensions (id, client_id, account_id) VALUES (${newId('agentSuspension')}, ${clientId}, ${accountId})
      ON CONFLICT (client_id, account_id) DO NOTHING`)
    // An approved call that was not made yet is refused too: the person withdraws the approval.
    const refused = await tx.rows<{ id: string }>(sql`
      UPDATE agent_approvals SET status = 'refused', note = ${note ?? null}, refused_by = ${accountId}, decided_at = now()
      WHERE client_id = ${clientId} AND account_id = ${accountId} AND status IN ('pending', 'approved') AND expires_at > now()
      RETURNING id`)
    const ids = refused.map(({ id }) => id)
    if (ids.length > 0) await announce(tx, 'refused', ids)
    const [row] = await readWhere(tx, sql`s.client_id = ${clientId} AND s.account_id = ${accountId}`)
    return { refused: ids.length, suspension: row ? toSuspension(row) : refuse('not_found') }
  },
})

const listingOf = (accountId: string): Listing<Operations['agent_suspension_list']> => ({
  from,
  id: sql`s.id`,
  where: sql`s.account_id = ${accountId}`,
  texts: [sql`COALESCE(c.name, s.client_id)`],
  orders: { createdAt: { by: sql`s.created_at`, isTime: true } },
})

export const agent_suspension_list = implementRead(
  operations.agent_suspension_list,
  async ({ deps: { database }, caller: { accountId } }, input) => {
    const read = (ids?: readonly string[]) =>
      readWhere(database, sql`s.account_id = ${accountId} ${ids ? sql`AND s.id = ANY(${ids})` : sql``}`)
    const { rows, page } = await readList(
      operations.agent_suspension_list,
      database,
      listingOf(accountId),
      input,
      read,
    )
    return { suspensions: rows.map(toSuspension), ...page }
  },
)

export const agent_suspension_end = implement(operations.agent_suspension_end, {
  async prepare({ deps, caller: { accountId } }, { suspensionId }) {
    const [row] = await readWhere(deps.database, sql`s.id = ${suspensionId} AND s.account_id = ${accountId}`)
    const { clientId, clientName: name, entryId } = row ?? refuse('not_found')
    return { target: { id: entryId ?? clientId, detail: { name, clientId } } }
  },

  async apply({ sql: tx }, { caller: { accountId } }, { suspensionId }) {
    const ended = await tx.run(
      sql`DELETE FROM agent_suspensions WHERE id = ${suspensionId} AND account_id = ${accountId}`,
    )
    if (ended !== 1) refuse('not_found')
    return {}
  },
})
