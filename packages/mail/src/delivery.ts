import { setTimeout as pause } from 'node:timers/promises'
import type { Transactor } from '@signet/db'
import type { Faults, Logger } from '@signet/runtime'
import type { Vault } from '@signet/secrets'
import { readLetter } from './letter.ts'
import type { Mailer } from './mailer.ts'
import {
  claimDue,
  type DueMessage,
  dropLetter,
  failLetter,
  letterPlace,
  postponeLetter,
  recordDelivery,
} from './outbox.ts'

interface MailDeliveryOptions {
  readonly database: Transactor
  readonly vault: Vault
  readonly mailer: Mailer
  readonly faults: Faults
  readonly logger: Logger
  readonly everyMs?: number
}

const atOnce = 10
const backoffSeconds = { least: 30, most: 30 * 60 }

class MailUndelivered extends Error {
  override name = 'MailUndelivered'
}

/**
 * Sends waiting messages at least once: those whose process ended before sending them, and those that failed temporarily. Replicas may
 * run concurrently. A message that cannot be sent within a day, or within the lifetime of its link, is abandoned with a fault.
 */
export function startMailDelivery(options: MailDeliveryOptions): { close(): Promise<void> } {
  const { database, logger, everyMs = 2_000 } = options
  const stop = new AbortController()
  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      let found = 0
      try {
        const due = await claimDue(database, atOnce)
        found = due.length
        await Promise.all(due.map((message) => attempt(options, message)))
      } catch (error) {
        logger.debug({ err: error }, 'mail is not delivered while the database is unavailable')
      }
      if (found < atOnce) await pause(everyMs, undefined, { signal: stop.signal }).catch(() => undefined)
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

async function attempt(options: MailDeliveryOptions, message: DueMessage): Promise<void> {
  const { database, vault, mailer, faults, logger } = options
  const { purpose } = message
  if (!message.current) return void (await dropLetter(database, message))
  if (message.expired) {
    await failLetter(database, message, 'expired')
    faults.capture(new MailUndelivered(`a message of kind ${purpose} was given up`), { route: 'mail' })
    return
  }
  const letter = readLetter(vault.open(message.sealed, letterPlace(message)))
  const delivery = await mailer.send(letter)
  if (delivery.outcome !== 'sent')
    logger.warn({ outcome: delivery.outcome, reply: delivery.reply, purpose }, 'a message was not sent')
  if (delivery.outcome === 'refused' && delivery.temporary) {
    const seconds = Math.min(backoffSeconds.least * 2 ** (message.attempts - 1), backoffSeconds.most)
    await postponeLetter(database, message, seconds)
  } else await recordDelivery(database, message, delivery)
}
