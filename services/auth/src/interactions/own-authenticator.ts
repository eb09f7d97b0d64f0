import { acceptStep, clearAuthenticator, enrolAuthenticator, type Owner } from '@signet/accounts'
import type { AuditAction } from '@signet/contracts'
import type { Executor } from '@signet/db'
import { auditEndUser } from '../audit.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { noteWayIn } from './way-in-notice.ts'

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
    if (!(await enrolAuthenticator(tx, owner, { sealed, step, ...since }))) return false
    await auditOwn(tx, owner, 'enduser.totp.enroll')
    await noteWayIn(tx, context, owner.accountId, { change: 'added' })
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
    await auditOwn(tx, owner, 'enduser.totp.clear')
    await clearAuthenticator(tx, projectId, accountId)
    await noteWayIn(tx, context, accountId, { change: 'removed' })
    return true
  })

const auditOwn = (tx: Executor, { projectId, accountId }: Owner, action: AuditAction): Promise<void> =>
  auditEndUser(tx, projectId, accountId, {
    actor: `enduser:${projectId}:${accountId}`,
    action,
    surface: 'self-service',
    detail: {},
  })
