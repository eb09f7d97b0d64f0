import { type Executor, sql } from '@signet/db'
import { newTypeId } from '@signet/runtime'
import type { Vault } from '@signet/secrets'
import { type Letter, readLetter } from './letter.ts'
import { isMailLimit } from './limits.ts'
import type { Content } from './message.ts'
import { keepLetter, letterPlace } from './outbox.ts'
import { mailConfigured } from './settings.ts'

const purpose = 'way_in'
const seconds = 24 * 60 * 60

interface Owner {
  readonly projectId: string
  readonly accountId: string
}

/**
 * Stores a notice in the transaction of the change, for the outbox to send. It extends a waiting notice to the same address. A waiting
 * notice to another address, such as the former one, stays separate, so that a later change cannot replace it. Beyond the limit of a
 * hundred notices a day to one address, the change is made without a notice.
 */
export async function keepSignInMethodNotice(
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
  const kept = waiting && readLetter(vault.open(waiting.sealed, letterPlace({ projectId, id: waiting.id })))
  const earlier = kept?.to === letter.to ? kept : undefined
  if (kept && !earlier) await detach(tx, projectId, waiting.id)
  const sender = 'self'
  const content = earlier ? continued(earlier.content, letter.content) : letter.content
  const id = newTypeId('mail')
  const cause = { projectId, id, purpose, sender, about: { accountId }, seconds, byOutbox: true } as const
  try {
    await keepLetter(tx, vault, cause, { ...letter, content })
  } catch (error) {
    if (!isMailLimit(error)) throw error
  }
}

/** The next notice does not replace a detached one. */
const detach = (tx: Executor, projectId: string, id: string) =>
  tx.run(sql`UPDATE mail_messages SET account_id = NULL WHERE project_id = ${projectId} AND id = ${id}`)

/** Puts the lines of the earlier notice before its own. */
const continued = (earlier: Content, later: Content): Content => ({
  ...later,
  lines: [...new Set([...earlier.lines, ...later.lines])],
})
