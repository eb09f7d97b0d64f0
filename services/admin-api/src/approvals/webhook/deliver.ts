import { setTimeout as pause } from 'node:timers/promises'
import type { Executor } from '@signet/db'
import type { Egress } from '@signet/http'
import { count, type Logger, noteSuccess } from '@signet/runtime'
import type { Vault } from '@signet/secrets'
import { announceExpired } from './announce.ts'
import {
  claimDue,
  type DueMessage,
  markDelivered,
  markFailed,
  messageId,
  toMessage,
} from './message-store.ts'
import { openWebhook, sendMessage } from './send.ts'

interface MessagesOptions {
  /** Reads the projects of all calls. */
  readonly database: Executor
  readonly vault: Vault
  readonly egress: Egress
  readonly logger: Logger
  readonly baseUrl: string
  /** Milliseconds between two rounds. */
  readonly everyMs?: number
}

const maxConcurrent = 10

/** Sends messages at least once, and repeats failed ones for a day. Replicas may run concurrently. */
export function startApprovalMessages(options: MessagesOptions): { close(): Promise<void> } {
  const { logger, everyMs = 2_000 } = options
  const stop = new AbortController()
  // Starts at zero, so that the first loss of a process is an increase that an alert detects.
  count('signet_approval_messages_total', { outcome: 'given_up' }, 0)
  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      let found = 0
      try {
        found = await sendDue(options)
        noteSuccess('approval messages')
      } catch (error) {
        logger.debug(
          { err: error },
          'messages about approvals are not sent while the database is unavailable',
        )
      }
      if (found < maxConcurrent)
        await pause(everyMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  const done = run()
  return {
    async close() {
      stop.abort()
      await done
    },
  }
}

/** @returns the number of messages */
async function sendDue(options: MessagesOptions): Promise<number> {
  const { database } = options
  await announceExpired(database)
  const due = await claimDue(database, maxConcurrent)
  await Promise.all(due.map((message) => attempt(options, message)))
  return due.length
}

async function attempt(options: MessagesOptions, message: DueMessage): Promise<void> {
  const { database, vault, egress, logger, baseUrl } = options
  const { approvalId, event, attempts, isLast, receiver: url, sealed } = message
  const reason = await sendMessage(egress, openWebhook(vault, { url, sealed }), {
    id: messageId(message),
    message: toMessage(message, baseUrl),
  })
  if (reason === null) {
    await markDelivered(database, message)
    return count('signet_approval_messages_total', { outcome: 'delivered' })
  }
  await markFailed(database, message, reason)
  count('signet_approval_messages_total', { outcome: isLast ? 'given_up' : 'failed' })
  logger.warn(
    { approvalId, event, attempts, isLast, reason },
    'a message about an approval was not delivered',
  )
}
