import { awaitsVerification, type SignInState } from '@signet/accounts'
import { mailConfigured } from '@signet/mail'
import { presentedBy, proveOwner } from '../../sign-in/address-owner.ts'
import { addressOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import { tryCode } from '../../sign-in/mailed-code.ts'
import { mailProof, newVerification } from '../../sign-in/mailed-proof.ts'
import type { FlowState } from '../../sign-in/next-step.ts'
import { noteOrigin } from '../../sign-in/onward.ts'
import { continueWith, type Outcome, type RenderedPage, rendered, stay } from '../../sign-in/outcome.ts'
import { type Progress, readPending, requirePending } from '../../sign-in/progress.ts'
import { readForm } from '../shared/form.ts'
import type { FormProblem } from '../shared/parts.ts'
import { projectBrand } from '../shared/project-brand.ts'
import { verificationPage } from './view.ts'

/** Mails nothing while a code or link is still valid. */
export async function enter(visit: InteractionContext, { progress, account }: FlowState): Promise<Progress> {
  const { deps, project } = visit.context
  if (
    account &&
    !(await awaitsVerification(deps.database, project.id, account.id, project.verificationMethod))
  )
    send(visit, account)
  return progress
}

export async function show(
  visit: InteractionContext,
  { progress, account }: FlowState,
): Promise<RenderedPage> {
  return rendered(await render(visit, progress.pending?.registered ?? account?.email ?? ''))
}

/** Mails in the background: the response time does not reveal whether a message is sent. */
function send({ context, ...visit }: InteractionContext, { id, email, languages }: SignInState): void {
  if (email === null) return
  const locale = localeOf({ context, ...visit })
  context.deps.backgroundTasks.run(async () =>
    mailProof(context, { id, email, languages }, await newVerification(context), locale),
  )
}

async function render(visit: InteractionContext, email: string, problem?: FormProblem) {
  const { deps, project } = visit.context
  const mails = await mailConfigured(deps.database)
  if (mails && project.verificationMethod === 'link') noteOrigin(visit, 'verification')
  return verificationPage({
    locale: localeOf(visit),
    project: projectBrand(visit.context),
    method: mails ? project.verificationMethod : 'none',
    email,
    action: addressOf(visit, 'verification'),
    againAction: addressOf(visit, 'again'),
    cancelAction: addressOf(visit, 'abort'),
    otherAction: addressOf(visit, 'other'),
    problem,
  })
}

export async function answer(visit: InteractionContext): Promise<Outcome> {
  const { project } = visit.context
  const pending = requirePending(visit)
  const { accountId } = pending
  const form = await readForm(visit.ctx.req)
  const code = project.verificationMethod === 'code' ? form.get('code') : undefined
  const tried =
    code === undefined
      ? 'no'
      : await tryCode(visit, accountId, code, async (tx) => {
          await proveOwner(tx, visit.context, accountId, presentedBy(pending))
        })
  const account = await readPending(visit, pending)
  const again = async (problem: FormProblem) =>
    stay(await render(visit, pending.registered ?? account?.email ?? '', problem), problem)
  if (tried === 'busy') return again({ kind: 'busy' })
  if (tried === 'right' || account?.emailVerified) return continueWith({ pending })
  return again({ kind: code === undefined ? 'notYet' : 'wrongCode' })
}

/** Sends nothing within the shortest interval, and shows the same page. */
export async function sendAgain(visit: InteractionContext): Promise<Outcome> {
  const pending = requirePending(visit)
  const account = await readPending(visit, pending)
  if (account && !account.emailVerified) send(visit, account)
  return stay(await render(visit, pending.registered ?? account?.email ?? ''))
}
