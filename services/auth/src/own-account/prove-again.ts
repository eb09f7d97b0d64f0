import { readSignInState, reservePassword } from '@signet/accounts'
import type { Sql } from '@signet/db'
import type { FormProblem } from '../pages/shared/parts.ts'
import { throttlePolicy, visitorOf } from '../sign-in/attempts.ts'
import { checkPassword } from '../sign-in/check-password.ts'
import { hasJustUsedPasskey, type OwnVisit } from './own-page.ts'

export type PasswordProblem = FormProblem | { readonly kind: 'wrongPassword' }

interface Proof {
  readonly by: 'passkey' | 'current password'
  /** Releases the counted attempt of a correct password. */
  readonly release: Sql | null
}

/** Proof before a sensitive change: `sign-in` for a user without a password. */
export type NeededProof = 'password' | 'passkey' | 'sign-in'

export async function neededProof(visit: OwnVisit): Promise<NeededProof> {
  if (hasJustUsedPasskey(visit)) return 'passkey'
  const { context, account } = visit
  const state = await readSignInState(context.deps.database, context.project.id, account.id)
  return context.project.passwordLogin && state && state.passwordSetAt !== null ? 'password' : 'sign-in'
}

/** Accepts a passkey that was just used, otherwise the current password. */
export async function proveAgain(visit: OwnVisit, current: string): Promise<PasswordProblem | Proof> {
  return hasJustUsedPasskey(visit) ? { by: 'passkey', release: null } : proveByPassword(visit, current)
}

/** Attempts count with those of the sign-in; a success releases its attempt. */
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
