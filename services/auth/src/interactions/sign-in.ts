import type { Settings } from '@signet/contracts'
import type { Sql } from '@signet/db'
import { reservePassword, type ThrottlePolicy, type Visitor } from '@signet/directory'
import { clientAddress, networkOf } from '@signet/runtime'
import { PasswordQueueFull } from '@signet/secrets'
import { errors } from 'oidc-provider'
import { type SignInProblem, signInPage } from '../pages/sign-in.ts'
import { unitOfWork } from '../storage/unit-of-work.ts'
import { colourForAnybody, nameOf } from './brand.ts'
import { readForm } from './form.ts'
import { knownBrowsers } from './known-browser.ts'
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

export async function showSignIn(
  turn: Interaction,
  { problem, login, registered }: Shown = {},
): Promise<void> {
  const { ctx, context, interaction, provider } = turn
  const { project } = context
  const locale = localeOf(turn)
  const client = await provider.Client.find(String(interaction.params.client_id))
  const page = signInPage({
    locale,
    projectName: nameOf(context),
    action: addressOf(turn, 'login'),
    cancelAction: addressOf(turn, 'abort'),
    primaryColor: client && colourForAnybody(context, client),
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
  const policy = throttlePolicy(settings)
  const attempt = await reservePassword(deps.database, project.id, login, policy, visitorOf(turn))
  const { account, wait } = attempt
  if (wait > 0)
    return showSignIn(turn, { problem: { kind: 'tooMany', minutes: Math.ceil(wait / 60) }, login })
  if (attempt.closed) return showSignIn(turn, { problem: { kind: 'closed' }, login })
  const verified = await verify(turn, account?.passwordHash ?? null, password)
  if (verified === 'busy') {
    settleWithAnswer(attempt.takeBack)
    return showSignIn(turn, { problem: { kind: 'busy' }, login })
  }
  if (!verified || !account?.active || account.locked)
    return showSignIn(turn, { problem: { kind: 'wrong' }, login })
  settleWithAnswer(attempt.release)
  await continueSignIn(turn, { accountId: account.id, amr: ['pwd'] }, account)
}

/** Who tries, for the throttle: the browser, and the network it is in. */
export const visitorOf = ({ context, ctx }: Interaction): Visitor => ({
  known: knownBrowsers(context, ctx),
  network: networkOf(clientAddress(ctx.req, context.deps.config.SIGNET_PROXY_HOPS)),
})

/** What becomes of a reservation is written together with what else the request writes. */
export function settleWithAnswer(settled: Sql): void {
  const unit = unitOfWork()
  if (!unit) throw new Error('An attempt belongs to a request.')
  unit.addInsert('settled attempt', settled)
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
