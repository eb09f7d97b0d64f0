import type { Settings } from '@signet/contracts'
import { findForSignIn, releaseAttempts, reserveAttempt, type ThrottlePolicy } from '@signet/directory'
import { PasswordQueueFull } from '@signet/secrets'
import { errors } from 'oidc-provider'
import { type SignInProblem, signInPage } from '../pages/sign-in.ts'
import { nameOf } from './brand.ts'
import { readForm } from './form.ts'
import { formTarget, sendPage } from './respond.ts'
import { continueSignIn } from './steps.ts'
import { addressOf, localeOf } from './turn.ts'
import type { Interaction } from './types.ts'

interface Shown {
  readonly problem?: SignInProblem
  /** What is in the field; the request's hint otherwise. */
  readonly login?: string
  /** An account was just made. */
  readonly registered?: boolean
}

export function showSignIn(turn: Interaction, { problem, login, registered }: Shown = {}): void {
  const { ctx, context, interaction } = turn
  const { project } = context
  const locale = localeOf(turn)
  const page = signInPage({
    locale,
    projectName: nameOf(context),
    action: addressOf(turn, 'login'),
    cancelAction: addressOf(turn, 'abort'),
    passwordLogin: project.passwordLogin,
    login: login ?? String(interaction.params.login_hint ?? ''),
    ...(project.passwordLogin ? { forgotten: addressOf(turn, 'forgotten') } : {}),
    ...(project.passwordLogin && project.registrationOpen ? { register: addressOf(turn, 'register') } : {}),
    ...(registered ? { registered } : {}),
    ...(problem ? { problem } : {}),
  })
  sendPage(ctx, page, {
    locale,
    status: problem ? 422 : 200,
    formTargets: formTarget(interaction.params.redirect_uri),
  })
}

/** The settings `loginThrottle.*`. */
export const throttlePolicy = (settings: Settings): ThrottlePolicy => ({
  failureCap: settings['loginThrottle.failureCap'],
  windowSeconds: settings['loginThrottle.windowSeconds'],
  windowCeilingSeconds: settings['loginThrottle.windowCeilingSeconds'],
})

/**
 * Checks a password. An attempt is reserved before it is verified and counts until a success releases it (R22);
 * an unknown account costs the same hash and gets the same answer (T24).
 */
export async function answerSignIn(turn: Interaction): Promise<void> {
  const { context, ctx } = turn
  const { deps, project, settings } = context
  if (!project.passwordLogin) throw new errors.AccessDenied('password sign-in is switched off')
  const form = await readForm(ctx.req)
  const login = (form.get('login') ?? '').trim()
  const password = form.get('password') ?? ''
  const wait = await reserveAttempt(deps.database, project.id, login, throttlePolicy(settings))
  if (wait > 0)
    return showSignIn(turn, { problem: { kind: 'tooMany', minutes: Math.ceil(wait / 60) }, login })
  const account = await findForSignIn(deps.database, project.id, login)
  const verified = await verify(turn, account?.passwordHash ?? null, password)
  if (verified === 'busy') return showSignIn(turn, { problem: { kind: 'busy' }, login })
  if (!verified || !account?.active || account.locked)
    return showSignIn(turn, { problem: { kind: 'wrong' }, login })
  await releaseAttempts(deps.database, project.id, login)
  await continueSignIn(turn, { accountId: account.id, amr: ['pwd'] })
}

async function verify(
  { context: { deps } }: Interaction,
  hash: string | null,
  password: string,
): Promise<boolean | 'busy'> {
  try {
    if (hash === null) return await deps.passwords.verifyNothing(password)
    return await deps.passwords.verify(hash, password)
  } catch (error) {
    if (error instanceof PasswordQueueFull) return 'busy'
    throw error
  }
}
