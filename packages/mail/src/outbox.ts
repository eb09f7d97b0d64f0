import { type Executor, sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { refuse } from '@signet/runtime'
import type { Place, Vault } from '@signet/secrets'
import type { Letter } from './letter.ts'
import { countLetter, type Sender } from './limits.ts'
import type { Delivery } from './mailer.ts'
import type { MessagePurpose } from './purpose.ts'

export interface MessageKey {
  /** The administrators' project for an invitation to a team. */
  readonly projectId: string
  /** Proof or team invitation in the message. */
  readonly id: string
}

/** Sending is useful for this time only. */
interface Cause extends MessageKey {
  readonly purpose: MessagePurpose
  readonly sender: Sender
  /** Empty for a message that outlives its account. */
  readonly about:
    | { readonly accountId: string }
    | { readonly invitationId: string }
    | Readonly<Record<string, never>>
  readonly seconds: number
  /** Due immediately: the caller does not send the message. */
  readonly byOutbox?: boolean
}

/** Longer than one attempt: afterwards another process may send the message. */
const attemptSeconds = 30
const giveUpSeconds = 24 * 60 * 60

export const letterPlace = ({ projectId, id }: MessageKey): Place => sealedPlace('letter', projectId, id)

const rowOf = ({ projectId, id }: MessageKey) => sql`project_id = ${projectId} AND id = ${id}`

/**
 * Stores a message in the causing transaction, replacing an earlier one of the same purpose, and counts it for its recipient and its
 * sender. The caller sends it after the commit and records the delivery; otherwise the outbox sends it.
 * @throws Refusal sent_recently, with the seconds to wait, when the recipient or the sender has reached a limit
 */
export async function keepLetter(tx: Executor, vault: Vault, cause: Cause, letter: Letter): Promise<void> {
  const { projectId, id, purpose, seconds, byOutbox = false } = cause
  const { accountId, invitationId } = { accountId: null, invitationId: null, ...cause.about }
  const wait = await countLetter(tx, cause, letter.to)
  if (wait > 0) refuse('sent_recently', { retryAfter: wait })
  await tx.run(
    sql`DELETE FROM mail_messages WHERE project_id = ${projectId} AND account_id = ${accountId} AND purpose = ${purpose}`,
  )
  await tx.run(sql`
    INSERT INTO mail_messages (project_id, id, account_id, invitation_id, purpose, sealed, due_at, expires_at)
    VALUES (${projectId}, ${id}, ${accountId}, ${invitationId}, ${purpose},
      ${vault.seal(JSON.stringify(letter), letterPlace(cause))}, now() + ${byOutbox ? 0 : attemptSeconds} * interval '1 s',
      now() + ${Math.min(seconds, giveUpSeconds)} * interval '1 s')`)
}

export type FailureReason = 'refused' | 'unconfirmed' | 'expired'

/** Deletes the text, which may contain a secret, or the row of a message without an account or invitation whose state is shown. */
const end = (executor: Executor, key: MessageKey, state: 'sent' | 'failed', reason: FailureReason | null) =>
  executor.run(sql`
    WITH unrelated AS (
      DELETE FROM mail_messages WHERE ${rowOf(key)} AND account_id IS NULL AND invitation_id IS NULL)
    UPDATE mail_messages SET state = ${state}, reason = ${reason}, sealed = NULL, updated_at = now()
    WHERE ${rowOf(key)} AND (account_id IS NOT NULL OR invitation_id IS NOT NULL)`)

export const failLetter = (executor: Executor, key: MessageKey, reason: FailureReason) =>
  end(executor, key, 'failed', reason)

export const recordDelivery = (executor: Executor, key: MessageKey, { outcome }: Delivery) =>
  outcome === 'sent'
    ? end(executor, key, 'sent', null)
    : failLetter(executor, key, outcome === 'refused' ? 'refused' : 'unconfirmed')

export interface DueMessage extends MessageKey {
  readonly purpose: MessagePurpose
  readonly sealed: string
  readonly attempts: number
  readonly expired: boolean
  /** The proof is still valid. */
  readonly current: boolean
}

/** Claims for the duration of an attempt. */
export const claimDue = (executor: Executor, limit: number): Promise<DueMessage[]> =>
  executor.rows<DueMessage>(sql`
    UPDATE mail_messages m SET due_at = now() + ${attemptSeconds} * interval '1 s', attempts = attempts + 1
    WHERE (project_id, id) IN (SELECT project_id, id FROM mail_messages WHERE state = 'waiting' AND due_at <= now() AND sealed IS NOT NULL
      ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING project_id AS "projectId", id, purpose, sealed, attempts, expires_at <= now() AS expired,
      (purpose IN ('team_invitation', 'notice', 'way_in', 'expiry') OR EXISTS (SELECT FROM account_tokens t
        WHERE t.project_id = m.project_id AND t.id = m.id)) AS current`)

export const postponeLetter = (executor: Executor, key: MessageKey, seconds: number) =>
  executor.run(sql`
    UPDATE mail_messages SET due_at = now() + ${seconds} * interval '1 s', updated_at = now()
    WHERE ${rowOf(key)} AND state = 'waiting'`)

export const dropLetter = (executor: Executor, key: MessageKey) =>
  executor.run(sql`DELETE FROM mail_messages WHERE ${rowOf(key)}`)
