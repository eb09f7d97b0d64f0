import { changeEmail, findForReset, giveToOwner, isNamed, newLink, redeemLink } from '@signet/accounts'
import { isAccountName, limits } from '@signet/contracts'
import { sql } from '@signet/db'
import type { Locale } from '@signet/i18n'
import { alreadyRegistered, mailConfigured } from '@signet/mail'
import { isPlainAddress, Refusal } from '@signet/runtime'
import { auditOwnAct } from '../core/audit.ts'
import { nameOf } from '../pages/shared/project-brand.ts'
import { auditRemoved, missingCredential, presentedHere } from '../sign-in/address-owner.ts'
import { mailNotice, mailProof } from '../sign-in/mailed-proof.ts'
import { noteSignInMethodChange } from '../sign-in/sign-in-method-notice.ts'
import type { OwnVisit } from './own-page.ts'

export const isNewAddress = (text: string): boolean =>
  isPlainAddress(text) && isAccountName(text) && text.length <= limits.userEmailCharacters.max

/** An administrator changes the address in the console, whose refusals protect the access of super administrators. */
export const canChangeAddress = async ({ context: { deps, project }, account }: OwnVisit): Promise<boolean> =>
  account.email !== null &&
  !account.managed &&
  project.reserved !== 'administrators' &&
  (await mailConfigured(deps.database))

/**
 * Mails at most one link a minute. The owner of an address that an account has already receives a notice instead: the page does not
 * show which addresses have accounts.
 */
export async function requestNewAddress(
  { context, account }: OwnVisit,
  { email, languages, locale }: NewAddress,
): Promise<void> {
  const { deps, project, issuer } = context
  const taken = await deps.database.rows<object>(sql`
    SELECT 1 FROM accounts WHERE project_id = ${project.id} AND id <> ${account.id}
      AND (${isNamed('email', email)} OR ${isNamed('username', email)})`)
  if (taken.length === 0)
    return mailProof(context, { id: account.id, email, languages }, newLink(issuer, 'address'), locale)
  const holder = await findForReset(deps.database, project.id, email)
  if (!holder?.email) return
  const notice = alreadyRegistered({ project: nameOf(context) })
  await mailNotice(context, { ...holder, email: holder.email }, notice, locale)
}

interface NewAddress {
  readonly email: string
  readonly languages: readonly (string | null)[]
  readonly locale: Locale
}

type AddressChange = 'changed' | 'invalid' | 'taken' | 'sign-in'

/** Rolls back the use of a link of another account. */
class OtherAccount extends Error {}

/**
 * Changes the address to that of a mailed link, which the user of the account opened. The old address receives a notice if it was
 * proven. If it was never proven, another person may have created credentials: those that this session did not begin with are removed.
 * @returns `sign-in` when the account has credentials that this session did not present
 */
export async function changeOwnAddress(
  { provider, context, ctx, account }: OwnVisit,
  token: string,
): Promise<AddressChange> {
  const { deps, project, issuer } = context
  const owner = { projectId: project.id, accountId: account.id }
  const presented = await presentedHere(provider, context, ctx, account.id)
  if (!presented && (await missingCredential(context, account.id))) return 'sign-in'
  try {
    return await deps.database.transaction(async (tx): Promise<AddressChange> => {
      const redeemed = await redeemLink(tx, project.id, token, 'address')
      if (redeemed?.accountId !== account.id) throw new OtherAccount()
      const { email } = redeemed
      await noteSignInMethodChange(tx, context, account.id, { changed: 'address' })
      const detail = { email: { from: account.email, to: email } }
      const audited = await auditOwnAct(tx, owner, 'enduser.email.change', detail)
      const removed = await giveToOwner(audited, { id: project.id, issuer }, account.id, presented ?? {})
      await auditRemoved(tx, context, account.id, removed)
      await changeEmail(audited, project.id, account.id, email, sql`true`)
      return 'changed'
    })
  } catch (error) {
    if (error instanceof OtherAccount) return 'invalid'
    if (error instanceof Refusal && error.code === 'email_taken') return 'taken'
    throw error
  }
}
