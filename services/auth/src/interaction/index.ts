import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import type { LayerFactory } from '../core/layer.ts'
import * as addPasskey from '../pages/add-passkey/handler.ts'
import * as authenticator from '../pages/authenticator/handler.ts'
import * as secondPasskey from '../pages/authenticator/passkey.ts'
import * as chooseAccount from '../pages/choose-account/handler.ts'
import * as claimAccount from '../pages/claim-account/handler.ts'
import * as consent from '../pages/consent/handler.ts'
import * as forgotten from '../pages/forgotten/handler.ts'
import { notePage, noteSignInPage, showingProblems, showProblem } from '../pages/problem/error.ts'
import * as recoveryCode from '../pages/recovery-code/handler.ts'
import * as registration from '../pages/registration/handler.ts'
import { foreignFormProblem, requireOwnOrigin } from '../pages/shared/form.ts'
import * as signIn from '../pages/sign-in/handler.ts'
import * as passkey from '../pages/sign-in/passkey.ts'
import * as verification from '../pages/verification/handler.ts'
import type { InteractionContext } from '../sign-in/context.ts'
import { noteFailure } from '../sign-in/note-failure.ts'
import { continueWith, end, leave, type Outcome, type RenderedPage } from '../sign-in/outcome.ts'
import { progressOf } from '../sign-in/progress.ts'
import { follow } from './flow.ts'

const route = /^\/interaction\/([\w-]+)(?:\/([a-z]+))?(?:\/([\w-]{1,32}))?$/

export const interactionLayer: LayerFactory =
  ({ provider, context }) =>
  async (ctx, next) => {
    const match = route.exec(ctx.path)
    if (!match) return next()
    const [, uid = '', step, providerId] = match
    await handle(provider, context, ctx, { uid, step, providerId })
  }

/** Rejects a form that another site sent to a route of oidc-provider, which binds it to the browser by a token only. */
export const ownFormLayer: LayerFactory =
  ({ context }) =>
  async (ctx, next) => {
    const problem = ctx.method === 'POST' ? foreignFormProblem(ctx, context.issuer) : undefined
    if (problem) showProblem(ctx, context, problem)
    else await next()
  }

/** Another click or window ended the session of a confirmed sign-out. */
export const endedSessionLayer: LayerFactory =
  ({ provider, context }) =>
  async (ctx, next) => {
    if ((await provider.Session.get(ctx)).accountId) return next()
    ctx.status = 303
    ctx.redirect(`${context.mountPath}/session/end/success`)
  }

interface Address {
  readonly uid: string
  readonly step: string | undefined
  readonly providerId: string | undefined
}

async function handle(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  { uid, step, providerId }: Address,
): Promise<void> {
  notePage({ route: `interaction.${step ?? 'page'}` })
  await showingProblems(ctx, context, async () => {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res)
    if (interaction.uid !== uid) throw new errors.SessionNotFound('interaction and cookie do not match')
    noteSignInPage(interaction, `interaction.${step ?? 'page'}`)
    const visit = { provider, context, ctx, interaction }
    await follow(visit, await outcomeOf(visit, step, providerId))
  })
}

/** Pages with an address of their own, outside the order of the flow. */
const shown: Readonly<Record<string, (visit: InteractionContext) => Promise<Outcome>>> = {
  register: async (visit) => staying(await registration.show(visit)),
  forgotten: async (visit) => staying(await forgotten.show(visit)),
  recovery: recoveryCode.show,
}

const staying = (rendered: RenderedPage): Outcome => ({ kind: 'stay', rendered })

const answered: Readonly<Record<string, (visit: InteractionContext) => Promise<Outcome>>> = {
  account: chooseAccount.answer,
  login: signIn.answer,
  consent: consent.answer,
  register: registration.answer,
  forgotten: forgotten.answer,
  verification: verification.answer,
  again: verification.sendAgain,
  authenticator: authenticator.answer,
  passkey: passkey.answerPasskey,
  secondpasskey: secondPasskey.answerPasskey,
  recovery: recoveryCode.answer,
  newpasskey: addPasskey.answer,
  notnow: addPasskey.decline,
  claim: claimAccount.answerPassword,
  claimcode: claimAccount.answerCode,
  sendcode: claimAccount.sendCode,
  other: async () => continueWith({ entry: { login: '' } }),
  abort: cancel,
}

/** Cancelling after the sign-in counts as refused consent. */
async function cancel(visit: InteractionContext): Promise<Outcome> {
  const { interaction } = visit
  const present = interaction.prompt.name === 'consent' ? interaction.session?.accountId : undefined
  const accountId = progressOf(visit).login?.accountId ?? present
  if (accountId !== undefined) noteFailure(visit, accountId, 'consent_refused')
  return end({ error: 'access_denied', error_description: 'the end-user cancelled' })
}

async function outcomeOf(
  visit: InteractionContext,
  step: string | undefined,
  providerId: string | undefined,
): Promise<Outcome> {
  const { ctx, context } = visit
  if (ctx.method === 'GET') {
    // A link, not a form: browsers apply form-action to the redirect that follows.
    if (step === 'provider' && providerId !== undefined) return leave(providerId)
    if (step === undefined) return continueWith(progressOf(visit))
    const show = Object.hasOwn(shown, step) ? shown[step] : undefined
    if (show) return show(visit)
  } else if (ctx.method === 'POST' && step !== undefined && Object.hasOwn(answered, step)) {
    requireOwnOrigin(ctx, context.issuer)
    const answer = answered[step]
    if (answer) return answer(visit)
  }
  throw new errors.InvalidRequest('this page cannot be reached like that')
}
