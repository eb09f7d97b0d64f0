import {
  type Assertion,
  answerPlace,
  findTransaction,
  keepAnswer,
  type Transaction,
  verifierPlace,
} from '@signet/federation'
import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { errors } from 'oidc-provider'
import { authorizationCodeGrant, fetchUserInfo } from 'openid-client'
import { readForm } from '../pages/shared/form.ts'
import { NotFresh, UpstreamProblem } from '../upstream/problem.ts'
import { parseAnswer } from '../upstream/provider-answers.ts'
import { providerAlgorithms } from '../upstream/provider-keys.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { isMarked } from './browser-cookie.ts'
import { callbackOf, isFreshWanted, type Visit } from './leave.ts'

/** A provider's answer that came back with the browser that left for it. */
export interface Answer {
  readonly transaction: Transaction
  readonly state: string
  /** The answer as an address. */
  readonly url: URL
}

/**
 * The answer, bound to the browser by state and cookie (RFC 6749 10.12). A posted one comes from the provider's page
 * without our cookies, which are SameSite=Lax: it is kept, sealed, and the browser is sent to fetch it with GET, to which it
 * brings them; then undefined.
 * @throws SessionNotFound for what is over, never was, or left from another browser
 */
export async function takeAnswer({ context, ctx }: Visit, providerId: string): Promise<Answer | undefined> {
  const posted = ctx.method === 'POST' ? await readForm(ctx.req) : undefined
  const url = new URL(callbackOf(context, providerId))
  url.search = posted ? new URLSearchParams([...posted]).toString() : ctx.search
  const state = url.searchParams.get('state') ?? ''
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

interface Redeemed {
  /** The provider, with the issuer that its discovery document names. */
  readonly upstream: Upstream
  readonly assertion: Assertion
  readonly idToken: string
}

interface Expected {
  /** Seconds since which the user must have authenticated there; undefined when the request does not require it. */
  readonly maxAge?: number | undefined
}

/** Returns how recently the user must have authenticated for a request; undefined when it does not say. */
export function requiredAge(
  params: Readonly<Record<string, unknown>>,
  { age }: Pick<Transaction, 'age'>,
): number | undefined {
  const given = params.max_age === undefined ? Number.NaN : Number(params.max_age)
  // The user must have authenticated after leaving, which the time since then allows for.
  if (isFreshWanted(params)) return age
  return Number.isFinite(given) ? given : undefined
}

/**
 * Redeems the code and checks what comes: issuer (also of the answer, RFC 9207), audience, nonce, times, and the signature,
 * although the token came over TLS.
 */
export async function redeem(
  { context }: Visit,
  upstream: Upstream,
  { transaction, state, url }: Answer,
  { maxAge }: Expected = {},
): Promise<Redeemed> {
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
  const claims = tokens.claims()
  const { jwks_uri: keysAddress, userinfo_endpoint: userInfo } = config.serverMetadata()
  if (!claims || !tokens.id_token || !keysAddress) throw new UpstreamProblem('The provider gave no ID token.')
  await verifySignature(tokens.id_token, upstreams.keys.at(keysAddress))
  const signed = parseAnswer('ID token', claims)
  if (maxAge !== undefined) requireAuthTime(signed.auth_time ?? undefined, maxAge)
  const lacks = claims[upstream.emailClaim ?? 'email'] === undefined
  const more =
    lacks && userInfo
      ? parseAnswer('UserInfo answer', await fetchUserInfo(config, tokens.access_token, claims.sub))
      : {}
  return {
    upstream: { ...upstream, discoveredIssuer: config.serverMetadata().issuer },
    assertion: { signed, userInfo: more, posted: postedName(url) },
    idToken: tokens.id_token,
  }
}

const verifySignature = (token: string, keys: JWTVerifyGetKey) =>
  jwtVerify(token, keys, { algorithms: providerAlgorithms, clockTolerance: 30 })

const clockTolerance = 30

/** @throws NotFresh when the provider does not state the time, or states one that is too early or in the future */
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

/** Apple says a person's name once, beside the code, at the first sign-in of all. */
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
