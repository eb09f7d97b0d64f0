import { Agent, request as httpRequest } from 'node:http'
import * as oidc from 'openid-client'

const connections = new Agent({ keepAlive: true })

interface RelyingPartyOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  /** Default: the secret in the Authorization header. */
  readonly authentication?: oidc.ClientAuth
  readonly metadata?: Partial<oidc.ClientMetadata>
  /** Sent with every request, as added by a proxy. */
  readonly headers?: Readonly<Record<string, string>>
  readonly redirectUri: string
  /** Requests to the issuer are sent there, as by a proxy. */
  readonly address: { readonly host: string; readonly port: number }
}

export interface RelyingParty {
  readonly config: oidc.Configuration
  /** Returns the PKCE verifier too. */
  beginRaw(
    parameters?: Record<string, string>,
  ): Promise<{ url: URL; verifier: string; checks: oidc.AuthorizationCodeGrantChecks }>
  begin(parameters?: Record<string, string>): Promise<{
    url: URL
    redeem(answer: URL): ReturnType<typeof oidc.authorizationCodeGrant>
  }>
}

/** Real relying party (`openid-client`): PKCE, state, nonce; it validates tokens with the published keys. */
export async function createRelyingParty({
  issuer,
  clientId,
  clientSecret,
  authentication = clientSecret ? oidc.ClientSecretBasic(clientSecret) : oidc.None(),
  metadata = {},
  headers = {},
  redirectUri,
  address,
}: RelyingPartyOptions): Promise<RelyingParty> {
  const fetchAt = fetchVia(address)
  const fetchThere: typeof fetchAt = (url, options) =>
    fetchAt(url, { ...options, headers: { ...options?.headers, ...headers } })
  const known = { ...metadata, ...(clientSecret ? { client_secret: clientSecret } : {}) }
  const config = await oidc.discovery(new URL(issuer), clientId, known, authentication, {
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: fetchThere,
  })
  config[oidc.customFetch] = fetchThere
  const beginRaw: RelyingParty['beginRaw'] = async (parameters = {}) => {
    const verifier = oidc.randomPKCECodeVerifier()
    const checks = {
      pkceCodeVerifier: verifier,
      expectedState: oidc.randomState(),
      expectedNonce: oidc.randomNonce(),
      idTokenExpected: true,
    }
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...parameters,
    })
    return { url, verifier, checks }
  }
  return {
    config,
    beginRaw,
    async begin(parameters) {
      const { url, checks } = await beginRaw(parameters)
      return { url, redeem: (answer) => oidc.authorizationCodeGrant(config, answer, checks) }
    },
  }
}

export const fetchVia =
  (address: { readonly host: string; readonly port: number }) =>
  (
    url: string,
    options: {
      method?: string
      headers?: Record<string, string>
      body?: unknown
    } = {},
  ): Promise<Response> => {
    const { host, pathname, search } = new URL(url)
    const body = options.body === undefined || options.body === null ? undefined : String(options.body)
    const headers = {
      ...options.headers,
      host,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    }
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          ...address,
          agent: connections,
          method: options.method ?? 'GET',
          path: pathname + search,
          headers,
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const status = response.statusCode ?? 500
            const bytes = [204, 304].includes(status) ? null : Buffer.concat(chunks)
            resolve(new Response(bytes, { status, headers: flat(response.headers) }))
          })
        },
      )
      request.on('error', reject)
      request.end(body)
    })
  }

const flat = (headers: NodeJS.Dict<string | string[]>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')] as [string, string]],
  )
