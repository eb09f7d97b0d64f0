import {
  beginTransaction,
  issuerOfProvider,
  kindOf,
  type RedirectPurpose,
  recognise,
} from '@signet/federation'
import { mintToken } from '@signet/secrets'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client'
import type { OptionsContext } from '../core/issuer-context.ts'
import { scopeTokens } from '../protocol/scopes.ts'
import { withMetadata } from '../saml/certificates.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { markBrowser } from './browser-cookie.ts'

export interface Visit {
  readonly context: OptionsContext
  readonly ctx: KoaContextWithOIDC
}

export const callbackOf = ({ issuer }: OptionsContext, providerId: string): string =>
  `${issuer}/federation/${providerId}/callback`

interface Secrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/**
 * The provider must respond before the browser is redirected to it.
 * @returns the provider; of SAML with its current metadata
 */
export async function reach(context: OptionsContext, upstream: Upstream): Promise<Upstream> {
  if (upstream.protocol === 'saml') return withMetadata(context, upstream)
  await context.deps.upstreams.connectReachable(upstream)
  return upstream
}

/** PKCE, nonce and state are always sent (RFC 9700 2.1.1, OpenID Connect Core 3.1.2.1). */
export async function authorizationUrl(
  { context }: Visit,
  upstream: Upstream,
  { state, nonce, verifier }: Secrets,
  carried: Readonly<Record<string, string>> = {},
): Promise<URL> {
  if (upstream.protocol === 'saml') {
    const { requestUrl } = await import('../saml/request.ts')
    return requestUrl(context, upstream, { state, nonce, isFresh: carried.prompt === 'login' })
  }
  const config = await context.deps.upstreams.connectReachable(upstream)
  const { responseMode } = kindOf(recognise(upstream))
  return buildAuthorizationUrl(config, {
    ...carried,
    redirect_uri: callbackOf(context, upstream.id),
    scope: [...new Set(['openid', ...upstream.scopes])].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(responseMode ? { response_mode: responseMode } : {}),
  })
}

interface RedirectRequest {
  readonly redirect: RedirectPurpose
  readonly params: Readonly<Record<string, unknown>>
  /** The entered name; default: the hint of the request. */
  readonly login?: string | undefined
}

/** @returns the URL of the redirect */
export async function leaveFor(
  visit: Visit,
  given: Upstream,
  { redirect, params, login }: RedirectRequest,
): Promise<URL> {
  const { context, ctx } = visit
  const { deps, project } = context
  // An unreachable provider leaves no transaction.
  const upstream = await reach(context, given)
  const state = mintToken()
  const secrets = await beginTransaction(deps.database, deps.vault, {
    projectId: project.id,
    providerId: upstream.id,
    issuer: issuerOfProvider(upstream),
    redirect,
    state,
    browser: markBrowser(context, ctx),
  })
  return authorizationUrl(visit, upstream, { state, ...secrets }, carriedTo(upstream, params, login))
}

/** OpenID Connect Core 3.1.2.1 */
export const isFreshWanted = (params: RedirectRequest['params']): boolean =>
  scopeTokens(textOf(params.prompt)).includes('login') || textOf(params.max_age) === '0'

function carriedTo(
  upstream: Upstream,
  params: RedirectRequest['params'],
  login: string | undefined,
): Record<string, string> {
  const { carries } = kindOf(recognise(upstream), upstream.protocol)
  const isFresh = isFreshWanted(params)
  const wanted = new Set([...scopeTokens(textOf(params.prompt)), ...(isFresh ? ['login'] : [])])
  const prompts = carries.prompts.filter((prompt) => wanted.has(prompt))
  const given: RedirectRequest['params'] = {
    ...params,
    // Makes the provider send the authentication time, which the response must contain.
    max_age: params.max_age ?? (isFresh ? 0 : undefined),
    login_hint: login ?? params.login_hint,
  }
  return {
    ...(prompts.length ? { prompt: prompts.join(' ') } : {}),
    ...Object.fromEntries(
      carries.parameters.flatMap((name) => {
        const value = textOf(given[name])
        return value ? [[name, value]] : []
      }),
    ),
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
