import { type Allowance, normalizeKey, returnAllowances, takeAllowances } from '@signet/accounts'
import type { Executor } from '@signet/db'
import { Refusal } from '@signet/runtime'
import type { MessagePurpose } from './outbox.ts'

/** Most messages in a window, whatever operation causes them; further limits belong to single operations. */
export const mailLimits = {
  toAddressPerHour: 20,
  toAddressPerDay: 50,
  /** Notices that a sign-in method changed have a count of their own, so that other mail cannot suppress them. */
  noticesToAddressPerDay: 100,
  /** An administrator, or an agent in the name of one. */
  bySenderPerDay: 2_000,
} as const

/** Who caused a message: an administrator by account id, or the recipient or an anonymous visitor by themselves. */
export type Sender = { readonly administrator: string } | 'self'

const hour = 3_600
const day = 24 * hour

/** Subaddresses (`name+tag@`) are one mailbox (RFC 5233). */
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

/** What decides for whom a message is counted. */
export interface Counted {
  readonly purpose: MessagePurpose
  readonly sender: Sender
}

/** Counts a message for its recipient and its sender in the transaction of its cause; returns the seconds to wait, or 0. */
export const countLetter = (tx: Executor, { purpose, sender }: Counted, to: string): Promise<number> =>
  takeAllowances(tx, allowancesFor(purpose, sender, to))

/** Takes the count of a message back that the mail server certainly did not accept. */
export const uncountLetter = (tx: Executor, { purpose, sender }: Counted, to: string): Promise<void> =>
  returnAllowances(tx, allowancesFor(purpose, sender, to))

/** Whether a message was not stored because its recipient or its sender has reached a limit; nothing was written. */
export const isMailLimit = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'sent_recently'
