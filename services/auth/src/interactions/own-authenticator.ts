import { acceptStep, clearAuthenticator, enrolAuthenticator, type Owner } from '@signet/accounts'
import { auditEndUser } from '../audit.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { noteWayIn } from './way-in-notice.ts'

interface Enrolment {
  readonly sealed: string
  readonly step: number
  readonly passwordSetAt: string | null
}

/** The authenticator counts from now on, and the person is mailed; answers false where it was not taken. */
export const enrol = (
  context: OptionsContext,
  owner: Owner,
  { sealed, step, passwordSetAt }: Enrolment,
): Promise<boolean> =>
  context.deps.database.transaction(async (tx) => {
    if (!(await enrolAuthenticator(tx, owner, sealed, step, passwordSetAt))) return false
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
    await auditEndUser(tx, projectId, accountId, {
      actor: `enduser:${projectId}:${accountId}`,
      action: 'enduser.totp.clear',
      surface: 'self-service',
      detail: {},
    })
    await clearAuthenticator(tx, projectId, accountId)
    await noteWayIn(tx, context, accountId, { change: 'removed' })
    return true
  })
