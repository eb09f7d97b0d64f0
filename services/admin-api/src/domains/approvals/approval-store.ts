import {
  type Approval,
  consequenceOf,
  isOperationName,
  limits,
  type Operation,
  type Operations,
  operations,
} from '@signet/contracts'
import { type Executor, type Sql, sql } from '@signet/db'
import { refuse } from '@signet/runtime'
import { approversOf, type Candidate, candidatesOf, isSeenBy } from '../../approvals/approvers.ts'
import type { Listing } from '../../lists/page.ts'

type Times = 'createdAt' | 'expiresAt' | 'decidedAt' | 'usedAt'
type DerivedField = 'title' | 'consequence' | 'needed' | 'approvers' | 'approvedBy' | 'canDecide'

interface ApprovalRecord extends Omit<Approval, Times | DerivedField> {
  readonly entryId: string | null
  /** The agent acts for this administrator. */
  readonly accountId: string
  readonly needsSecond: boolean
  readonly candidates: readonly Candidate[]
  readonly votes: readonly { readonly accountId: string; readonly email: string; readonly at: string }[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly decidedAt: Date | null
  readonly usedAt: Date | null
}

const status = sql`CASE WHEN a.status IN ('pending', 'approved') AND a.expires_at <= now() THEN 'expired' ELSE a.status END`

const from = sql`agent_approvals a LEFT JOIN agent_clients c ON c.client_id = a.client_id`

const votes = sql`(
  SELECT COALESCE(jsonb_agg(jsonb_build_object('accountId', v.account_id, 'email', COALESCE(p.email, v.account_id), 'at', v.created_at)
    ORDER BY v.created_at, v.account_id), '[]')
  FROM agent_approval_votes v CROSS JOIN instance i
  LEFT JOIN accounts p ON p.project_id = i.administrators_project_id AND p.id = v.account_id
  WHERE v.approval_id = a.id)`

const refusedBy = sql`(
  SELECT jsonb_build_object('accountId', a.refused_by, 'email', COALESCE(p.email, a.refused_by)) FROM instance i
  LEFT JOIN accounts p ON p.project_id = i.administrators_project_id AND p.id = a.refused_by
  WHERE a.refused_by IS NOT NULL)`

const readWhere = (executor: Executor, where: Sql): Promise<ApprovalRecord[]> =>
  executor.rows<ApprovalRecord>(sql`
    SELECT a.id, a.client_id AS "clientId", COALESCE(c.name, a.client_id) AS "clientName", c.id AS "entryId", a.tool,
      a.input, a.shows, a.effects, a.reason, a.account_id AS "accountId",
      COALESCE((SELECT p.email FROM accounts p JOIN instance i ON i.administrators_project_id = p.project_id
                WHERE p.id = a.account_id), a.account_id) AS "actsFor",
      a.needs_second AS "needsSecond", ${candidatesOf(sql`a`)} AS candidates, ${votes} AS votes,
      ${refusedBy} AS "refusedBy",
      a.needs_fresh_sign_in AS "needsFreshSignIn", ${status} AS status, a.note, a.created_at AS "createdAt", a.expires_at AS "expiresAt",
      a.decided_at AS "decidedAt", a.used_at AS "usedAt"
    FROM ${from} WHERE ${where} ORDER BY a.created_at DESC, a.id DESC LIMIT 200`)

export const readApprovals = (
  executor: Executor,
  accountId: string,
  ids?: readonly string[],
): Promise<ApprovalRecord[]> =>
  readWhere(
    executor,
    ids ? sql`${isSeenBy(sql`a`, accountId)} AND a.id = ANY(${ids})` : isSeenBy(sql`a`, accountId),
  )

/** Omits approvals of operations that this release does not have. */
export const approvalListing = (accountId: string): Listing<Operations['approval_list']> => ({
  from,
  id: sql`a.id`,
  where: sql`${isSeenBy(sql`a`, accountId)} AND a.tool = ANY(${Object.keys(operations)})`,
  texts: [sql`COALESCE(c.name, a.client_id)`, sql`a.tool`],
  orders: { createdAt: { by: sql`a.created_at`, isTime: true } },
})

export const findApproval = async (
  executor: Executor,
  accountId: string,
  id: string,
): Promise<ApprovalRecord> =>
  (await readWhere(executor, sql`a.id = ${id} AND ${isSeenBy(sql`a`, accountId)}`))[0] ?? refuse('not_found')

export async function findOwnApproval(executor: Executor, accountId: string, id: string) {
  const record = await findApproval(executor, accountId, id)
  return record.accountId === accountId ? record : refuse('not_found')
}

/** Refuses with not_found when this release does not have the operation. */
const requireOperation = ({ tool }: Pick<Approval, 'tool'>): Operation =>
  isOperationName(tool) ? operations[tool] : refuse('not_found')

const orNull = (time: Date | null): string | null => time?.toISOString() ?? null

/** @param reader the administrator who reads it */
export function toApproval(record: ApprovalRecord, reader: string): Approval {
  const {
    entryId: _entryId,
    accountId,
    needsSecond: _needsSecond,
    candidates,
    votes: votesSoFar,
    ...row
  } = record
  const operation = requireOperation(row)
  const { needed, accountIds } = approversOf(record, candidates)
  const approvedBy = votesSoFar.map((vote) => ({ ...vote, at: new Date(vote.at).toISOString() }))
  const own = { accountId, email: row.actsFor }
  const left = [...candidates.filter((one) => one.accountId !== accountId), own].filter(
    (one) => accountIds.has(one.accountId) && !approvedBy.some((vote) => vote.accountId === one.accountId),
  )
  return {
    ...row,
    title: operation.title,
    consequence: consequenceOf(operation, row.effects),
    needed,
    approvedBy,
    approvers: left
      .slice(0, limits.approversListed)
      .map((approver) => ({ accountId: approver.accountId, email: approver.email })),
    canDecide: row.status === 'pending' && left.some((approver) => approver.accountId === reader),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: orNull(row.decidedAt),
    usedAt: orNull(row.usedAt),
  }
}
