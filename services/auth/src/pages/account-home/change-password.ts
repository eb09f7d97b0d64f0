import { setPassword } from '@signet/accounts'
import { endAccount } from '@signet/sessions'
import { auditOwnAct } from '../../core/audit.ts'
import type { OwnVisit } from '../../own-account/own-page.ts'
import { type PasswordProblem, proveAgain } from '../../own-account/prove-again.ts'
import { hashPassword, problemOfPassword } from '../../sign-in/new-password.ts'
import { noteSignInMethodChange } from '../../sign-in/sign-in-method-notice.ts'

/** Revokes every session, this one included, since an attacker may use it. */
export async function changePassword(
  visit: OwnVisit,
  form: ReadonlyMap<string, string>,
): Promise<PasswordProblem | undefined> {
  const { context, account } = visit
  const { deps, project, issuer } = context
  const chosen = form.get('password') ?? ''
  const problem = problemOfPassword(context, chosen)
  if (problem) return problem
  const proof = await proveAgain(visit, form.get('current') ?? '')
  if ('kind' in proof) return proof
  const hashed = await hashPassword(context, chosen)
  if ('problem' in hashed) return hashed.problem
  await deps.database.transaction(async (tx) => {
    await noteSignInMethodChange(tx, context, account.id, { changed: 'password' })
    const owner = { projectId: project.id, accountId: account.id }
    const audited = await auditOwnAct(tx, owner, 'enduser.password.change', { by: proof.by })
    await setPassword(audited, project.id, account.id, hashed.hash)
    await endAccount(tx, { id: project.id, issuer }, account.id)
    if (proof.release) await tx.run(proof.release)
  })
  return undefined
}
