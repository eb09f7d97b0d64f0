import { type Executor, sql } from '@signet/db'
import { firstLocale } from '@signet/i18n'
import { approvalRequest, isMailLimit, keepLetter, mailConfigured, writeLetter } from '@signet/mail'
import { newTypeId } from '@signet/runtime'
import type { Deps } from '../deps.ts'
import { administratorsProject } from '../domains/administrators/read.ts'
import type { Binding } from './binding.ts'

interface Recipient {
  readonly email: string
  readonly locale: string | null
  readonly agent: string
}

/**
 * Stores a mail to the administrator whom a call waits for. The caller sends one for the first waiting call of an agent
 * only: the page lists the others. It is stored in the administrators' project, which the transaction of a call to
 * another project cannot write.
 */
export async function mailApproval(
  { database, vault, config }: Pick<Deps, 'database' | 'vault' | 'config'>,
  binding: Binding,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: Date },
): Promise<void> {
  const { id: projectId } = await administratorsProject(database)
  await database.inProject(projectId).transaction(async (tx) => {
    if (!(await mailConfigured(tx))) return
    const to = await findRecipient(tx, projectId, binding)
    if (!to) return
    const { email, locale, agent } = to
    const url = `${config.SIGNET_BASE_URL}/admin/approvals/${id}`
    const seconds = Math.ceil((expiresAt.getTime() - Date.now()) / 1_000)
    const message = approvalRequest({ agent, url, minutes: Math.ceil(seconds / 60) })
    const letter = writeLetter({ to: email, language: firstLocale(locale), message, sender: 'Signet' })
    const { accountId } = binding
    const sender = { administrator: accountId }
    const cause = {
      projectId,
      id: newTypeId('mail'),
      purpose: 'notice',
      about: { accountId },
      sender,
    } as const
    try {
      await keepLetter(tx, vault, { ...cause, seconds, byOutbox: true }, letter)
    } catch (error) {
      if (!isMailLimit(error)) throw error
    }
  })
}

const findRecipient = async (
  tx: Executor,
  projectId: string,
  { accountId, clientId }: Binding,
): Promise<Recipient | undefined> =>
  (
    await tx.rows<Recipient>(sql`
      SELECT a.email, a.profile->>'locale' AS locale, c.name AS agent
      FROM accounts a JOIN agent_clients c ON c.client_id = ${clientId}
      WHERE a.project_id = ${projectId} AND a.id = ${accountId} AND a.active AND a.locked_at IS NULL
        AND a.email IS NOT NULL AND a.email_verified`)
  )[0]
