import { reservePassword, type SignInAccount } from '@signet/accounts'
import type { SignInFailureCause } from '@signet/contracts'
import { passwordBasis } from '../../artifacts/sign-in-basis.ts'
import { resolveWithAnswer, throttlePolicy, visitorOf } from '../../sign-in/attempts.ts'
import { checkPassword } from '../../sign-in/check-password.ts'
import { addressOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import type { FlowState } from '../../sign-in/next-step.ts'
import { noteFailure } from '../../sign-in/note-failure.ts'
import { continueWith, leave, type Outcome, type Rendered, rendered, stay } from '../../sign-in/outcome.ts'
import type { SignInProblem } from '../../sign-in/problem.ts'
import type { Progress, SignInEntry } from '../../sign-in/progress.ts'
import { buttonsOf, providerOfLogin } from '../../sign-in/providers.ts'
import { readForm } from '../shared/form.ts'
import { projectBrand, publicBrand } from '../shared/project-brand.ts'
import { signInPage } from './view.ts'

/** Who had begun to sign in and may not go on begins anew. */
export async function show(visit: InteractionContext, { progress }: FlowState): Promise<Rendered> {
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
  return signInPage({
    locale: localeOf(visit),
    project: projectBrand(context),
    action: addressOf(visit, 'login'),
    cancelAction: addressOf(visit, 'abort'),
    ...(client ? { application: await publicBrand(context, client) } : {}),
    passwordLogin: project.passwordLogin,
    ofConsole: project.reserved === 'administrators',
    providers: buttonsOf(visit),
    login: login ?? String(interaction.params.login_hint ?? ''),
    ...(project.passwordLogin ? { forgotten: addressOf(visit, 'forgotten') } : {}),
    ...(project.passwordLogin && project.registrationOpen ? { register: addressOf(visit, 'register') } : {}),
    ...(registered ? { registered } : {}),
    ...(problem ? { problem } : {}),
  })
}

/**
 * Checks a password. An attempt is reserved before it is verified and counts until a success releases it (R22);
 * an unknown account costs the same hash and gets the same answer (T24).
 */
export async function answer(visit: InteractionContext): Promise<Outcome> {
  const { context, ctx } = visit
  const { deps, project, settings } = context
  const form = await readForm(ctx.req)
  const login = (form.get('login') ?? '').trim()
  const password = form.get('password') ?? ''
  const again = async (problem: SignInProblem) => stay(await render(visit, { problem, login }), problem)
  // The page with the password was open when an administrator switched passwords off.
  if (!project.passwordLogin) return again({ kind: 'passwordOff' })
  const policy = throttlePolicy(settings)
  const attempt = await reservePassword(deps.database, project.id, login, policy, visitorOf(visit))
  const { account, wait } = attempt
  const failed = (cause: SignInFailureCause) => account && noteFailure(visit, account.id, cause)
  if (wait > 0) {
    failed('throttled')
    return again({ kind: 'tooMany', minutes: Math.ceil(wait / 60) })
  }
  if (attempt.closed) {
    failed('throttled')
    return again({ kind: 'closed' })
  }
  const verified = await checkPassword(context, account?.passwordHash ?? null, password)
  if (verified === 'busy') {
    resolveWithAnswer(attempt.takeBack)
    return again({ kind: 'busy' })
  }
  if (!verified || !account?.active || account.locked) {
    failed(causeOf(verified, account))
    // Whoever has an address of a provider's domain signs in there; the same for every account, and for none (T24).
    const provider = providerOfLogin(context, login)
    return provider ? leave(provider.id, login) : again({ kind: 'wrong' })
  }
  resolveWithAnswer(attempt.release)
  return continueWith(
    { pending: { accountId: account.id, amr: ['pwd'], basis: passwordBasis(account) } },
    account,
  )
}

/** What kept the account out although the password was right, or that it was wrong. */
function causeOf(verified: boolean, account: SignInAccount | null): SignInFailureCause {
  if (!verified) return 'wrong_password'
  return account?.locked ? 'locked' : 'deactivated'
}
