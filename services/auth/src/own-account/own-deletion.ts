import { deleteAccount, readSignInState } from '@signet/accounts'
import { letterBrand } from '@signet/clients'
import { type Executor, sql } from '@signet/db'
import { firstLocale, type Locale } from '@signet/i18n'
import { accountDeleted, isMailLimit, keepLetter, mailConfigured, writeLetter } from '@signet/mail'
import { newTypeId } from '@signet/runtime'
import { endAccount } from '@signet/sessions'
import { auditOwnAct } from '../core/audit.ts'
import { nameOf } from '../pages/shared/project-brand.ts'
import type { OwnVisit } from './own-page.ts'

/** An administrator of the instance is deleted in the console, whose refusals keep the last super administrator. */
export const canDeleteAccount = ({ context: { project }, account }: OwnVisit): boolean =>
  project.accountDeletion && project.reserved !== 'administrators' && !account.managed

const noticeSeconds = 86_400

/**
 * Removes the account as an administrator does: sessions, tokens and consents end, and applications are notified.
 * @returns false for an account that a directory has taken over or that was removed in the meantime
 */
export function deleteOwnAccount(visit: OwnVisit, { by, locale }: Deletion): Promise<boolean> {
  const { context, account } = visit
  const { deps, project, issuer } = context
  const owner = { projectId: project.id, accountId: account.id }
  return deps.database.transaction(async (tx) => {
    const own = await tx.rows<object>(sql`
      SELECT 1 FROM accounts WHERE project_id = ${project.id} AND id = ${account.id} AND connection_id IS NULL FOR UPDATE`)
    if (own.length === 0) return false
    await confirmByMail(tx, visit, locale)
    const audited = await auditOwnAct(tx, owner, 'enduser.delete', { email: account.email, by })
    await endAccount(tx, { id: project.id, issuer }, account.id)
    await deleteAccount(audited, project.id, account.id)
    return true
  })
}

interface Deletion {
  readonly by: string
  readonly locale: Locale
}

/** The message belongs to no account, so that it outlives this one. The outbox sends it. */
async function confirmByMail(tx: Executor, visit: OwnVisit, locale: Locale): Promise<void> {
  const { context, account } = visit
  const { deps, project } = context
  const { email, emailVerified } = account
  if (!email || !emailVerified || !(await mailConfigured(tx))) return
  const state = await readSignInState(tx, project.id, account.id)
  const sender = nameOf(context)
  const letter = writeLetter({
    to: email,
    language: firstLocale(...(state?.languages ?? []), locale),
    message: accountDeleted({ project: sender }),
    sender,
    ...letterBrand(project),
  })
  const key = { projectId: project.id, id: newTypeId('mail') }
  const cause = {
    ...key,
    purpose: 'notice',
    sender: 'self',
    about: {},
    seconds: noticeSeconds,
    byOutbox: true,
  } as const
  await keepLetter(tx, deps.vault, cause, letter).catch((error: unknown) => {
    if (!isMailLimit(error)) throw error
  })
}
