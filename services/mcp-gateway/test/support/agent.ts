import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { type Instance, password, rootEmail } from './instance.ts'

const redirectUri = 'http://127.0.0.1/callback'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** Routes like the proxy of the instance: the agent endpoint to the gateway, other paths to auth. */
export const fetchOf =
  ({ gateway, auth }: Pick<Instance, 'gateway' | 'auth'>): Fetch =>
  (url, init = {}) => {
    const { pathname } = new URL(url)
    const isGateways = pathname === '/mcp' || pathname.startsWith('/.well-known/oauth-protected-resource')
    return fetchVia(isGateways ? gateway : auth)(String(url), {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body === undefined || init.body === null ? {} : { body: init.body }),
    })
  }

/** OAuth part of a real MCP client: the reserved agent client, and a user who signs in and consents. */
class Person implements OAuthClientProvider {
  readonly redirectUrl = redirectUri
  readonly clientMetadata: OAuthClientProvider['clientMetadata']
  readonly #instance: Instance
  #scopes: string
  #verifier = ''
  #tokens: OAuthTokens | undefined
  code: string | undefined

  constructor(instance: Instance, scopes: string) {
    this.#instance = instance
    this.#scopes = scopes
    this.clientMetadata = { redirect_uris: [redirectUri] }
  }

  /** A client without a refresh token has to ask. */
  mayHave(scopes: string): void {
    this.#scopes = scopes
    if (this.#tokens) delete this.#tokens.refresh_token
  }

  clientInformation = () => ({ client_id: 'signet-agent' })
  tokens = () => this.#tokens
  saveTokens = (tokens: OAuthTokens) => {
    this.#tokens = tokens
  }
  codeVerifier = () => this.#verifier
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    // The library always requests every scope of the metadata.
    url.searchParams.set('scope', this.#scopes)
    const browser = new FormBrowser(this.#instance.auth, redirectUri)
    let at = await browser.open(url)
    if (isPage(at)) at = await browser.submit(at, '/login', { login: rootEmail, password })
    if (isPage(at)) at = await browser.submit(at, '/consent')
    if (isPage(at)) throw new Error(`Not sent back: ${at.html}`)
    this.code = at.arrivedAt.searchParams.get('code') ?? undefined
  }
}

/** Connects a client of the 2025 revisions that obtains its token after a 401. */
export async function connectAgent(instance: Instance, scopes: string) {
  const person = new Person(instance, scopes)
  const open = () =>
    new StreamableHTTPClientTransport(new URL(`${instance.baseUrl}/mcp`), {
      authProvider: person,
      fetch: fetchOf(instance),
    })
  const client = new Client({ name: 'test agent', version: '1.0.0' })
  let transport = open()
  /** The client exchanges the code and connects again. */
  const returned = async (): Promise<void> => {
    await transport.finishAuth(String(person.code))
    await client.close()
    transport = open()
    await client.connect(transport)
  }
  await client.connect(transport).catch((error) => {
    if (!person.code) throw error
  })
  await returned()
  await client.listTools()
  return {
    client,
    person,
    returned,
    token: String(person.tokens()?.access_token),
    call: (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args }),
  }
}

export type ConnectedAgent = Awaited<ReturnType<typeof connectAgent>>
