import {
  type Assertion,
  answerPlace,
  claimAt,
  findTransaction,
  keepAnswer,
  mappedClaims,
  type Transaction,
  verifierPlace,
} from '@signet/federation'
import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { authorizationCodeGrant, fetchUserInfo } from 'openid-client'
import { readForm } from '../pages/shared/form.ts'
import { isUnavailable, NotFresh, UpstreamProblem } from '../upstream/problem.ts'
import { parseAnswer } from '../upstream/provider-answers.ts'
import { providerAlgorithms } from '../upstream/provider-keys.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { isMarked } from './browser-cookie.ts'
import { callbackOf, isFreshWanted, type Visit } from './leave.ts'
import { forgetFormerCertificate } from './upstream-store.ts'

export interface Answer {
  readonly transaction: Transaction
  readonly state: string
  readonly url: URL
}

/**
 * Verifies by state and cookie that this browser started the transaction (RFC 6749 10.12). RelayState is the state of SAML. A posted
 * response (`form_post`, SAML) arrives without the cookies of Signet, which are SameSite=Lax: it is sealed and stored, the browser is
 * redirected to read it with GET, and the result is undefined.
 * @throws SessionNotFound for an expired or unknown transaction, and for one that another browser started
 */
export async function takeAnswer({ context, ctx }: Visit, providerId: string): Promise<Answer | undefined> {
  const posted = ctx.method === 'POST' ? await readForm(ctx.req) : undefined
  const url = new URL(callbackOf(context, providerId))
  url.search = posted ? new URLSearchParams([...posted]).toString() : ctx.search
  const state = url.searchParams.get('state') ?? posted?.get('RelayState') ?? ''
  const { database, vault } = context.deps
  const projectId = context.project.id
  const transaction = await findTransaction(database, { projectId, providerId, state })
  if (!transaction) throw new errors.SessionNotFound('the sign-in is over, or never was')
  const place = answerPlace(projectId, transaction.id)
  if (posted) {
    await keepAnswer(database, projectId, transaction.id, vault.seal(url.search, place))
    ctx.status = 303
    ctx.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    ctx.redirect(`${callbackOf(context, providerId)}?${new URLSearchParams({ state })}`)
    return undefined
  }
  if (!isMarked(context, ctx, transaction.browserDigest))
    throw new errors.SessionNotFound('the sign-in was begun in another browser')
  if (transaction.answerSealed !== null) url.search = vault.open(transaction.answerSealed, place)
  return { transaction, state, url }
}

/** The issuer's `provider` stores used assertions. */
export type ProvidedVisit = Visit & { readonly provider: Provider }

interface RedeemedAnswer {
  /** Has the issuer of its discovery document. */
  readonly upstream: Upstream
  readonly assertion: Assertion
  /** Absent with SAML. */
  readonly idToken?: string
}

interface Expectations {
  /** Seconds; undefined without a requirement. */
  readonly maxAge?: number | undefined
  /** A linked identity needs no address, so its user signs in while the UserInfo endpoint is down. */
  readonly isLinked?: (identity: { readonly issuer: string; readonly subject: string }) => Promise<boolean>
}

/** Undefined without a requirement. */
export function requiredAge(
  params: Readonly<Record<string, unknown>>,
  { age }: Pick<Transaction, 'age'>,
): number | undefined {
  const given = params.max_age === undefined ? Number.NaN : Number(params.max_age)
  // The user must have authenticated after the redirect to the provider.
  if (isFreshWanted(params)) return age
  return Number.isFinite(given) ? given : undefined
}

/**
 * Verifies the assertion of SAML, or redeems the code and verifies the ID token: issuer (also that of the response, RFC 9207),
 * audience, nonce, times and signature. Reads UserInfo when the ID token lacks the address, or a claim of the mapping.
 */
