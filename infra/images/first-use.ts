import { createRelyingParty, FormBrowser, fetchVia, isPage } from '@signet/testkit'

const password = 'correct horse battery staple'
const redirectUri = 'https://rp.example/callback'

interface Address {
  readonly host: string
  readonly port: number
}

interface Installation {
  readonly baseUrl: string
  readonly setupToken: string
  readonly address?: Address
}

interface Application {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly reads: Requests
}

/** Answered with 200 as long as its service is available. */
type Request = () => Promise<Response>

export type Requests = Readonly<Record<string, Request>>

type Api = (method: string, path: string, body: unknown) => Promise<Record<string, string>>

/**
 * Creates the administrator, signs in to the console, creates a project, an application and a user, and signs in to the application as
 * that user.
 * @returns a request to each service: of the application (UserInfo), the administrator, a directory and an agent
 */
export async function signInAsStranger(installation: Installation): Promise<Requests> {
  const address = installation.address ?? addressOf(installation.baseUrl)
  const application = await createApplication({ ...installation, address })
  const agent = () => fetchVia(address)(`${installation.baseUrl}/.well-known/oauth-protected-resource/mcp`)
  return { UserInfo: await signInToApplication(application, address), ...application.reads, agent }
}

export async function createApplication({
  baseUrl,
  setupToken,
  address = addressOf(baseUrl),
}: Installation): Promise<Application> {
  const send = apiOf(baseUrl, address)
  await send('')('POST', '/setup', { email: 'admin@example.com', password, setupToken })
  const cookie = await consoleCookie(baseUrl, address)
  const api = send(cookie)
  const project = await api('POST', '/projects', { name: 'Stranger', slug: `s${Date.now().toString(36)}` })
  const { clientId = '', clientSecret = '' } = await api('POST', `/projects/${project.id}/clients`, {
    clientName: 'Stranger',
    grantTypes: ['authorization_code', 'refresh_token'],
    tokenEndpointAuthMethod: 'client_secret_basic',
    redirectUris: [redirectUri],
    requireConsent: false,
  })
  await api('POST', `/projects/${project.id}/users`, { email: 'person@example.com', password })
  // The server for agents is off in a new instance.
  await api('PUT', '/settings', { 'mcp.enabled': true, confirm: true })
  const directory = await connectDirectory(api, `/projects/${project.id}`, address)
  const read = (path: string) => () => fetchVia(address)(`${baseUrl}${path}`, { headers: { cookie } })
  const administration = read(`/admin/api/projects/${project.id}`)
  const console = read(`/admin/projects/${project.id}`)
  return {
    issuer: String(project.issuer),
    clientId,
    clientSecret,
    reads: { administration, console, directory },
  }
}

/**
 * The directory has a static token.
 * @returns its read of the users
 */
async function connectDirectory(api: Api, project: string, address: Address): Promise<Request> {
  const { id: providerId } = await api('POST', `${project}/federation`, {
    catalogueId: 'okta',
    issuer: 'https://acme.okta.example',
    clientId: '0oa1234',
    clientAuthentication: 'private_key_jwt',
  })
  const connections = `${project}/provisioning-connections`
  const { id, scimBaseUrl } = await api('POST', connections, { displayName: 'Directory', providerId })
  const { staticToken } = await api('POST', `${connections}/${id}/credentials`, { kind: 'static_token' })
  return () =>
    fetchVia(address)(`${scimBaseUrl}/Users`, { headers: { authorization: `Bearer ${staticToken}` } })
}

/** @returns a request of the application about that user (UserInfo) */
export async function signInToApplication(
  { issuer, clientId, clientSecret }: Application,
  address: Address,
): Promise<Request> {
  const rp = await createRelyingParty({ issuer, clientId, clientSecret, redirectUri, address })
  const { url, redeem } = await rp.begin({})
  const browser = new FormBrowser(address, redirectUri)
  const page = await browser.open(url)
  if (!isPage(page)) throw new Error('The sign-in page did not come.')
  const arrived = await browser.submit(page, '/login', { login: 'person@example.com', password })
  if (isPage(arrived)) throw new Error(`The application did not get its answer:\n${arrived.html}`)
  const tokens = await redeem(arrived.arrivedAt)
  if (!tokens.id_token) throw new Error('There is no ID token.')
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  return () => fetchVia(address)(`${issuer}/me`, { headers })
}

function addressOf(baseUrl: string): Address {
  const { hostname, port } = new URL(baseUrl)
  return { host: hostname, port: Number(port) }
}

const apiOf =
  (baseUrl: string, address: Address) =>
  (cookie: string): Api =>
  async (method, path, body) => {
    const response = await fetchVia(address)(`${baseUrl}/admin/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: baseUrl, cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }

async function consoleCookie(baseUrl: string, address: Address): Promise<string> {
  const browser = new FormBrowser(address, `${baseUrl}/admin/?signed-in`)
  const page = await browser.open(`${baseUrl}/admin/api/login`)
  if (!isPage(page)) throw new Error('The sign-in page of the console did not come.')
  const offer = await browser.submit(page, '/login', { login: 'admin@example.com', password })
  // A new instance offers a passkey after the first sign-in, where its host has a name.
  if (isPage(offer) && offer.html.includes('/notnow')) await browser.submit(offer, '/notnow')
  const session = browser.cookies.find(({ name }) => name.endsWith('signet_console'))
  if (!session) throw new Error('The console did not sign in.')
  return `${session.name}=${session.value}`
}
