import type { Executor } from '@signet/db'
import {
  type Counted,
  type Delivery,
  dropLetter,
  type Letter,
  type MessageKey,
  mailConfigured,
  recordDelivery,
  uncountLetter,
} from '@signet/mail'
import { refuse } from '@signet/runtime'
import type { Administrator } from '../../caller.ts'
import type { HandlerDeps } from '../../deps.ts'

export { mailConfigured }

export async function requireMail(executor: Executor): Promise<void> {
  if (!(await mailConfigured(executor))) refuse('mail_not_configured')
}

interface Kept extends Letter {
  readonly key?: MessageKey & Counted
  /** The call succeeds nevertheless: its answer and the account show the failure. */
  readonly refusalIsShown?: boolean
}

/**
 * Sends what was committed and kept under this id, once, and records what became of it: the caller is told, so the
 * outbox need not go on. When the message certainly did not leave, `takeBack` undoes what was kept for it alone; when
 * nobody knows, its link stays good, for the message may arrive (F06).
 */
export async function deliver(
  { database, mailer }: Pick<HandlerDeps, 'database' | 'mailer'>,
  letter: Kept,
  takeBack: (tx: Executor) => Promise<unknown>,
): Promise<Delivery> {
  const { key, refusalIsShown = false, ...message } = letter
  const delivery = await mailer.send(message)
  const isTakenBack = delivery.outcome === 'refused' && !refusalIsShown
  if (delivery.outcome === 'refused')
    await database.transaction(async (tx) => {
      await takeBack(tx)
      if (key) await uncountLetter(tx, key, message.to)
      if (key && isTakenBack) await dropLetter(tx, key)
    })
  if (key && !isTakenBack) await recordDelivery(database, key, delivery)
  return delivery
}

/** Refuses unless it was sent; the mail server's own reply is for super administrators alone (T20). */
export function refuseUnsent(caller: Administrator, delivery: Delivery): void {
  if (delivery.outcome === 'sent') return
  const said = caller.superAdministrator ? ` It said: ${delivery.reply}` : ''
  refuse('mail_refused', {
    detail:
      delivery.outcome === 'refused'
        ? `The mail server did not accept the message.${said}`
        : `The mail server did not confirm the message; it may still arrive.${said}`,
  })
}

/** Refuses what was sent a moment ago. @param wait seconds */
export function refuseTooSoon(wait: number): void {
  if (wait > 0) refuse('sent_recently', { retryAfter: wait })
}
