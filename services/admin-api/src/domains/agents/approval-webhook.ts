import { takeAllowances } from '@signet/accounts'
import { type AnswerOf, limits, type Operations, operations } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { newTypeId, refuseValue } from '@signet/runtime'
import { createSecret, readWebhook, sendMessage } from '../../approvals/webhook/send.ts'
import { implement, implementRead } from '../../implement.ts'
import { requireHttpsOrPair } from '../../outgoing-address.ts'
import { refuseTooSoon } from '../mail/read.ts'

type ApprovalWebhook = AnswerOf<Operations['approval_webhook_get']>

interface Row extends Pick<ApprovalWebhook, 'waiting' | 'delivered' | 'failed'> {
  readonly url: string
  readonly since: Date
  readonly lastDeliveredAt: Date | null
  readonly failedAt: Date | null
  readonly failure: string | null
}

const target = 'approval_webhook'

/** Reads the address and the results of its messages, which are stored as long as their approvals. */
async function read(executor: Executor): Promise<ApprovalWebhook> {
  const [row] = await executor.rows<Row>(sql`
    SELECT w.url, w.created_at AS since, m.waiting, m.delivered, m.failed, m.last_delivered_at AS "lastDeliveredAt",
      f.tried_at AS "failedAt", f.failure
    FROM approval_webhooks w CROSS JOIN (
      SELECT count(*) FILTER (WHERE state = 'waiting')::int AS waiting, count(*) FILTER (WHERE state = 'delivered')::int AS delivered,
        count(*) FILTER (WHERE state = 'failed')::int AS failed, max(tried_at) FILTER (WHERE state = 'delivered') AS last_delivered_at
      FROM approval_messages) m
    LEFT JOIN (SELECT tried_at, failure FROM approval_messages WHERE failure IS NOT NULL ORDER BY tried_at DESC LIMIT 1) f ON true`)
  return {
    url: row?.url ?? null,
    since: row?.since.toISOString() ?? null,
    waiting: row?.waiting ?? 0,
    delivered: row?.delivered ?? 0,
    failed: row?.failed ?? 0,
    lastDeliveredAt: row?.lastDeliveredAt?.toISOString() ?? null,
    lastFailure: row?.failedAt ? { at: row.failedAt.toISOString(), reason: row.failure ?? '' } : null,
  }
}

const readUrl = async (executor: Executor): Promise<string | null> =>
  (await executor.rows<{ url: string }>(sql`SELECT url FROM approval_webhooks`))[0]?.url ?? null

export const approval_webhook_get = implementRead(operations.approval_webhook_get, ({ deps }) =>
  read(deps.database),
)

/**
 * Sets the address. A new address has a new secret, and messages of a removed one are deleted. Neither the entry nor a
 * read contains the secret.
 */
export const approval_webhook_set = implement(operations.approval_webhook_set, {
  async prepare({ deps }, { url, newSecret = false }) {
    if (url !== null) requireHttpsOrPair('url', url, deps.config.SIGNET_EGRESS_ALLOW)
    const from = await readUrl(deps.database)
    const isNewSecret = url !== null && (newSecret || from !== url)
    return {
      ...createSecret(deps.vault),
      unchanged: from === url && !isNewSecret,
      target: { id: target, detail: { url: { from, to: url }, newSecret: isNewSecret } },
    }
  },

  lock: async ({ sql: tx }) => tx.rows<object>(sql`SELECT id FROM instance FOR UPDATE`),

  async apply({ sql: tx }, _context, { url, newSecret = false }, { secret, sealed }) {
    const from = await readUrl(tx)
    if (url === from && !(newSecret && url !== null)) return read(tx)
    if (url === null || from === null) await tx.run(sql`DELETE FROM approval_messages`)
    if (url === null) {
      await tx.run(sql`DELETE FROM approval_webhooks`)
      return read(tx)
    }
    await tx.run(sql`
      INSERT INTO approval_webhooks AS w (id, url, secret_sealed) VALUES ('approvals', ${url}, ${sealed})
      ON CONFLICT (id) DO UPDATE SET secret_sealed = EXCLUDED.secret_sealed, url = EXCLUDED.url,
        created_at = CASE WHEN w.url = EXCLUDED.url THEN w.created_at ELSE EXCLUDED.created_at END`)
    return { ...(await read(tx)), signingSecret: secret }
  },
})

/** Sends a message after the commit. Its result is not counted. */
export const approval_webhook_test = implement(operations.approval_webhook_test, {
  async prepare({ deps }) {
    const webhook = await readWebhook(deps.database, deps.vault)
    if (!webhook) refuseValue('url', 'is needed: the instance has no webhook of approvals')
    return { webhook, target: { id: target, detail: { url: webhook.url } } }
  },

  async apply({ sql: tx }) {
    const { testsPerMinute: max } = limits.approvalWebhook
    refuseTooSoon(
      await takeAllowances(tx, [{ bucket: 'approval webhook test', key: target, max, seconds: 60 }]),
    )
    return { outcome: 'failed' as const, reason: null, milliseconds: 0 }
  },

  async after({ deps: { egress, config } }, _input, { webhook }) {
    const started = performance.now()
    const message = {
      type: 'approval.test',
      timestamp: new Date().toISOString(),
      data: { url: `${config.SIGNET_BASE_URL}/admin/agents` },
    }
    const reason = await sendMessage(egress, webhook, { id: newTypeId('msg'), message })
    const milliseconds = Math.round(performance.now() - started)
    const outcome = reason === null ? ('delivered' as const) : ('failed' as const)
    return { outcome, reason, milliseconds }
  },
})
