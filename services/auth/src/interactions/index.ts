import type Provider from 'oidc-provider'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { OptionsContext } from '../provider-options/context.ts'
import { answerConsent, showConsent } from './consent.ts'
import { showProblem } from './error.ts'
import { requireOwnOrigin } from './form.ts'
import { answerSignIn, showSignIn } from './sign-in.ts'
import { endEarlierSession } from './switch-account.ts'
import type { Interaction } from './types.ts'

const route = /^\/interaction\/([\w-]+)(?:\/(login|consent|abort))?$/

/**
 * Pages a person meets between an authorization request and its answer. They stand before the provider's own routes
 * in the same application, so they share its unit of work.
 */
export function addInteractions(provider: Provider, context: OptionsContext): void {
  provider.use(async (ctx, next) => {
    const match = route.exec(ctx.path)
    if (!match) return next()
    await handle(provider, context, ctx as unknown as KoaContextWithOIDC, match[1] ?? '', match[2])
  })
}

async function handle(
  provider: Provider,
  context: OptionsContext,
  ctx: KoaContextWithOIDC,
  uid: string,
  step: string | undefined,
): Promise<void> {
  try {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res)
    if (interaction.uid !== uid) throw new errors.SessionNotFound('interaction and cookie do not match')
    await dispatch({ provider, context, ctx, interaction }, step)
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error
    showProblem(ctx, context, error)
  }
}

async function dispatch(turn: Interaction, step: string | undefined): Promise<void> {
  const { ctx, context, interaction } = turn
  if (ctx.method === 'GET' && !step)
    return interaction.prompt.name === 'login' && !turn.interaction.result?.login
      ? showSignIn(turn)
      : showConsent(turn)
  if (ctx.method !== 'POST' || !step) throw new errors.InvalidRequest('this page cannot be reached like that')
  requireOwnOrigin(ctx, context.issuer)
  if (step === 'login') return answerSignIn(turn)
  if (step === 'consent') return answerConsent(turn)
  return finish(turn, { error: 'access_denied', error_description: 'the end-user cancelled' })
}

/** Goes back to the authorization endpoint with the outcome; 303, so that no password is ever posted on. */
export async function finish(
  turn: Interaction,
  result: Parameters<Provider['interactionResult']>[2],
): Promise<void> {
  const { provider, ctx } = turn
  if (result.login?.accountId) await endEarlierSession(turn, result.login.accountId)
  const returnTo = await provider.interactionResult(ctx.req, ctx.res, result, {
    mergeWithLastSubmission: !('error' in result),
  })
  ctx.status = 303
  ctx.redirect(returnTo)
}
