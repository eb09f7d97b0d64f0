import type { AnswerOf, Operations } from '@signet/contracts'
import { createInternalFetch } from '@signet/http'
import { isLoopback } from '@signet/runtime'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import type * as OpenIdClient from 'openid-client'
import type { HandlerDeps } from '../../deps.ts'

type Result = AnswerOf<Operations['project_sign_in_test_finish']>
type Free = NonNullable<Result['userInfo']>

interface CodeToRedeem {
  readonly issuer: string
  readonly clientId: string
  readonly redirectUri: string
  readonly code: string
  readonly iss?: string | undefined
  readonly codeVerifier: string
  readonly nonce: string
}

/** Redeems the code at the project's own endpoints, like an application. */
export async function redeem(deps: Pick<HandlerDeps, 'config'>, test: CodeToRedeem): Promise<Result> {
  const oidc = await import('openid-client')
  try {
    const config = await discover(oidc, deps, test)
    const back = new URL(test.redirectUri)
    back.searchParams.set('code', test.code)
    if (test.iss !== undefined) back.searchParams.set('iss', test.iss)
    const tokens = await oidc.authorizationCodeGrant(config, back, {
      expectedNonce: test.nonce,
      pkceCodeVerifier: test.codeVerifier,
      idTokenExpected: true,
    })
    const subject = tokens.claims()?.sub ?? oidc.skipSubjectCheck
    const userInfo = await oidc.fetchUserInfo(config, tokens.access_token, subject)
    const accessToken = decoded(tokens.access_token)
    return {
      status: 'succeeded',
      ...(tokens.id_token ? { idToken: decoded(tokens.id_token) } : {}),
      accessToken: {
        scope: tokens.scope ?? '',
        expiresIn: tokens.expires_in ?? 0,
        ...(accessToken ? { decoded: accessToken } : {}),
      },
      userInfo: userInfo as Free,
    }
  } catch (error) {
    return { status: 'failed', problem: problemText(error) }
  }
}

async function discover(
  oidc: typeof OpenIdClient,
  { config: { SIGNET_AUTH_URL, SIGNET_BASE_URL } }: Pick<HandlerDeps, 'config'>,
  { issuer, clientId }: CodeToRedeem,
): Promise<OpenIdClient.Configuration> {
  const address = new URL(issuer)
  const fetchInside = createInternalFetch(
    address.origin,
    SIGNET_AUTH_URL ?? SIGNET_BASE_URL,
  ) as OpenIdClient.CustomFetch
  const config = await oidc.discovery(address, clientId, undefined, oidc.None(), {
    execute: isLoopback(address) && address.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    [oidc.customFetch]: fetchInside,
  })
  config[oidc.customFetch] = fetchInside
  return config
}

/** Undefined for an opaque token. */
function decoded(token: string): { header: Free; claims: Free } | undefined {
  try {
    return { header: decodeProtectedHeader(token) as Free, claims: decodeJwt(token) as Free }
  } catch {
    return undefined
  }
}

/** Returns the error of the endpoint (RFC 6749 section 5.2), otherwise the message of the library. */
function problemText(error: unknown): string {
  const { error: code, error_description: description, message } = Object(error) as Record<string, unknown>
  return [code ?? message, description].filter(Boolean).map(String).join(': ').slice(0, 500)
}
