import { reservePassword, setPassword } from '@signet/accounts'
import { endAccount } from '@signet/sessions'
import { auditOwnAct } from '../../core/audit.ts'
import type { OwnVisit } from '../../own-account/own-page.ts'
import { throttlePolicy, visitorOf } from '../../sign-in/attempts.ts'
import { checkPassword } from '../../sign-in/check-password.ts'
import { hashPassword, problemOfPassword } from '../../sign-in/new-password.ts'
import { noteSignInMethodChange } from '../../sign-in/way-in-notice.ts'
import type { FormProblem } from '../shared/parts.ts'

export type PasswordProblem = FormProblem | { readonly kind: 'wrongPassword' }

/**
 * Changes the password of a user who enters the current one. Attempts count with those of the sign-in.
 * Revokes every session, this one included, since an attacker may use it.
 */
export async function changePassword(
  visit: OwnVisit,
  form: ReadonlyMap<string, string>,
): Promise<PasswordProblem | undefined> {
  const { context, account } = visit
  const { deps, project, issuer, settings } = context
  const chosen = form.get('password') ?? ''
  const problem = problemOfPassword(context, chosen)
  if (problem) return problem
  const login = account.email ?? account.username ?? account.id
  const attempt = await reservePassword(
    deps.database,
    project.id,
    login,
    throttlePolicy(settings),
    visitorOf(visit),
  )
  if (attempt.wait > 0) return { kind: 'tooMany', minutes: Math.ceil(attempt.wait / 60) }
  const found = attempt.account?.id === account.id && !attempt.closed ? attempt.account : null
  const verified = await checkPassword(context, found?.passwordHash ?? null, form.get('current') ?? '')
  if (verified === 'busy') {
    await deps.database.run(attempt.takeBack)
    return { kind: 'busy' }
  }
  if (!verified) return { kind: 'wrongPassword' }
  const hashed = await hashPassword(context, chosen)
  if ('problem' in hashed) return hashed.problem
  await deps.database.transaction(async (tx) => {
    await noteSignInMethodChange(tx, context, account.id, { changed: 'password' })
    const owner = { projectId: project.id, accountId: account.id }
    const audited = await auditOwnAct(tx, owner, 'enduser.password.change', { by: 'current password' })
    await setPassword(audited, project.id, account.id, hashed.hash)
    await endAccount(tx, { id: project.id, issuer }, account.id)
    await tx.run(attempt.release)
  })
  return undefined
}
