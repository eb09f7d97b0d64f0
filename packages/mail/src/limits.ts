import { type Allowance, normalizeKey, returnAllowances, takeAllowances } from '@signet/accounts'
import type { Executor } from '@signet/db'
import { Refusal } from '@signet/runtime'
import type { MessagePurpose } from './purpose.ts'

/** Messages in a window, for all operations together; single operations have further limits. */
export const mailLimits = {
  toAddressPerHour: 20,
  toAddressPerDay: 50,
  /** Notices of changed sign-in methods are counted separately, so that other mail cannot suppress them. */
  noticesToAddressPerDay: 100,
  /** Caused by an administrator, or by an agent that acts for one. */
  bySenderPerDay: 2_000,
} as const

/** Administrator by account id, or the recipient or an anonymous visitor. */
export type Sender = { readonly administrator: string } | 'self'

const hour = 3_600
const day = 24 * hour

/** Subaddresses (`name+tag@`) belong to one mailbox (RFC 5233). */
const mailboxOf = (address: string): string => normalizeKey(address).replace(/\+[^@]*(?=@)/, '')

function allowancesFor(purpose: MessagePurpose, sender: Sender, to: string): Allowance[] {
  const key = mailboxOf(to)
  if (purpose === 'way_in')
    return [
      { bucket: 'mail notices to address a day', key, max: mailLimits.noticesToAddressPerDay, seconds: day },
    ]
  return [
    { bucket: 'mail to address an hour', key, max: mailLimits.toAddressPerHour, seconds: hour },
    { bucket: 'mail to address a day', key, max: mailLimits.toAddressPerDay, seconds: day },
    ...(sender === 'self'
      ? []
      : [
          {
            bucket: 'mail by sender a day',
            key: sender.administrator,
            max: mailLimits.bySenderPerDay,
            seconds: day,
          },
        ]),
  ]
}

export interface Counted {
  readonly purpose: MessagePurpose
  readonly sender: Sender
}

/**
 * Call in the causing transaction.
 * @returns the seconds to wait, or 0
 */
export const countLetter = (tx: Executor, { purpose, sender }: Counted, to: string): Promise<number> =>
  takeAllowances(tx, allowancesFor(purpose, sender, to))

/** Call when the mail server certainly did not accept the message. */
export const uncountLetter = (tx: Executor, { purpose, sender }: Counted, to: string): Promise<void> =>
  returnAllowances(tx, allowancesFor(purpose, sender, to))

/** True when the recipient or the sender has reached a limit. */
export const isMailLimit = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'sent_recently'
