import { limits } from '@signet/contracts'
import { type Executor, sql } from '@signet/db'
import { firstLocale } from '@signet/i18n'
import { approvalRequest, isMailLimit, keepLetter, mailConfigured, writeLetter } from '@signet/mail'
import { newTypeId } from '@signet/runtime'
import type { Deps } from '../deps.ts'
import { administratorsProject } from '../domains/administrators/read.ts'
import { approversOf, type Candidate, candidatesOf } from './approvers.ts'
import type { Binding } from './binding.ts'

interface Recipient {
  readonly accountId: string
  readonly email: string
  readonly locale: string | null
}

interface WaitingCall {
  readonly agent: string
  readonly needsSecond: boolean
  readonly candidates: readonly Candidate[]
}

/**
 * Mails at most 20 administrators who may decide, for the first waiting call of an agent only: the page lists the others. The mails are
 * stored in the administrators' project, which the transaction of a call to another project cannot write.
 */
export async function mailApproval(
  { database, vault, config }: Pick<Deps, 'database' | 'vault' | 'config'>,
  { accountId }: Pick<Binding, 'accountId'>,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: Date },
): Promise<void> {
  const { id: projectId } = await administratorsProject(database)
  await database.inProject(projectId).transaction(async (tx) => {
    const call = (await mailConfigured(tx)) && (await findCall(tx, id))
    if (!call) return
    const { accountIds } = approversOf({ ...call, accountId }, call.candidates)
    const url = `${config.SIGNET_BASE_URL}/admin/approvals/${id}`
    const seconds = Math.ceil((expiresAt.getTime() - Date.now()) / 1_000)
    const message = approvalRequest({ agent: call.agent, url, minutes: Math.ceil(seconds / 60) })
    for (const { accountId: recipientId, email, locale } of await findRecipients(tx, projectId, [
      ...accountIds,
    ])) {
      const letter = writeLetter({ to: email, language: firstLocale(locale), message, sender: 'Signet' })
      const sender = { administrator: accountId }
      const cause = {
        projectId,
        id: newTypeId('mail'),
        purpose: 'notice',
        about: { accountId: recipientId },
        sender,
      } as const
      try {
        await keepLetter(tx, vault, { ...cause, seconds, byOutbox: true }, letter)
      } catch (error) {
        if (!isMailLimit(error)) throw error
      }
    }
  })
}

const findCall = async (tx: Executor, approvalId: string): Promise<WaitingCall | undefined> =>
  (
    await tx.rows<WaitingCall>(sql`
      SELECT c.name AS agent, a.needs_second AS "needsSecond", ${candidatesOf(sql`a`)} AS candidates
      FROM agent_approvals a JOIN agent_clients c ON c.client_id = a.client_id WHERE a.id = ${approvalId}`)
  )[0]

const findRecipients = (
  tx: Executor,
  projectId: string,
  accountIds: readonly string[],
): Promise<Recipient[]> =>
  tx.rows<Recipient>(sql`
    SELECT a.id AS "accountId", a.email, a.profile->>'locale' AS locale FROM accounts a
    WHERE a.project_id = ${projectId} AND a.id = ANY(${[...accountIds]}) AND a.active AND a.locked_at IS NULL
      AND a.email IS NOT NULL AND a.email_verified
    ORDER BY a.id LIMIT ${limits.approversListed}`)
