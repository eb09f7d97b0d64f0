import { type Executor, sql } from '@signet/db'
import { locales } from '@signet/i18n'
import { newTypeId } from '@signet/runtime'
import type { Vault } from '@signet/secrets'
import type { Letter } from './mailer.ts'
import type { Message } from './message.ts'
import { keepLetter, letterPlace } from './outbox.ts'
import { mailConfigured } from './settings.ts'

const purpose = 'way_in'
const seconds = 24 * 60 * 60

interface Owner {
  readonly projectId: string
  readonly accountId: string
}

/**
 * Keeps a notice about a way in, in the transaction of the change, for the outbox to send. No allowance limits it, or who
 * changed one way in could keep the owner from reading of the next; one that still waits is continued by this one.
 */
export async function keepWayInNotice(
  tx: Executor,
  vault: Vault,
  { projectId, accountId }: Owner,
  letter: Letter,
): Promise<void> {
  if (!(await mailConfigured(tx))) return
  const [waiting] = await tx.rows<{ id: string; sealed: string }>(sql`
    SELECT id, sealed FROM mail_messages
    WHERE project_id = ${projectId} AND account_id = ${accountId} AND purpose = ${purpose} AND state = 'waiting' AND sealed IS NOT NULL
    FOR UPDATE`)
  const earlier =
    waiting && (JSON.parse(vault.open(waiting.sealed, letterPlace({ projectId, id: waiting.id }))) as Letter)
  const message = earlier ? continued(earlier.message, letter.message) : letter.message
  const id = newTypeId('mail')
  await keepLetter(
    tx,
    vault,
    { projectId, id, purpose, about: { accountId }, seconds, byOutbox: true },
    { ...letter, message },
  )
}

/** The later message, with what the earlier one says before it. */
const continued = (earlier: Message, later: Message): Message =>
  Object.fromEntries(
    locales.map((locale) => [
      locale,
      { ...later[locale], lines: [...new Set([...earlier[locale].lines, ...later[locale].lines])] },
    ]),
  ) as unknown as Message
