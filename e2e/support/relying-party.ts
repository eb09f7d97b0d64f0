import { createServer, type Server } from 'node:http'
import * as oidc from 'openid-client'
import { loopbackFetch } from './loopback-fetch.ts'

export interface SignedIn {
  readonly tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers
}

export interface RelyingParty {
  readonly callback: string
  readonly home: string
  readonly signInUrl: string
  configure(issuer: string, clientId: string, clientSecret: string): Promise<oidc.Configuration>
  /** Resolves after the browser has returned and the code was redeemed. */
  signedIn(): Promise<SignedIn>
  close(): Promise<void>
}

/** Server of its own on a loopback port: openid-client, PKCE, state and nonce. */
export async function startRelyingParty(scope: string): Promise<RelyingParty> {
  let config: oidc.Configuration | undefined
  let finished: (result: SignedIn) => void = () => undefined
  let failed: (error: unknown) => void = () => undefined
  let done = new Promise<SignedIn>((resolve, reject) => {
    finished = resolve
    failed = reject
  })
  let checks: oidc.AuthorizationCodeGrantChecks = {}
  let origin = ''

  const begin = async (): Promise<URL> => {
    if (!config) throw new Error('not configured')
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    checks = {
      pkceCodeVerifier,
      expectedState: oidc.randomState(),
      expectedNonce: oidc.randomNonce(),
      idTokenExpected: true,
    }
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: `${origin}/callback`,
      scope,
      prompt: 'consent',
      state: checks.expectedState as string,
      nonce: checks.expectedNonce as string,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
  }

  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', origin)
    try {
      if (url.pathname === '/sign-in')
        return void response.writeHead(302, { location: (await begin()).href }).end()
      if (url.pathname !== '/callback') return void response.end('<h1>Example application</h1>')
      if (!config) throw new Error('not configured')
      finished({ tokens: await oidc.authorizationCodeGrant(config, url, checks) })
      response.setHeader('content-type', 'text/html')
      response.end('<h1>Signed in to the example application</h1>')
    } catch (error) {
      failed(error)
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  return {
    callback: `${origin}/callback`,
    home: `${origin}/`,
    signInUrl: `${origin}/sign-in`,
    async configure(issuer, clientId, clientSecret) {
      const authentication = oidc.ClientSecretBasic(clientSecret)
      config = await oidc.discovery(new URL(issuer), clientId, clientSecret, authentication, {
        execute: [oidc.allowInsecureRequests],
        [oidc.customFetch]: loopbackFetch as oidc.CustomFetch,
      })
      config[oidc.customFetch] = loopbackFetch as oidc.CustomFetch
      return config
    },
    async signedIn() {
      const result = await done
      done = new Promise<SignedIn>((resolve, reject) => {
        finished = resolve
        failed = reject
      })
      return result
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
