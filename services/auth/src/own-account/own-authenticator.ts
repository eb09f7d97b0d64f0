import { acceptStep, clearAuthenticator, enrolAuthenticator, type Owner } from '@signet/accounts'
import type { Executor } from '@signet/db'
import { auditOutcome, auditOwnAct, ownAct } from '../core/audit.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { noteSignInMethodChange } from '../sign-in/sign-in-method-notice.ts'
import { useRecoveryCode } from './own-recovery-codes.ts'

interface Enrolment {
  readonly sealed: string
  readonly step: number
  readonly passwordSetAt: string | null
  readonly revocations: number
}

/** @returns false when it was not enrolled */
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
 * Uses up the time step of a code, or a recovery code. Returns false when it was used already, so that only the first of two concurrent
 * requests succeeds.
 */
type UseProof = (tx: Executor) => Promise<boolean>

const removeOwn = (context: OptionsContext, owner: Owner, useProof: UseProof): Promise<boolean> =>
  context.deps.database.transaction(async (tx) => {
    const { projectId, accountId } = owner
    if (!(await useProof(tx))) return false
    const audited = await auditOwnAct(tx, owner, 'enduser.totp.clear')
    await clearAuthenticator(audited, projectId, accountId)
    await noteSignInMethodChange(tx, context, accountId, { change: 'removed' })
    return true
  })

export const removeByStep = (context: OptionsContext, owner: Owner, step: number): Promise<boolean> =>
  removeOwn(context, owner, (tx) => acceptStep(tx, owner, step))

export const removeByRecoveryCode = (context: OptionsContext, owner: Owner, text: string): Promise<boolean> =>
  removeOwn(context, owner, (tx) => useRecoveryCode(tx, context, owner, text))
