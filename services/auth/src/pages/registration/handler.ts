import {
  createAccountIfFree,
  createPersonalTeam,
  findForReset,
  normalizeKey,
  readSignInState,
  signUpsPaused,
  takeAllowances,
} from '@signet/accounts'
import { isAccountName, limits } from '@signet/contracts'
import type { AuditedTx } from '@signet/db'
import type { Locale } from '@signet/i18n'
import { alreadyRegistered, mailConfigured } from '@signet/mail'
import { derivedId, isPlainAddress } from '@signet/runtime'
import { errors } from 'oidc-provider'
import { passwordBasis } from '../../artifacts/sign-in-basis.ts'
import { auditOutcome, ownAct } from '../../core/audit.ts'
import type { OptionsContext } from '../../core/issuer-context.ts'
import { addressOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import { mailNotice, mailProof, newVerification } from '../../sign-in/mailed-proof.ts'
import { hashPassword, minCharactersOf, problemOfPassword } from '../../sign-in/new-password.ts'
import { continueWith, type Outcome, type RenderedPage, rendered, stay } from '../../sign-in/outcome.ts'
import { readForm } from '../shared/form.ts'
import type { FormProblem } from '../shared/parts.ts'
import { nameOf, projectBrand } from '../shared/project-brand.ts'
import { pausedPage, registrationPage } from './view.ts'

export async function show(visit: InteractionContext): Promise<RenderedPage> {
  if (await isPaused(visit)) return rendered(renderPaused(visit))
  return rendered(render(visit, String(visit.interaction.params.login_hint ?? '')))
}

/** @throws AccessDenied when registration is not open */
async function isPaused({ context: { deps, project, settings } }: InteractionContext): Promise<boolean> {
  if (!project.registrationOpen || !project.passwordLogin)
    throw new errors.AccessDenied('registration is not open')
  return signUpsPaused(deps.database, settings, project.id)
}

const renderPaused = (visit: InteractionContext) =>
  pausedPage({ locale: localeOf(visit), project: projectBrand(visit.context), signIn: addressOf(visit) })

const render = (visit: InteractionContext, login: string, problem?: FormProblem) =>
  registrationPage({
    locale: localeOf(visit),
    project: projectBrand(visit.context),
    action: addressOf(visit, 'register'),
    signIn: addressOf(visit),
    login,
    minCharacters: minCharactersOf(visit.context),
    problem,
  })

/**
 * The response is the same for a free and a used address: the password is hashed and one transaction commits in both cases. The
 * background task mails the proof, or a notice that the account exists.
 */
export async function answer(visit: InteractionContext): Promise<Outcome> {
  if (await isPaused(visit)) return stay(renderPaused(visit))
  const { context, ctx } = visit
  const form = await readForm(ctx.req)
  const email = (form.get('login') ?? '').trim()
  const password = form.get('password') ?? ''
  const again = (problem: FormProblem) => stay(render(visit, email, problem), problem)
  if (!isPlainAddress(email) || !isAccountName(email) || email.length > limits.userEmailCharacters.max)
    return again({ kind: 'address' })
  const problem = problemOfPassword(context, password)
  if (problem) return again(problem)
  const hashed = await hashPassword(context, password)
  if ('problem' in hashed) return again(hashed.problem)
  const id = accountIdFor(visit, email)
  const result = await register(context, { id, email, passwordHash: hashed.hash })
  const locale = localeOf(visit)
  context.deps.backgroundTasks.run(() => notify(context, { id, email }, result, locale))
  if (!context.project.emailVerificationRequired)
    return continueWith({ entry: { registered: true, login: email } })
  const account = await readSignInState(context.deps.database, context.project.id, id)
  const basis = account ? passwordBasis(account) : undefined
  return continueWith({ pending: { accountId: id, amr: ['pwd'], basis, registered: email } })
}

/** The id is derived, so that a form that is sent twice creates one account and both responses continue with it. */
function accountIdFor({ context, interaction }: InteractionContext, email: string): string {
  const seed = context.cookieKeys.sign(
    `registration ${context.project.id} ${interaction.uid} ${normalizeKey(email)}`,
  )
  return derivedId('account', (interaction.iat ?? 0) * 1000, Buffer.from(seed, 'base64url'))
}

interface NewAccount {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
}

type RegistrationResult = 'created' | 'existing' | 'too many'

/** Allows five registrations per hour for an address. Commits the count with either result. */
const register = ({ deps, project }: OptionsContext, account: NewAccount): Promise<RegistrationResult> =>
  deps.database.transaction(async (tx) => {
    const key = `${project.id} ${normalizeKey(account.email)}`
    const allowance = { bucket: 'registration', key, max: 5, seconds: 3_600 }
    if ((await takeAllowances(tx, [allowance])) > 0) return 'too many'
    const owner = { projectId: project.id, accountId: account.id }
    const isCreated = await auditOutcome(
      tx,
      owner,
      (audited) => createRegistered(audited, project, account),
      (created) => (created ? ownAct(owner, 'enduser.create') : null),
    )
    return isCreated ? 'created' : 'existing'
  })

/** Adds the personal team in the project of the administrators. */
async function createRegistered(
  audited: AuditedTx,
  project: Pick<OptionsContext['project'], 'id' | 'reserved'>,
  account: NewAccount,
): Promise<boolean> {
  if (!(await createAccountIfFree(audited, { projectId: project.id, ...account }))) return false
  if (project.reserved)
    await createPersonalTeam(audited, {
      projectId: project.id,
      accountId: account.id,
      email: account.email,
    })
  return true
}

async function notify(
  context: OptionsContext,
  { id, email }: { readonly id: string; readonly email: string },
  result: RegistrationResult,
  locale: Locale,
): Promise<void> {
  const { database } = context.deps
  if (result === 'too many' || !(await mailConfigured(database))) return
  if (result === 'created')
    return mailProof(context, { id, email, languages: [] }, await newVerification(context), locale)
  const holder = await findForReset(database, context.project.id, email)
  // The form was sent twice: the proof is being mailed.
  if (holder?.id === id) return
  if (holder?.email)
    await mailNotice(
      context,
      { ...holder, email: holder.email },
      alreadyRegistered({ project: nameOf(context) }),
      locale,
    )
}
