import { sql } from '@signet/db'
import { sealedPlace } from '@signet/db/sealed'
import { acrossProjects } from '@signet/db/unscoped'
import { createInternalFetch } from '@signet/http'
import { isLoopback, isPlainAddress, refuse } from '@signet/runtime'
import { digest } from '@signet/secrets'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as OpenIdClient from 'openid-client'
import { consoleClientId, idTokenPlace, openSession } from '../authn/console-session.ts'
import type { Deps } from '../deps.ts'

const stateCookie = 'signet_console_sign_in'
const statePlace = { table: 'cookies', row: 'console', column: 'sign_in' }
const stateSeconds = 600

/** An operation that requires a fresh sign-in redirected the administrator here. */
const isFresh = ({ query }: FastifyRequest): boolean => (query as Record<string, unknown>).fresh === 'true'

const relyingParty = (): Promise<typeof OpenIdClient> => import('openid-client')

interface SignIn {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
  readonly expiresAt: number
}

/** This API is the relying party, so no token reaches the browser (decisions, "Console session"). */
export function addConsoleSignIn(app: FastifyInstance, deps: Deps): void {
  const issuer = createIssuer(deps)
  const redirectUri = `${deps.config.SIGNET_BASE_URL}/admin/api/callback`

  app.get('/admin/api/login', async (request, reply) => {
    const oidc = await relyingParty()
    const { returnTo, loginHint } = request.query as Record<string, unknown>
    const signIn: SignIn = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      returnTo: returnPath(returnTo),
      expiresAt: Date.now() + stateSeconds * 1000,
    }
    const url = oidc.buildAuthorizationUrl(await issuer(), {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: signIn.state,
      nonce: signIn.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(signIn.verifier),
      code_challenge_method: 'S256',
      ...(isFresh(request) ? { prompt: 'login', max_age: '0' } : {}),
      ...(typeof loginHint === 'string' && isPlainAddress(loginHint) ? { login_hint: loginHint } : {}),
    })
    keepState(deps, reply, signIn)
    return reply.redirect(url.href, 303)
  })

  app.get('/admin/api/callback', async (request, reply) => {
    const signIn = readState(deps, request)
    reply.clearCookie(stateCookie, { path: '/admin/api' })
    if (!signIn) return reply.redirect('/admin/?problem=sign_in_expired', 303)
    const [oidc, config] = await Promise.all([relyingParty(), issuer()])
    const tokens = await oidc
      .authorizationCodeGrant(config, new URL(request.url, deps.config.SIGNET_BASE_URL), {
        expectedState: signIn.state,
        expectedNonce: signIn.nonce,
        pkceCodeVerifier: signIn.verifier,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        if (!(error instanceof oidc.AuthorizationResponseError))
          deps.logger.warn({ err: error, id: request.id }, 'console sign-in failed')
        return null
      })
    const claims = tokens?.claims()
    if (!tokens || !claims) return reply.redirect('/admin/?problem=sign_in_refused', 303)
    const isOpen = await openSession(deps, request, reply, {
      accountId: claims.sub,
      ...(await issuerSessionOf(deps, tokens.access_token)),
      idTokenSealed: tokens.id_token ? deps.vault.seal(tokens.id_token, idTokenPlace(claims.sub)) : null,
    })
    return reply.redirect(isOpen ? signIn.returnTo : '/admin/?problem=sign_in_refused', 303)
  })
}

interface IssuerSession {
  readonly sessionUid: string
  /** Null for a password. */
  readonly providerId: string | null
  /** Null when the provider states no time. */
  readonly authenticatedAt: Date | null
}

/** The uid of the sign-in session is stored with the opaque access token. */
async function issuerSessionOf({ database }: Deps, accessToken: string): Promise<IssuerSession> {
  const [row] = await acrossProjects(database).rows<IssuerSession>(sql`
    SELECT t.payload->>'sessionUid' AS "sessionUid", s.provider_id AS "providerId",
      to_timestamp(NULLIF((o.payload->>'loginTs')::bigint, 0)) AS "authenticatedAt"
    FROM oidc_access_tokens t
    JOIN instance i ON i.administrators_project_id = t.project_id
    LEFT JOIN oidc_sessions o ON o.project_id = t.project_id AND o.uid = t.payload->>'sessionUid'
    LEFT JOIN upstream_sessions s ON s.project_id = t.project_id AND s.session_uid = t.payload->>'sessionUid'
    WHERE t.id = ${digest(accessToken)}`)
  if (!row?.sessionUid) throw new Error('The access token of the console names no sign-in session.')
  return row
}

/** Discovers the issuer at the first request that reaches it. The client secret is in the row that db:setup wrote. */
function createIssuer(deps: Deps): () => Promise<OpenIdClient.Configuration> {
  let found: Promise<OpenIdClient.Configuration> | null = null
  return () => {
    found ??= discover(deps).catch((error) => {
      found = null
      deps.logger.warn({ err: error }, 'the authorization server cannot be reached')
      return refuse('unavailable', { detail: 'The authorization server cannot be reached.' })
    })
    return found
  }
}

async function discover(deps: Deps): Promise<OpenIdClient.Configuration> {
  const oidc = await relyingParty()
  const base = new URL(deps.config.SIGNET_BASE_URL)
  const [row] = await acrossProjects(deps.database).rows<{ projectId: string; sealed: string }>(sql`
    SELECT c.project_id AS "projectId", c.secret_sealed AS sealed FROM clients c
    JOIN instance i ON i.administrators_project_id = c.project_id
    WHERE c.id = ${consoleClientId} AND c.secret_sealed IS NOT NULL`)
  if (!row) throw new Error('The console client is missing: run db:setup.')
  const secret = deps.vault.open(row.sealed, sealedPlace('clientSecret', row.projectId, consoleClientId))
  const fetchInside = createInternalFetch(
    deps.config.SIGNET_BASE_URL,
    deps.config.SIGNET_AUTH_URL,
  ) as OpenIdClient.CustomFetch
  const config = await oidc.discovery(base, consoleClientId, secret, oidc.ClientSecretBasic(secret), {
    execute: isLoopback(base) && base.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    [oidc.customFetch]: fetchInside,
  })
  config[oidc.customFetch] = fetchInside
  return config
}

function keepState(deps: Deps, reply: FastifyReply, signIn: SignIn): void {
  reply.setCookie(stateCookie, deps.vault.seal(JSON.stringify(signIn), statePlace), {
    path: '/admin/api',
    httpOnly: true,
    secure: deps.config.SIGNET_BASE_URL.startsWith('https:'),
    // Lax, because the response arrives through a redirect chain that may start at an upstream provider.
    sameSite: 'lax',
    maxAge: stateSeconds,
  })
}

function readState(deps: Deps, request: FastifyRequest): SignIn | null {
  const sealed = request.cookies[stateCookie]
  if (!sealed) return null
  try {
    const signIn = JSON.parse(deps.vault.open(sealed, statePlace)) as SignIn
    return signIn.expiresAt > Date.now() ? signIn : null
  } catch {
    return null
  }
}

/** A sign-in never redirects to another site: other paths than those below the console lead to the start page. */
function returnPath(value: unknown): string {
  if (typeof value !== 'string' || !/^\/admin\/[\w./?=&%~-]*$/.test(value)) return '/admin/'
  const parsed = new URL(value, 'http://localhost')
  return parsed.origin === 'http://localhost' && parsed.pathname.startsWith('/admin/')
    ? `${parsed.pathname}${parsed.search}`
    : '/admin/'
}