export async function redeem(
  visit: ProvidedVisit,
  upstream: Upstream,
  answer: Answer,
  expectations: Expectations = {},
): Promise<RedeemedAnswer> {
  if (upstream.protocol !== 'saml') return redeemCode(visit, upstream, answer, expectations)
  const { verifyResponse } = await import('../saml/response.ts')
  const { transaction, url } = answer
  const samlResponse = url.searchParams.get('SAMLResponse')
  const assertion = await verifyResponse(visit, upstream, { samlResponse, nonce: transaction.nonce })
  requireFresh(assertion.signed.auth_time, expectations)
  return { upstream, assertion }
}

const requireFresh = (authTime: unknown, { maxAge }: Expectations): void => {
  if (maxAge !== undefined) requireAuthTime(typeof authTime === 'number' ? authTime : undefined, maxAge)
}

async function redeemCode(
  { context }: Visit,
  upstream: Upstream,
  { transaction, state, url }: Answer,
  { maxAge, isLinked }: Expectations,
): Promise<RedeemedAnswer> {
  const { upstreams, vault } = context.deps
  const config = await upstreams.connect(upstream)
  const tokens = await authorizationCodeGrant(config, url, {
    expectedState: state,
    expectedNonce: transaction.nonce,
    pkceCodeVerifier: vault.open(
      transaction.verifierSealed,
      verifierPlace(context.project.id, transaction.id),
    ),
    idTokenExpected: true,
  })
  parseAnswer('token response', tokens)
  if (upstream.clientCertificate && upstreams.isCertificateAccepted(config))
    await forgetFormerCertificate(context, upstream)
  const claims = tokens.claims()
  const { jwks_uri: keysAddress, userinfo_endpoint: userInfo } = config.serverMetadata()
  if (!claims || !tokens.id_token || !keysAddress) throw new UpstreamProblem('The provider gave no ID token.')
  await verifySignature(tokens.id_token, upstreams.keys.at(keysAddress))
  const signed = parseAnswer('ID token', claims)
  requireFresh(signed.auth_time, { maxAge })
  const read = [upstream.emailClaim ?? 'email', ...mappedClaims(upstream)]
  const lacks = read.some((name) => claimAt(claims, name) === undefined)
  const readMore = async () =>
    parseAnswer('UserInfo answer', await fetchUserInfo(config, tokens.access_token, claims.sub))
  const more = lacks && userInfo ? await readMore().catch((error: unknown) => missing(error)) : {}
  async function missing(error: unknown): Promise<null> {
    const identity = { issuer: signed.iss, subject: signed.sub }
    if (isUnavailable(error) && (await isLinked?.(identity))) return null
    throw error
  }
  return {
    upstream: { ...upstream, discoveredIssuer: config.serverMetadata().issuer },
    assertion: {
      signed,
      userInfo: more ?? {},
      posted: postedName(url),
      isPartial: more === null,
    },
    idToken: tokens.id_token,
  }
}

const verifySignature = (token: string, keys: JWTVerifyGetKey) =>
  jwtVerify(token, keys, { algorithms: providerAlgorithms, clockTolerance: 30 })

const clockTolerance = 30

/** @throws NotFresh when the provider sends no time, or one that is too early or in the future */
function requireAuthTime(authTime: number | undefined, maxAge: number): void {
  if (authTime === undefined)
    throw new NotFresh(
      'The provider does not state when the user authenticated (auth_time), which the request requires.',
    )
  if (isOlder(authTime, maxAge) || authTime > Date.now() / 1_000 + clockTolerance)
    throw new NotFresh('The provider did not authenticate the user again, which the request requires.')
}

const isOlder = (authTime: number, maxAge: number): boolean =>
  authTime + maxAge + clockTolerance < Date.now() / 1_000

/** Apple posts the user's name with the code, only at the first sign-in. */
function postedName(url: URL): Record<string, string> {
  const { firstName, lastName } = nameIn(url.searchParams.get('user'))
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return {
    ...(name ? { name } : {}),
    ...(firstName ? { given_name: firstName } : {}),
    ...(lastName ? { family_name: lastName } : {}),
  }
}

function nameIn(user: string | null): { readonly firstName?: string; readonly lastName?: string } {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } }
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return { firstName: text(name?.firstName), lastName: text(name?.lastName) }
  } catch {
    return {}
  }
}
