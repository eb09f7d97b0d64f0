import { reservePassword, setPassword } from '@signet/accounts'
import type { Sql } from '@signet/db'
import { endAccount } from '@signet/sessions'
import { auditOwnAct } from '../../core/audit.ts'
import { hasJustUsedPasskey, type OwnVisit } from '../../own-account/own-page.ts'
import { throttlePolicy, visitorOf } from '../../sign-in/attempts.ts'
import { checkPassword } from '../../sign-in/check-password.ts'
import { hashPassword, problemOfPassword } from '../../sign-in/new-password.ts'
import { noteSignInMethodChange } from '../../sign-in/way-in-notice.ts'
import type { FormProblem } from '../shared/parts.ts'

export type PasswordProblem = FormProblem | { readonly kind: 'wrongPassword' }

/**
 * Changes the password of a user who enters the current one, or has just signed in with a passkey. Revokes every session, this
 * one included, since an attacker may use it.
 */
export async function changePassword(
  visit: OwnVisit,
  form: ReadonlyMap<string, string>,
): Promise<PasswordProblem | undefined> {
  const { context, account } = visit
  const { deps, project, issuer } = context
  const chosen = form.get('password') ?? ''
  const problem = problemOfPassword(context, chosen)
  if (problem) return problem
  const proof = hasJustUsedPasskey(visit)
    ? ({ by: 'passkey', release: null } satisfies Proof)
    : await proveByPassword(visit, form.get('current') ?? '')
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

interface Proof {
  readonly by: 'passkey' | 'current password'
  readonly release: Sql | null
}

/** Checks the current password. Attempts count with those of the sign-in; a success releases its attempt. */
async function proveByPassword(visit: OwnVisit, current: string): Promise<PasswordProblem | Proof> {
  const { context, account } = visit
  const { deps, project, settings } = context
  const login = account.email ?? account.username ?? account.id
  const policy = throttlePolicy(settings)
  const attempt = await reservePassword(deps.database, project.id, login, policy, visitorOf(visit))
  if (attempt.wait > 0) return { kind: 'tooMany', minutes: Math.ceil(attempt.wait / 60) }
  const found = attempt.account?.id === account.id && !attempt.closed ? attempt.account : null
  const verified = await checkPassword(context, found?.passwordHash ?? null, current)
  if (verified === 'busy') {
    await deps.database.run(attempt.takeBack)
    return { kind: 'busy' }
  }
  if (!verified) return { kind: 'wrongPassword' }
  return { by: 'current password', release: attempt.release }
}
