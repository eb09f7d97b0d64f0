import { isOperationName, limits, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import type { ApprovalEvent } from './announce.ts'

export interface MessageKey {
  readonly approvalId: string
  readonly event: ApprovalEvent
}

export interface DueMessage extends MessageKey {
  readonly createdAt: Date
  readonly attempts: number
  readonly isLast: boolean
  readonly clientId: string
  readonly clientName: string
  readonly tool: string
  readonly effects: readonly string[]
  readonly projectId: string | null
  readonly teamId: string | null
  readonly needsSecond: boolean
  readonly expiresAt: Date
  /** Receiver and secret at the time of the claim. */
  readonly receiver: string
  readonly sealed: string
}

/** Longer than one attempt: afterwards another process may send the message. */
const attemptSeconds = 30
const backoffSeconds = { least: 5, most: 30 * 60 }
const reasonCharacters = 300

/** Claims for the duration of an attempt. The arguments of a call are not read, except the ids of its project and its team. */
export const claimDue = (executor: Executor, limit: number): Promise<DueMessage[]> =>
  executor.rows<DueMessage>(sql`
    WITH claimed AS (
      UPDATE approval_messages SET due_at = now() + ${attemptSeconds} * interval '1 s', attempts = attempts + 1, tried_at = now()
      WHERE (approval_id, event) IN (SELECT approval_id, event FROM approval_messages
        WHERE state = 'waiting' AND due_at <= now() AND EXISTS (SELECT FROM approval_webhooks) ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING approval_id, event, created_at, attempts)
    SELECT m.approval_id AS "approvalId", m.event, m.created_at AS "createdAt", m.attempts,
      m.created_at <= now() - ${limits.approvalWebhook.retryHours} * interval '1 h' AS "isLast",
      a.client_id AS "clientId", COALESCE(c.name, a.client_id) AS "clientName", a.tool, a.effects,
      a.input->>'projectId' AS "projectId", COALESCE(p.team_id, a.input->>'teamId') AS "teamId",
      a.needs_second AS "needsSecond", a.expires_at AS "expiresAt",
      w.url AS receiver, w.secret_sealed AS sealed
    FROM claimed m CROSS JOIN approval_webhooks w JOIN agent_approvals a ON a.id = m.approval_id
    LEFT JOIN agent_clients c ON c.client_id = a.client_id
    LEFT JOIN projects p ON p.id = a.input->>'projectId'
    ORDER BY m.created_at`)

const rowOf = ({ approvalId, event }: MessageKey) => sql`approval_id = ${approvalId} AND event = ${event}`

export const markDelivered = (executor: Executor, key: MessageKey): Promise<number> =>
  executor.run(sql`UPDATE approval_messages SET state = 'delivered', failure = NULL WHERE ${rowOf(key)}`)

/** Sets no next attempt after the last one. */
export function markFailed(executor: Executor, message: DueMessage, reason: string): Promise<number> {
  const seconds = Math.min(backoffSeconds.least * 2 ** (message.attempts - 1), backoffSeconds.most)
  return executor.run(sql`
    UPDATE approval_messages SET failure = ${reason.slice(0, reasonCharacters)},
      state = ${message.isLast ? 'failed' : 'waiting'}, due_at = now() + ${seconds} * interval '1 s'
    WHERE ${rowOf(message)} AND state = 'waiting'`)
}

const states = {
  requested: 'pending',
  approved: 'approved',
  refused: 'refused',
  expired: 'expired',
} as const satisfies Record<ApprovalEvent, string>

/** Equal for each attempt. */
export const messageId = ({ approvalId, event }: MessageKey): string => `${approvalId}_${event}`

/** Omits arguments of the call and text of the agent. */
export const toMessage = (message: DueMessage, baseUrl: string): object => ({
  type: `approval.${message.event}`,
  timestamp: message.createdAt.toISOString(),
  data: {
    id: message.approvalId,
    state: states[message.event],
    agent: { clientId: message.clientId, name: message.clientName },
    operation: {
      tool: message.tool,
      title: isOperationName(message.tool) ? operations[message.tool].title : message.tool,
    },
    effects: message.effects,
    projectId: message.projectId,
    teamId: message.teamId,
    needsSecondApproval: message.needsSecond,
    expiresAt: message.expiresAt.toISOString(),
    url: `${baseUrl}/admin/approvals/${message.approvalId}`,
  },
})
