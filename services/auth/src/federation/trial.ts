import {
  findTrialByState,
  settleTrial,
  startTrial,
  type TrialResult,
  type TrialUnderWay,
  verifierPlace,
} from '@signet/federation'
import { mintToken } from '@signet/secrets'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { authorizationCodeGrant, buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import { nameOf } from '../interactions/brand.ts'
import { fault } from '../interactions/error.ts'
import { readForm } from '../interactions/form.ts'
import { sendPage } from '../interactions/respond.ts'
import { chooseLocale } from '../pages/locale.ts'
import { trialPage } from '../pages/trial.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { problemOf } from './problem.ts'
import { connectTo } from './upstream-client.ts'
import { findUpstream, type Upstream } from './upstream-store.ts'

/** One request of a browser on its way to a provider or back from it. */
export interface Visit {
  readonly context: OptionsContext
  readonly ctx: KoaContextWithOIDC
  readonly providerId: string
}

const callbackOf = ({ context, providerId }: Visit): string =>
  `${context.issuer}/federation/${providerId}/callback`

const refOf = ({ context, providerId }: Visit) => ({ projectId: context.project.id, providerId })

/** An administrator's trial: leads the browser to the provider, as a sign-in through it would. */
export async function leadToProvider(visit: Visit): Promise<void> {
  const { context, ctx } = visit
  if (ctx.method !== 'GET') throw new errors.InvalidRequest('this page cannot be reached like that')
  const state = mintToken()
  const at = { ...refOf(visit), tryRef: String(ctx.query.ref ?? '') }
  const [upstream, trial] = await Promise.all([
    findUpstream(context, visit.providerId),
    startTrial(context.deps.database, at, state),
  ])
  if (!upstream || !trial) throw new errors.SessionNotFound('the trial is over, or never was')
  await settlingProblems(visit, trial, async () => {
    const url = await authorizationUrl(visit, upstream, trial, state)
    ctx.status = 303
    ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    ctx.redirect(url.href)
  })
}

async function authorizationUrl(
  visit: Visit,
  upstream: Upstream,
  trial: TrialUnderWay,
  state: string,
): Promise<URL> {
  const config = await connectTo(upstream, visit.context.deps.egress)
  return buildAuthorizationUrl(config, {
    redirect_uri: callbackOf(visit),
    scope: [...new Set(['openid', ...upstream.scopes])].join(' '),
    state,
    nonce: trial.nonce,
    code_challenge: await calculatePKCECodeChallenge(verifierOf(visit, trial)),
    code_challenge_method: 'S256',
    // Apple gives a name or an address only with a posted answer.
    ...(upstream.catalogueId === 'apple' ? { response_mode: 'form_post' } : {}),
  })
}

const verifierOf = ({ context: { deps, project } }: Visit, { id, verifierSealed }: TrialUnderWay): string =>
  deps.vault.open(verifierSealed, verifierPlace(project.id, id))

/**
 * The provider leads back here. What it says is checked as for a sign-in (state, nonce, PKCE, signature, issuer and
 * audience), and kept for whoever began the trial; nobody is signed in.
 */
export async function takeAnswer(visit: Visit): Promise<void> {
  const { context, providerId } = visit
  const answer = await answerOf(visit)
  const state = answer.searchParams.get('state') ?? ''
  const [upstream, trial] = await Promise.all([
    findUpstream(context, providerId),
    findTrialByState(context.deps.database, { ...refOf(visit), state }),
  ])
  if (!upstream || !trial) throw new errors.SessionNotFound('the sign-in is over, or never was')
  await settlingProblems(visit, trial, async () => {
    const config = await connectTo(upstream, context.deps.egress)
    const tokens = await authorizationCodeGrant(config, answer, {
      expectedState: state,
      expectedNonce: trial.nonce,
      pkceCodeVerifier: verifierOf(visit, trial),
      idTokenExpected: true,
    })
    await settle(visit, trial, { claims: { ...tokens.claims() } })
  })
}

/** The answer as an address, whether it came in a query or was posted (response mode form_post). */
async function answerOf(visit: Visit): Promise<URL> {
  const { ctx } = visit
  const url = new URL(callbackOf(visit))
  if (ctx.method === 'GET') url.search = ctx.search
  else if (ctx.method === 'POST') url.search = new URLSearchParams([...(await readForm(ctx.req))]).toString()
  else throw new errors.InvalidRequest('this page cannot be reached like that')
  return url
}

/** Whatever goes wrong is the result of the trial, and the page says so too. */
async function settlingProblems(
  visit: Visit,
  trial: TrialUnderWay,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const problem =
      problemOf(error) ?? `Something went wrong on our side (${fault(visit.context, visit.ctx, error)}).`
    await settle(visit, trial, { problem })
  }
}

async function settle({ context, ctx }: Visit, { id }: TrialUnderWay, result: TrialResult): Promise<void> {
  await settleTrial(context.deps.database, context.project.id, id, result)
  const locale = chooseLocale(undefined, ctx.get('accept-language'))
  const problem = 'problem' in result ? result.problem : undefined
  sendPage(ctx, trialPage({ locale, projectName: nameOf(context), problem }), { locale })
}
