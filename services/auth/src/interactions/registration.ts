import { limits } from '@signet/contracts'
import {
  createAccountIfFree,
  createPersonalTeam,
  findForReset,
  normaliseKey,
  signUpsPaused,
  takeAllowances,
} from '@signet/directory'
import { alreadyRegistered, mailConfigured } from '@signet/mail'
import { derivedId, isPlainAddress } from '@signet/runtime'
import { errors } from 'oidc-provider'
import type { FormProblem } from '../pages/account/parts.ts'
import { pausedPage, registrationPage } from '../pages/account/registration.ts'
import type { Locale } from '../pages/locale.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { nameOf } from './brand.ts'
import { readForm } from './form.ts'
import { mailNotice, mailProof, newVerification } from './mailed-proof.ts'
import { hashPassword, minCharactersOf, problemOfPassword } from './new-password.ts'
import { formTarget, sendPage } from './respond.ts'
import { showSignIn } from './sign-in.ts'
import { continueSignIn } from './steps.ts'
import { addressOf, localeOf } from './turn.ts'
import type { Interaction } from './types.ts'

export async function showRegistration(turn: Interaction): Promise<void> {
  if (await isClosed(turn)) return
  show(turn, String(turn.interaction.params.login_hint ?? ''))
}

/** Refuses where nobody may sign up; says so kindly where sign-ups pause. */
async function isClosed(turn: Interaction): Promise<boolean> {
  const { deps, project, settings } = turn.context
  if (!project.registrationOpen || !project.passwordLogin)
    throw new errors.AccessDenied('registration is not open')
  if (!(await signUpsPaused(deps.database, settings, project.id))) return false
  const locale = localeOf(turn)
  const page = pausedPage({ locale, projectName: nameOf(turn.context), signIn: addressOf(turn) })
  sendPage(turn.ctx, page, { locale })
  return true
}

function show(turn: Interaction, login: string, problem?: FormProblem): void {
  const { context, ctx, interaction } = turn
  const locale = localeOf(turn)
  const page = registrationPage({
    locale,
    projectName: nameOf(context),
    action: addressOf(turn, 'register'),
    signIn: addressOf(turn),
    login,
    minCharacters: minCharactersOf(context),
    problem,
  })
  sendPage(ctx, page, {
    locale,
    status: problem ? 422 : 200,
    formTargets: formTarget(interaction.params.redirect_uri),
  })
}

/**
 * The answer is the same whether the address was free or not: the hash is made, one transaction commits, and what is mailed,
 * the proof or a word that there is an account already, goes beside it (T24).
 */
export async function answerRegistration(turn: Interaction): Promise<void> {
  if (await isClosed(turn)) return
  const { context, ctx } = turn
  const form = await readForm(ctx.req)
  const email = (form.get('login') ?? '').trim()
  const password = form.get('password') ?? ''
  if (!isPlainAddress(email) || email.length > limits.userEmailCharacters.max)
    return show(turn, email, { kind: 'address' })
  const problem = problemOfPassword(context, password)
  if (problem) return show(turn, email, problem)
  const hashed = await hashPassword(context, password)
  if ('problem' in hashed) return show(turn, email, hashed.problem)
  const id = accountIdFor(turn, email)
  const made = await register(context, { id, email, passwordHash: hashed.hash })
  const locale = localeOf(turn)
  context.deps.aside.run(() => tell(context, { id, email }, made, locale))
  if (!context.project.emailVerificationRequired) return showSignIn(turn, { registered: true, login: email })
  return continueSignIn(turn, { accountId: id, amr: ['pwd'], registered: email })
}

/** A form that is sent twice makes one account, and whichever answer is followed goes on with it. */
function accountIdFor({ context, interaction }: Interaction, email: string): string {
  const seed = context.cookieKeys.sign(
    `registration ${context.project.id} ${interaction.uid} ${normaliseKey(email)}`,
  )
  return derivedId('account', (interaction.iat ?? 0) * 1000, Buffer.from(seed, 'base64url'))
}

type Made = 'made' | 'existing' | 'too many'

/** Five an hour for one address, counted in the same commit whatever comes of it. */
const register = (
  { deps, project }: OptionsContext,
  account: { readonly id: string; readonly email: string; readonly passwordHash: string },
): Promise<Made> =>
  deps.database.transaction(async (tx) => {
    const key = `${project.id} ${normaliseKey(account.email)}`
    const allowance = { bucket: 'registration', key, max: 5, seconds: 3_600 }
    if ((await takeAllowances(tx, [allowance])) > 0) return 'too many'
    if (!(await createAccountIfFree(tx, { projectId: project.id, ...account }))) return 'existing'
    if (project.reserved)
      await createPersonalTeam(tx, {
        projectId: project.id,
        accountId: account.id,
        email: account.email,
      })
    return 'made'
  })

async function tell(
  context: OptionsContext,
  { id, email }: { readonly id: string; readonly email: string },
  made: Made,
  locale: Locale,
): Promise<void> {
  const { database } = context.deps
  if (made === 'too many' || !(await mailConfigured(database))) return
  if (made === 'made')
    return mailProof(context, { id, email, languages: [] }, await newVerification(context), locale)
  const holder = await findForReset(database, context.project.id, email)
  // The form was sent twice: the proof is on its way.
  if (holder?.id === id) return
  if (holder?.email)
    await mailNotice(
      context,
      { ...holder, email: holder.email },
      alreadyRegistered({ project: nameOf(context) }),
      locale,
    )
}
