import { acceptStep, clearAuthenticator, enrolAuthenticator, type Owner } from '@signet/accounts'
import { auditOutcome, auditOwnAct, ownAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { noteSignInMethodChange } from '../sign-in/way-in-notice.ts'

interface Enrolment {
  readonly sealed: string
  readonly step: number
  readonly passwordSetAt: string | null
  readonly revocations: number
}

/**
 * Enrols an authenticator, audits it and mails a notice to the user. Returns false when it was not enrolled.
 */
export const enrol = (
  context: OptionsContext,
  owner: Owner,
  { sealed, step, ...since }: Enrolment,
): Promise<boolean> =>
  context.deps.database.transaction(async (tx) => {
    const isEnrolled = await auditOutcome(
      tx,
      owner,
      (audited) => enrolAuthenticator(audited, owner, { sealed, step, ...since }),
      (enrolled) => (enrolled ? ownAct(owner, 'enduser.totp.enroll') : null),
    )
    if (!isEnrolled) return false
    await noteSignInMethodChange(tx, context, owner.accountId, { change: 'added' })
    return true
  })

/**
 * Removes the authenticator after checking a code's time step, and mails a notice to the user. Returns false
 * when the step was used already, so that only the first of two concurrent requests succeeds.
 */
export const removeOwn = (context: OptionsContext, owner: Owner, step: number): Promise<boolean> =>
  context.deps.database.transaction(async (tx) => {
    const { projectId, accountId } = owner
    if (!(await acceptStep(tx, owner, step))) return false
    const audited = await auditOwnAct(tx, owner, 'enduser.totp.clear')
    await clearAuthenticator(audited, projectId, accountId)
    await noteSignInMethodChange(tx, context, accountId, { change: 'removed' })
    return true
  })
