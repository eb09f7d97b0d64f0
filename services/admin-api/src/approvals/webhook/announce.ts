import { type Executor, sql } from '@signet/db'

export type ApprovalEvent = 'requested' | 'approved' | 'refused' | 'expired'

/** The caller passes the transaction of the change. Stores nothing without a webhook. */
export const announce = (
  tx: Executor,
  event: Exclude<ApprovalEvent, 'expired'>,
  approvalIds: readonly string[],
): Promise<number> =>
  tx.run(sql`
    INSERT INTO approval_messages (approval_id, event)
    SELECT a.id, ${event}::text FROM unnest(${[...approvalIds]}::text[]) AS a (id)
    WHERE EXISTS (SELECT FROM approval_webhooks)
    ON CONFLICT (approval_id, event) DO NOTHING`)

/** Announces approvals that expired since the webhook was set. Concurrent processes store each message once. */
export const announceExpired = (executor: Executor): Promise<number> =>
  executor.run(sql`
    INSERT INTO approval_messages (approval_id, event)
    SELECT a.id, 'expired' FROM agent_approvals a JOIN approval_webhooks w ON a.expires_at > w.created_at
    WHERE a.status IN ('pending', 'approved') AND a.expires_at <= now() AND a.expires_at > now() - interval '1 day'
    ON CONFLICT (approval_id, event) DO NOTHING`)
