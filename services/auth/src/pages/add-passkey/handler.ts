import { noteOffer, type SignInState } from '@signet/accounts'
import { pagesTextsOf } from '@signet/i18n/pages'
import { beginEnrolment, finishEnrolment } from '../../own-account/enrol-passkey.ts'
import { methodsOfPasskey } from '../../passkeys/methods.ts'
import type { EnrolmentProblem } from '../../passkeys/problem.ts'
import { relyingParty } from '../../passkeys/relying-party.ts'
import { addressOf, type InteractionContext, localeOf } from '../../sign-in/context.ts'
import { type FlowState, hasPasskey, missingProof, rulesOf } from '../../sign-in/next-step.ts'
import { continueWith, type Outcome, type RenderedPage, rendered, stay } from '../../sign-in/outcome.ts'
import {
  type PendingSignIn,
  type Progress,
  progressOf,
  readPending,
  requirePending,
} from '../../sign-in/progress.ts'
import { readForm } from '../shared/form.ts'
import { nameOf, projectBrand } from '../shared/project-brand.ts'
import { addPasskeyPage } from './view.ts'

/** A project may require a passkey of the present host. */
const isRequired = ({ context }: InteractionContext, account: SignInState | null): boolean =>
  context.project.passkeys === 'required' && !hasPasskey({ account, rules: rulesOf(context) })

const ownerOf = ({ context }: InteractionContext, { accountId }: PendingSignIn) => ({
  projectId: context.project.id,
  accountId,
})

/** The account is asked once a month at most. */
export async function enter(visit: InteractionContext, { progress, account }: FlowState): Promise<Progress> {
  const { pending } = progress
  if (!pending || pending.offer === 'shown' || isRequired(visit, account)) return progress
  await noteOffer(visit.context.deps.database, ownerOf(visit, pending))
  return { pending: { ...pending, offer: 'shown' } }
}

export async function show(
  visit: InteractionContext,
  { progress, account }: FlowState,
): Promise<RenderedPage> {
  return rendered(await render(visit, progress.pending ?? requirePending(visit), account))
}

async function render(
  visit: InteractionContext,
  pending: PendingSignIn,
  account: SignInState | null,
  problem?: EnrolmentProblem,
) {
  const { context, interaction } = visit
  const accountName = account?.email ?? pending.accountId
  const rp = relyingParty(context)
  const enrolment = { owner: ownerOf(visit, pending), boundTo: interaction.uid, accountName }
  return addPasskeyPage({
    locale: localeOf(visit),
    project: projectBrand(context),
    projectName: nameOf(context),
    action: addressOf(visit, 'newpasskey'),
    cancelAction: addressOf(visit, 'abort'),
    otherAction: addressOf(visit, 'other'),
    declineAction: isRequired(visit, account) ? undefined : addressOf(visit, 'notnow'),
    accountName,
    formerHost: pending.formerHost,
    form: rp ? await beginEnrolment(context, rp, enrolment) : { options: {}, models: [] },
    problem,
  })
}

/** A project that requires a passkey shows the page again. */
export async function decline(visit: InteractionContext): Promise<Outcome> {
  return continueWith({ pending: { ...requirePending(visit), offer: 'answered' } })
}

/**
 * Stores a new passkey, only while this page is the next step: a password does not add a second factor to an account that has one. The
 * passkey is a second factor of this sign-in when it verified its user.
 */
export async function answer(visit: InteractionContext): Promise<Outcome> {
  const { context, ctx, interaction } = visit
  const pending = requirePending(visit)
  const credential = (await readForm(ctx.req)).get('credential')
  const account = await readPending(visit, pending)
  if (!account) return continueWith({ entry: { problem: { kind: 'over' } } })
  const progress = progressOf(visit)
  if (missingProof({ account, progress, rules: rulesOf(context) }) !== 'new-passkey')
    return continueWith(progress, account)
  const added = await finishEnrolment(context, {
    owner: ownerOf(visit, pending),
    boundTo: interaction.uid,
    credential,
    name: pagesTextsOf(localeOf(visit)).passkeys.defaultName,
    revocations: account.revocations,
  })
  if (typeof added === 'string')
    return stay(await render(visit, pending, account, added), { kind: 'passkeyWrong' })
  const used = methodsOfPasskey(added.synced, added.userVerified)
  return continueWith({
    pending: { ...pending, offer: 'answered', amr: [...new Set([...pending.amr, ...used])] },
  })
}
