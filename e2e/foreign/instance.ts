import { FormBrowser, isPage } from '@signet/testkit'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { type Stack, startStack } from '../support/stack.ts'

type Answer = Record<string, unknown>

export interface Instance {
  readonly baseUrl: string
  readonly token: string
  readonly teamId: string
  get(path: string): Promise<Answer>
  /** Repeats the call with the confirmation that a machine needs for some changes. */
  post(path: string, body: object): Promise<Answer>
  stop(): Promise<void>
}

export const administrator = { email: 'ada@acme.example', password: 'correct horse battery staple' }
const clientId = 'foreign-clients'

async function read(response: Response, path: string): Promise<Answer> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Answer
}

/**
 * Has no rate limits, has the agent endpoint, and permits a machine (RFC 7523).
 * @param environment additional variables of `npm start`
 * @param settings additional settings of the instance
 */
export async function startInstance(
  environment: NodeJS.ProcessEnv = {},
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Instance> {
  const stack = await startStack(environment)
  try {
    const { baseUrl } = stack
    const { id, token } = await permitMachine(stack, settings)
    const authorization = `Bearer ${token}`
    const url = (path: string) => `${baseUrl}/admin/api${path}`
    const get = async (path: string) => read(await fetch(url(path), { headers: { authorization } }), path)
    const post = (path: string, body: object) => postConfirmed({ url: url(path), authorization }, body)
    const { teams } = (await get('/me')) as { readonly teams: readonly { id: string; kind: string }[] }
    const teamId = teams.find(({ kind }) => kind === 'personal')?.id
    if (teamId === undefined) throw new Error(`The administrator ${id} has no personal team.`)
    return { baseUrl, token, teamId, get, post, stop: stack.stop }
  } catch (error) {
    await stack.stop()
    throw error
  }
}

async function postConfirmed(
  { url, authorization }: { readonly url: string; readonly authorization: string },
  body: object,
  confirmation?: string,
): Promise<Answer> {
  const headers = {
    authorization,
    'content-type': 'application/json',
    ...(confirmation === undefined ? {} : { 'signet-confirmation': confirmation }),
  }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as Answer
  if (response.ok) return answer
  if (confirmation === undefined && typeof answer.confirmation === 'string')
    return postConfirmed({ url, authorization }, body, answer.confirmation)
  throw new Error(`${url}: ${response.status} ${JSON.stringify(answer)}`)
}

async function permitMachine(
  { baseUrl, port }: Stack,
  settings: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: unknown; readonly token: string }> {
  const send = async (method: string, path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', origin: baseUrl, cookie }
    const response = await fetch(`${baseUrl}/admin/api${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    })
    return read(response, path)
  }
  const { id } = await send('POST', '/setup', administrator)
  const cookie = await signInToConsole(baseUrl, port)
  await send('PUT', '/settings', { 'mcp.enabled': true, 'rateLimit.enabled': false, ...settings }, cookie)
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'foreign', alg: 'ES256', use: 'sig' }] }
  const machine = { clientId, name: 'Foreign clients', actsFor: id, jwks, approval: 'self' }
  await send('POST', '/mcp/clients', machine, cookie)
  return { id, token: await obtainToken(baseUrl, privateKey) }
}

async function obtainToken(baseUrl: string, privateKey: CryptoKey): Promise<string> {
  const assertion = await new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: 'foreign' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(baseUrl)
    .setIssuedAt()
    .setExpirationTime('1 min')
    .sign(privateKey)
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    resource: `${baseUrl}/mcp`,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  })
  const { access_token: token } = await read(
    await fetch(`${baseUrl}/token`, { method: 'POST', body }),
    '/token',
  )
  return String(token)
}

async function signInToConsole(baseUrl: string, port: number): Promise<string> {
  const browser = new FormBrowser({ host: '127.0.0.1', port }, `${baseUrl}/admin/?signed-in`)
  const page = await browser.open(`${baseUrl}/admin/api/login`)
  if (!isPage(page)) throw new Error('The console shows no sign-in page.')
  const { email: login, password } = administrator
  const offer = await browser.submit(page, '/login', { login, password })
  // A new instance offers a passkey after the first sign-in.
  if (isPage(offer)) await browser.submit(offer, '/notnow')
  // Over https the name has a prefix.
  const session = browser.cookies.find(({ name }) => name.endsWith('signet_console'))
  if (!session) throw new Error('The console did not sign in.')
  return `${session.name}=${session.value}`
}
