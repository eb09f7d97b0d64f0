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

/** The authenticator counts from now on, which is audited and mailed to the person; answers false where it was not taken. */
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
 * The authenticator is forgotten, by the step of a code of it, and the person is mailed. Answers false where that step was
 * used already, which also decides between two at once.
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
