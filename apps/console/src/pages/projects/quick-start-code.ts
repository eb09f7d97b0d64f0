import type { Client } from '@signet/contracts'

export type ExampleClient = Pick<
  Client,
  | 'clientId'
  | 'grantTypes'
  | 'redirectUris'
  | 'scope'
  | 'tokenEndpointAuthMethod'
  | 'dpopBoundAccessTokens'
  | 'requirePushedAuthorizationRequests'
  | 'requireSignedRequestObject'
>

/** Default port of the example. */
export const examplePort = '4000'
export const exampleRedirectUri = `http://localhost:${examplePort}/callback`

const authentications: Partial<Record<Client['tokenEndpointAuthMethod'], string>> = {
  none: 'None()',
  client_secret_basic: 'ClientSecretBasic(process.env.OIDC_CLIENT_SECRET)',
  client_secret_post: 'ClientSecretPost(process.env.OIDC_CLIENT_SECRET)',
}

const redirectUriOf = ({ redirectUris }: ExampleClient): string | undefined => {
  const uris = redirectUris.filter((uri) => /^https?:/.test(uri) && URL.canParse(uri))
  return uris.find(isLoopback) ?? uris[0]
}

const isLoopback = (uri: string): boolean =>
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(uri)

/** Returns the https origin in front of the example; null when the browser reaches it on this machine. */
export function originInFront(client: ExampleClient): string | null {
  const uri = redirectUriOf(client) ?? exampleRedirectUri
  return isLoopback(uri) ? null : new URL(uri).origin
}

export const runsExample = (client: ExampleClient): boolean =>
  client.grantTypes.includes('authorization_code') &&
  client.tokenEndpointAuthMethod in authentications &&
  scopesOf(client).includes('openid') &&
  redirectUriOf(client) !== undefined &&
  !client.dpopBoundAccessTokens &&
  !client.requirePushedAuthorizationRequests &&
  !client.requireSignedRequestObject

/** The commands request secrets and missing values as input. */
export function exampleCommands(client: ExampleClient | undefined): string {
  const needsSecret = client?.tokenEndpointAuthMethod !== 'none'
  const asked = [
    ...(client ? [] : [{ name: 'OIDC_CLIENT_ID', what: 'Client ID' }]),
    ...(needsSecret ? [{ name: 'OIDC_CLIENT_SECRET', what: 'Client secret' }] : []),
  ]
  return [
    'npm install openid-client',
    ...asked.map(({ name, what }) => `echo '${what}:' && read -rs ${name} && export ${name}`),
    'node sign-in.mjs',
  ].join('\n')
}

/** Returns a web server with openid-client 6 that runs unchanged. Without an application, its id is read from the environment. */
export function exampleCode(issuer: string, client?: ExampleClient): string {
  const redirectUri = (client && redirectUriOf(client)) ?? exampleRedirectUri
  const clientId = client ? quoted(client.clientId) : 'process.env.OIDC_CLIENT_ID'
  const method = client?.tokenEndpointAuthMethod ?? 'client_secret_basic'
  return `import { createServer } from 'node:http'
import * as client from 'openid-client'

const issuer = new URL(${quoted(issuer)})
const redirectUri = new URL(${quoted(redirectUri)})
const config = await client.discovery(
  issuer,
  ${clientId},
  undefined,
  client.${authentications[method]},${insecure(issuer)}
)

async function signIn(response) {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri.href,
    scope: '${scopeOf(client)}',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  // Binds the answer to the browser that asked.
  const cookie = \`sign_in=\${verifier}.\${state}.\${nonce}; Path=/; HttpOnly; SameSite=Lax${secure(redirectUri)}\`
  response.writeHead(302, { location: url.href, 'set-cookie': cookie }).end()
}

async function callback(request, response) {
  const cookie = /sign_in=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const [pkceCodeVerifier, expectedState, expectedNonce] = cookie.split('.')
  const tokens = await client.authorizationCodeGrant(config, new URL(request.url, redirectUri), {
    pkceCodeVerifier,
    expectedState,
    expectedNonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  const user = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ claims, user }, null, 2))
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, redirectUri)
  try {
    if (pathname === redirectUri.pathname && searchParams.has('state')) await callback(request, response)
    else if (pathname === '/') await signIn(response)
    else response.writeHead(404).end()
  } catch (error) {
    console.error(error)
    response.writeHead(500).end(\`The sign-in failed: \${error.error_description ?? error.message}\`)
  }
})
server.listen(${portOf(redirectUri)}, () => console.log(\`Open \${redirectUri.origin} to sign in.\`))
`
}

/** openid-client uses http only when it is enabled. */
const insecure = (issuer: string): string =>
  issuer.startsWith('http:')
    ? `
  // Only because this issuer is plain http: leave it out where the issuer is https.
  { execute: [client.allowInsecureRequests] },`
    : ''

const secure = (redirectUri: string): string => (redirectUri.startsWith('https:') ? '; Secure' : '')

/** An application without scopes may request every scope. */
const shownScopes = ['openid', 'profile', 'email']
const scopesOf = ({ scope }: ExampleClient): readonly string[] => (scope ? scope.split(' ') : shownScopes)

function scopeOf(client: ExampleClient | undefined): string {
  const allowed = client ? scopesOf(client) : shownScopes
  return shownScopes.filter((scope) => allowed.includes(scope)).join(' ')
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Behind an https address, a proxy terminates TLS and forwards requests. */
const portOf = (redirectUri: string): string =>
  isLoopback(redirectUri) ? new URL(redirectUri).port || '80' : examplePort
