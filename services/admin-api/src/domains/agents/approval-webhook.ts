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

/** Results of messages are stored as long as their approvals. */
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

const lockInstance = (tx: Executor) => tx.rows<object>(sql`SELECT id FROM instance FOR UPDATE`)

/** Deletes messages of a removed address. */
export const approval_webhook_set = implement(operations.approval_webhook_set, {
  async prepare({ deps }, { url }) {
    if (url !== null) requireHttpsOrPair('url', url, deps.config.SIGNET_EGRESS_ALLOW)
    const from = await readUrl(deps.database)
    return {
      sealed: createSecret(deps.vault).sealed,
      unchanged: from === url,
      target: { id: target, detail: { url: { from, to: url } } },
    }
  },

  lock: ({ sql: tx }) => lockInstance(tx),

  async apply({ sql: tx }, _context, { url }, { sealed }) {
    const from = await readUrl(tx)
    if (url === from) return read(tx)
    if (url === null || from === null) await tx.run(sql`DELETE FROM approval_messages`)
    await tx.run(sql`DELETE FROM approval_webhooks`)
    if (url !== null)
      await tx.run(sql`INSERT INTO approval_webhooks (url, secret_sealed) VALUES (${url}, ${sealed})`)
    return read(tx)
  },
})

const requireWebhook = <Found>(found: Found | null | undefined): Found =>
  found ?? refuseValue('url', 'is needed: the instance has no webhook of approvals')

/** The secret is in no entry and no read. */
export const approval_webhook_secret_rotate = implement(operations.approval_webhook_secret_rotate, {
  async prepare({ deps }) {
    const url = requireWebhook(await readUrl(deps.database))
    return { ...createSecret(deps.vault), target: { id: target, detail: { url } } }
  },

  lock: ({ sql: tx }) => lockInstance(tx),

  async apply({ sql: tx }, _context, _input, { secret, sealed }) {
    requireWebhook(await readUrl(tx))
    await tx.run(sql`UPDATE approval_webhooks SET secret_sealed = ${sealed}`)
    return { signingSecret: secret }
  },
})

/** Sends after the commit. The result is not counted. */
export const approval_webhook_test = implement(operations.approval_webhook_test, {
  async prepare({ deps }) {
    const webhook = requireWebhook(await readWebhook(deps.database, deps.vault))
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
