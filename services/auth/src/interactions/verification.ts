import {
  awaitsVerification,
  markVerified,
  reserveCodeTry,
  type SignInState,
  withdrawProof,
} from '@signet/directory'
import { PasswordQueueFull } from '@signet/secrets'
import { errors } from 'oidc-provider'
import type { FormProblem } from '../pages/account/parts.ts'
import { verificationPage } from '../pages/account/verification.ts'
import { nameOf } from './brand.ts'
import { readForm } from './form.ts'
import { mailProof, newVerification } from './mailed-proof.ts'
import { formTarget, sendPage } from './respond.ts'
import { continueSignIn, type Pending, pendingOf, readPending } from './steps.ts'
import { addressOf, localeOf } from './turn.ts'
import type { Interaction } from './types.ts'

/** Shows the page, and mails what it asks for unless that was mailed already. */
export async function enterVerification(
  turn: Interaction,
  pending: Pending,
  state: SignInState,
): Promise<void> {
  const { deps, project } = turn.context
  const email = pending.registered ?? state.email ?? ''
  if (!(await awaitsVerification(deps.database, project.id, state.id, project.verificationMethod)))
    send(turn, state)
  showVerification(turn, email)
}

/** Beside the answer, so that its time tells nothing. */
function send({ context, ...turn }: Interaction, { id, email, languages }: SignInState): void {
  if (email === null) return
  const locale = localeOf({ context, ...turn })
  context.deps.aside.run(async () =>
    mailProof(context, { id, email, languages }, await newVerification(context), locale),
  )
}

export function showVerification(turn: Interaction, email: string, problem?: FormProblem): void {
  const { context, ctx, interaction } = turn
  const locale = localeOf(turn)
  const page = verificationPage({
    locale,
    projectName: nameOf(context),
    method: context.project.verificationMethod,
    email,
    action: addressOf(turn, 'verification'),
    againAction: addressOf(turn, 'again'),
    cancelAction: addressOf(turn, 'abort'),
    problem,
  })
  sendPage(ctx, page, {
    locale,
    status: problem ? 422 : 200,
    formTargets: formTarget(interaction.params.redirect_uri),
  })
}

/** A code is tried, or it is looked whether the link was followed; then the sign-in goes on. */
export async function answerVerification(turn: Interaction): Promise<void> {
  const { project } = turn.context
  const pending = requirePending(turn)
  const form = await readForm(turn.ctx.req)
  const byCode = project.verificationMethod === 'code'
  const tried = byCode ? await tryCode(turn, pending.accountId, form.get('code') ?? '') : 'no'
  const state = await readPending(turn, pending)
  const email = pending.registered ?? state?.email ?? ''
  if (tried === 'busy') return showVerification(turn, email, { kind: 'busy' })
  if (tried === 'right' || state?.emailVerified) return continueSignIn(turn, pending)
  return showVerification(turn, email, { kind: byCode ? 'wrongCode' : 'notYet' })
}

/** Where nobody waits for a code it costs the same, and is wrong (T24). */
async function tryCode(
  { context: { deps, project } }: Interaction,
  accountId: string,
  typed: string,
): Promise<'right' | 'no' | 'busy'> {
  const code = typed.replace(/\s/g, '')
  const reserved = await reserveCodeTry(deps.database, project.id, accountId)
  try {
    const right = reserved
      ? await deps.passwords.verify(reserved.codeHash, code)
      : await deps.passwords.verifyNothing(code)
    if (!right || !reserved) return 'no'
  } catch (error) {
    if (error instanceof PasswordQueueFull) return 'busy'
    throw error
  }
  return deps.database.transaction(async (tx) => {
    // Of two that are right at once, one uses the code up (T08).
    if ((await withdrawProof(tx, project.id, reserved)) !== 1) return 'no'
    await markVerified(tx, project.id, accountId)
    return 'right'
  })
}

/** The message once more; when it was sent a moment ago, nothing happens and the page says the same. */
export async function sendAgain(turn: Interaction): Promise<void> {
  const pending = requirePending(turn)
  const state = await readPending(turn, pending)
  if (state && !state.emailVerified) send(turn, state)
  return showVerification(turn, pending.registered ?? state?.email ?? '')
}

export function requirePending(turn: Interaction): Pending {
  const pending = pendingOf(turn)
  if (!pending) throw new errors.SessionNotFound('nobody is signing in')
  return pending
}
