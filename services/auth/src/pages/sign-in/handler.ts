import { type PasswordAttempt, reservePassword, type SignInAccount } from '@signet/accounts'
import type { SignInFailureCause } from '@signet/contracts'
import { passwordBasis } from '../../artifacts/sign-in-basis.ts'
import type { OptionsContext } from '../../core/issuer-context.ts'
import { migrateUser, refuseInEqualTime } from '../../migration/migrate-user.ts'
import { formerRelyingParties } from '../../passkeys/relying-party.ts'
import { resolveWithAnswer, throttlePolicy, visitorOf } from '../../sign-in/attempts.ts'
import { checkPassword } from '../../sign-in/check-password.ts'
import { addressOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import type { FlowState } from '../../sign-in/next-step.ts'
import { noteFailure } from '../../sign-in/note-failure.ts'
import { noteSignIn } from '../../sign-in/note-sign-in.ts'
import {
  continueWith,
  leave,
  type Outcome,
  type RenderedPage,
  rendered,
  stay,
} from '../../sign-in/outcome.ts'
import { passkeyOptions } from '../../sign-in/passkey-proof.ts'
import type { SignInProblem } from '../../sign-in/problem.ts'
import type { Progress, SignInEntry } from '../../sign-in/progress.ts'
import { buttonsOf, providerOfLogin } from '../../sign-in/providers.ts'
import { upgradeHash } from '../../sign-in/upgrade-hash.ts'
import { readForm } from '../shared/form.ts'
import { projectBrand, publicBrand } from '../shared/project-brand.ts'
import { signInPage } from './view.ts'

/** Serves also a pending sign-in whose account may no longer sign in. */
export async function show(visit: InteractionContext, { progress }: FlowState): Promise<RenderedPage> {
  const entry = entryOf(progress)
  return rendered(await render(visit, entry), entry.problem)
}

function entryOf({ entry, failed, pending }: Progress): SignInEntry {
  if (entry) return entry
  if (failed) return { problem: { kind: 'provider', ...failed } }
  return pending ? { problem: { kind: 'wrong' } } : {}
}

async function render(visit: InteractionContext, { problem, login, registered }: SignInEntry) {
  const { context, interaction, provider } = visit
  const { project } = context
  const client = await provider.Client.find(String(interaction.params.client_id))
  const options = await passkeyOptions(visit, null)
  return signInPage({
    locale: localeOf(visit),
    project: projectBrand(context),
    action: addressOf(visit, 'login'),
    cancelAction: addressOf(visit, 'abort'),
    again: addressOf(visit),
    ...(client ? { application: await publicBrand(context, client) } : {}),
    passwordLogin: project.passwordLogin,
    ofConsole: project.reserved === 'administrators',
    ...(options
      ? {
          passkey: {
            action: addressOf(visit, 'passkey'),
            options,
            first: isPreferred(project),
            former: formerRelyingParties(context).map(({ rpId }) => ({ ...options, rpId })),
          },
        }
      : {}),
    providers: buttonsOf(visit),
    login: login ?? String(interaction.params.login_hint ?? ''),
    ...(project.passwordLogin ? { forgotten: addressOf(visit, 'forgotten') } : {}),
    ...(project.passwordLogin && project.registrationOpen ? { register: addressOf(visit, 'register') } : {}),
    ...(registered ? { registered } : {}),
    ...(problem ? { problem } : {}),
  })
}

const isPreferred = ({ passkeys }: OptionsContext['project']): boolean =>
  passkeys === 'preferred' || passkeys === 'required'

/**
 * Reserves an attempt before verifying; a success releases it. An unknown account costs the same hash and gets the same response,
 * unless the migration hook accepts the user and the password.
 */
export async function answer(visit: InteractionContext): Promise<Outcome> {
  const { context, ctx } = visit
  const { deps, project, settings } = context
  const form = await readForm(ctx.req)
  const login = (form.get('login') ?? '').trim()
  const password = form.get('password') ?? ''
  const again = async (problem: SignInProblem) => stay(await render(visit, { problem, login }), problem)
  // An administrator switched passwords off while the page was open.
  if (!project.passwordLogin) return again({ kind: 'passwordOff' })
  const policy = throttlePolicy(settings)
  const attempt = await reservePassword(deps.database, project.id, login, policy, visitorOf(visit))
  const { account } = attempt
  const failed = (cause: SignInFailureCause) => {
    noteSignIn(visit, { method: 'password', outcome: cause, accountId: account?.id })
    if (account) noteFailure(visit, account.id, cause)
  }
  const throttled = throttledBy(attempt)
  if (throttled) {
    failed('throttled')
    return again(throttled)
  }
  const verified = await checkPassword(context, account?.passwordHash ?? null, password)
  const checkedAt = performance.now()
  const migrated = account || verified === 'busy' ? null : await migrateUser(context, { login, password })
  if (verified === 'busy' || migrated === 'busy') {
    resolveWithAnswer(attempt.takeBack)
    return again({ kind: 'busy' })
  }
  const user = migrated ?? account
  if (!user?.active || user.locked || !(verified || migrated)) {
    failed(causeOf(verified, account))
    await refuseInEqualTime(context, login, checkedAt)
    // Existing and unknown accounts are redirected equally.
    const provider = providerOfLogin(context, login)
    return provider ? leave(provider.id, login) : again({ kind: 'wrong' })
  }
  resolveWithAnswer(attempt.release)
  await upgradeHash(context, user, password)
  return continueWith({ pending: { accountId: user.id, amr: ['pwd'], basis: passwordBasis(user) } }, user)
}

const throttledBy = ({ wait, closed }: PasswordAttempt): SignInProblem | null => {
  if (wait > 0) return { kind: 'tooMany', minutes: Math.ceil(wait / 60) }
  return closed ? { kind: 'closed' } : null
}

function causeOf(verified: boolean, account: SignInAccount | null): SignInFailureCause {
  if (!verified) return 'wrong_password'
  return account?.locked ? 'locked' : 'deactivated'
}
