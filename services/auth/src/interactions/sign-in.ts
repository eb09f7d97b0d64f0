import { findForSignIn, releaseAttempts, reserveAttempt } from '@signet/directory'
import { PasswordQueueFull } from '@signet/secrets'
import { errors } from 'oidc-provider'
import { chooseLocale } from '../pages/locale.ts'
import { type SignInProblem, signInPage } from '../pages/sign-in.ts'
import { nameOf } from './brand.ts'
import { needsConsent, showConsent } from './consent.ts'
import { readForm } from './form.ts'
import { finish } from './index.ts'
import { formTarget, sendPage } from './respond.ts'
import type { Interaction } from './types.ts'

export function showSignIn(turn: Interaction, problem?: SignInProblem, login?: string): void {
  const { ctx, context, interaction } = turn
  const locale = chooseLocale(interaction.params.ui_locales, ctx.get('accept-language'))
  const base = `${context.mountPath}/interaction/${interaction.uid}`
  const page = signInPage({
    locale,
    projectName: nameOf(context),
    action: `${base}/login`,
    cancelAction: `${base}/abort`,
    passwordLogin: context.project.passwordLogin,
    login: login ?? String(interaction.params.login_hint ?? ''),
    ...(problem ? { problem } : {}),
  })
  sendPage(ctx, page, {
    locale,
    status: problem ? 422 : 200,
    formTargets: formTarget(interaction.params.redirect_uri),
  })
}

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
  const wait = await reserveAttempt(deps.database, project.id, login, {
    failureCap: settings['loginThrottle.failureCap'],
    windowSeconds: settings['loginThrottle.windowSeconds'],
    windowCeilingSeconds: settings['loginThrottle.windowCeilingSeconds'],
  })
  if (wait > 0) return showSignIn(turn, { kind: 'tooMany', minutes: Math.ceil(wait / 60) }, login)
  const account = await findForSignIn(deps.database, project.id, login)
  const verified = await verify(turn, account?.passwordHash ?? null, password)
  if (verified === 'busy') return showSignIn(turn, { kind: 'busy' }, login)
  if (!verified || !account?.active || account.locked) return showSignIn(turn, { kind: 'wrong' }, login)
  await releaseAttempts(deps.database, project.id, login)
  await signedIn(turn, account.id)
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

/** Sign-in and consent share one interaction: the second page follows at once, without another round of redirects. */
async function signedIn(turn: Interaction, accountId: string): Promise<void> {
  const login = { accountId, amr: ['pwd'], remember: true }
  if (!(await needsConsent(turn))) return finish(turn, { login })
  turn.interaction.result = { login }
  await turn.interaction.save(turn.interaction.exp - Math.floor(Date.now() / 1000))
  return showConsent(turn)
}
