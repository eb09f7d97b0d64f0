import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { useUnder } from '../issuers/under.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { answerAccountChoice, showAccountChoice } from './choose-account.ts'
import { answerConsent, showConsent } from './consent.ts'
import { notePage, showingProblems, showProblem } from './error.ts'
import { answerForgotten, showForgotten } from './forgotten-password.ts'
import { foreignFormProblem, requireOwnOrigin } from './form.ts'
import { addMailedLinks } from './mailed-links.ts'
import { answerRegistration, showRegistration } from './registration.ts'
import { answerAuthenticator } from './second-factor.ts'
import { answerSignIn, showSignIn } from './sign-in.ts'
import { continueSignIn, pendingOf } from './steps.ts'
import type { Interaction } from './types.ts'
import { answerVerification, sendAgain } from './verification.ts'

const route = /^\/interaction\/([\w-]+)(?:\/([a-z]+))?$/

/**
 * Pages a person meets between an authorization request and its answer. They stand before the provider's own routes
 * in the same application, so they share its unit of work.
 */
export function addInteractions(provider: Provider, context: OptionsContext): void {
  addMailedLinks(provider, context)
  guardProviderForms(provider, context)
  useUnder(provider, 'interaction', async (ctx, next) => {
    const match = route.exec(ctx.path)
    if (!match) return next()
    await handle(provider, context, ctx as unknown as KoaContextWithOIDC, match[1] ?? '', match[2])
  })
}

/** Forms that lead to the provider's own routes, which bind them to the browser's session by a token alone. */
const providerForms = new Set(['/device', '/session/end/confirm'])

/** They come from our own pages or are not answered, as every other form here (T26). */
function guardProviderForms(provider: Provider, context: OptionsContext): void {
  for (const segment of ['device', 'session'])
    useUnder(provider, segment, async (plain, next) => {
      if (plain.method !== 'POST' || !providerForms.has(plain.path)) return next()
      const ctx = plain as unknown as KoaContextWithOIDC
      const problem = foreignFormProblem(ctx, context.issuer)
      if (problem) showProblem(ctx, context, problem)
      else if (segment === 'session' && !(await provider.Session.get(ctx)).accountId) {
        // Signed out already, by another click or window.
        ctx.status = 303
        ctx.redirect(`${context.mountPath}/session/end/success`)
      } else await next()
    })
}

async function handle(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  uid: string,
  step: string | undefined,
): Promise<void> {
  await showingProblems(ctx, context, async () => {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res)
    if (interaction.uid !== uid) throw new errors.SessionNotFound('interaction and cookie do not match')
    notePage(ctx, interaction, step)
    await dispatch({ provider, context, ctx, interaction }, step)
  })
}

type Page = (turn: Interaction) => Promise<void> | void

/** Pages with an address of their own. */
const shown: Readonly<Record<string, Page>> = { register: showRegistration, forgotten: showForgotten }

/** What the forms of the pages lead to. */
const answered: Readonly<Record<string, Page>> = {
  account: answerAccountChoice,
  login: answerSignIn,
  consent: answerConsent,
  register: answerRegistration,
  forgotten: answerForgotten,
  verification: answerVerification,
  again: sendAgain,
  authenticator: answerAuthenticator,
  abort: (turn) => finish(turn, { error: 'access_denied', error_description: 'the end-user cancelled' }),
}

async function dispatch(turn: Interaction, step: string | undefined): Promise<void> {
  const { ctx, context } = turn
  if (ctx.method === 'GET' && !step) return showFirst(turn)
  const pages = ctx.method === 'GET' ? shown : ctx.method === 'POST' ? answered : {}
  const page = step !== undefined && Object.hasOwn(pages, step) ? pages[step] : undefined
  if (!page) throw new errors.InvalidRequest('this page cannot be reached like that')
  if (ctx.method === 'POST') requireOwnOrigin(ctx, context.issuer)
  return page(turn)
}

/** Where the sign-in stands: its first page, the choice of an account, the step it waits at, or consent. */
function showFirst(turn: Interaction): Promise<void> | void {
  const { prompt, result } = turn.interaction
  if (prompt.name === 'consent' || result?.login) return showConsent(turn)
  const pending = pendingOf(turn)
  if (pending) return continueSignIn(turn, pending)
  return prompt.name === 'select_account' ? showAccountChoice(turn) : showSignIn(turn)
}

/** Goes back to the authorization endpoint with the outcome; 303, so that no password is ever posted on. */
export async function finish(
  turn: Interaction,
  result: Parameters<Provider['interactionResult']>[2],
): Promise<void> {
  const { provider, ctx } = turn
  const returnTo = await provider.interactionResult(ctx.req, ctx.res, result, {
    mergeWithLastSubmission: !('error' in result),
  })
  ctx.status = 303
  ctx.redirect(returnTo)
}
