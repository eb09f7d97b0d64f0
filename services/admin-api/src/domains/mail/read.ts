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

interface StoredLetter extends Letter {
  readonly key?: MessageKey & Counted
  /** The call succeeds despite a refusal; the response and the account show it. */
  readonly refusalIsShown?: boolean
}

/**
 * Sends the committed message once: the caller gets the result, so the outbox does not retry. Calls `takeBack` to undo the stored state
 * when the message was certainly not sent. When the result is unknown, the link stays valid, because the message may arrive.
 */
export async function deliver(
  { database, mailer }: Pick<HandlerDeps, 'database' | 'mailer'>,
  letter: StoredLetter,
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

/** Only super administrators get the reply of the mail server. */
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

/** @param wait seconds */
export function refuseTooSoon(wait: number): void {
  if (wait > 0) refuse('sent_recently', { retryAfter: wait })
}
