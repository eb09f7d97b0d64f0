import {
  type Approval,
  consequenceOf,
  isOperationName,
  type Operation,
  type Operations,
  operations,
} from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import type { Listing } from '../../lists/page.ts'

type Times = 'createdAt' | 'expiresAt' | 'decidedAt'
type DerivedField = 'title' | 'consequence'

interface ApprovalRecord extends Omit<Approval, Times | DerivedField> {
  readonly entryId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly decidedAt: Date | null
}

const status = sql`CASE WHEN a.status IN ('pending', 'approved') AND a.expires_at <= now() THEN 'expired' ELSE a.status END`

const readWhere = (executor: Executor, where: Sql): Promise<ApprovalRecord[]> =>
  executor.rows<ApprovalRecord>(sql`
    SELECT a.id, a.client_id AS "clientId", COALESCE(c.name, a.client_id) AS "clientName", c.id AS "entryId", a.tool,
      a.input, a.shows, a.effects, a.needs_fresh_sign_in AS "needsFreshSignIn", ${status} AS status, a.note, a.created_at AS "createdAt", a.expires_at AS "expiresAt",
      a.decided_at AS "decidedAt"
    FROM agent_approvals a LEFT JOIN agent_clients c ON c.client_id = a.client_id
    WHERE ${where} ORDER BY a.created_at DESC, a.id DESC LIMIT 200`)

/** Lists the pending calls that this administrator must decide; each call has exactly one administrator. */
export const readApprovals = (
  executor: Executor,
  accountId: string,
  ids?: readonly string[],
): Promise<ApprovalRecord[]> =>
  readWhere(
    executor,
    ids ? sql`a.account_id = ${accountId} AND a.id = ANY(${ids})` : sql`a.account_id = ${accountId}`,
  )

/** Lists approvals in pages, without those of operations that this release does not have. */
export const approvalListing = (accountId: string): Listing<Operations['approval_list']> => ({
  from: sql`agent_approvals a LEFT JOIN agent_clients c ON c.client_id = a.client_id`,
  id: sql`a.id`,
  where: sql`a.account_id = ${accountId} AND a.tool = ANY(${Object.keys(operations)})`,
  texts: [sql`COALESCE(c.name, a.client_id)`, sql`a.tool`],
  orders: { createdAt: { by: sql`a.created_at`, isTime: true } },
})

export const findApproval = async (
  executor: Executor,
  accountId: string,
  id: string,
): Promise<ApprovalRecord> =>
  (await readWhere(executor, sql`a.account_id = ${accountId} AND a.id = ${id}`))[0] ?? refuse('not_found')

/** Returns the operation of an approval; refuses with not_found when this release does not have it. */
const requireOperation = ({ tool }: Pick<Approval, 'tool'>): Operation =>
  isOperationName(tool) ? operations[tool] : refuse('not_found')

export function toApproval({ entryId: _entryId, ...row }: ApprovalRecord): Approval {
  const operation = requireOperation(row)
  return {
    ...row,
    title: operation.title,
    consequence: consequenceOf(operation, row.effects),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}
