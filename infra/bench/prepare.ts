import { hash } from 'node:crypto'
import { FormBrowser, isPage } from '@signet/testkit'
import type { BenchStack } from './stack.ts'

export const password = 'correct horse battery staple'
export const redirectUri = 'https://rp.example/callback'
export const resource = 'https://api.example'
export const opaqueResource = 'https://opaque.example'
export const verifier = 'bench-verifier-of-at-least-forty-three-characters'
export const challenge = hash('sha256', verifier, 'base64url')

export interface PreparedInstance {
  readonly issuer: string
  readonly path: string
  readonly projectId: string
  readonly clientId: string
  readonly authorization: string
  /** A copied application has the same secret. */
  authorizationOf(clientId: string): string
  readonly clientSecret: string
  readonly cookie: string
  readonly users: readonly string[]
}

export type Installation = Pick<BenchStack, 'baseUrl' | 'edgePort' | 'sql'>

export async function prepare(stack: Installation, userCount: number): Promise<PreparedInstance> {
  const api = async (method: string, path: string, body: unknown, cookie = '') => {
    const response = await fetch(`${stack.baseUrl}/admin/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: stack.baseUrl, cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  await stack.sql.query(`INSERT INTO settings (key, value) VALUES ('rateLimit.enabled', 'false')`)
  await stack.sql.query('UPDATE instance SET version = version + 1')
  await api('POST', '/setup', { email: 'admin@example.com', password })
  const cookie = await signInToConsole(stack)
  const project = await api('POST', '/projects', { name: 'Bench', slug: 'bench' }, cookie)
  const projectId = String(project.id)
  const client = await api(
    'POST',
    `/projects/${projectId}/clients`,
    {
      clientName: 'Bench',
      grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
      tokenEndpointAuthMethod: 'client_secret_basic',
      redirectUris: [redirectUri],
      requireConsent: false,
      // The fastest algorithm on both sides, because a slow signature would hide the other costs.
      idTokenSignedResponseAlg: 'EdDSA',
    },
    cookie,
  )
  await stack.sql.query(
    `INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, token_format)
     VALUES ($1, 'res_bench', $1, $2, $2, 'Bench', ARRAY['read'], 'jwt'), ($1, 'res_opaque', $1, $3, $3, 'Opaque', ARRAY['read'], 'opaque')`,
    [projectId, resource, opaqueResource],
  )
  await stack.sql.query('UPDATE projects SET version = version + 1 WHERE id = $1', [projectId])
  const users = Array.from({ length: userCount }, (_, index) => `user${index}@example.com`)
  for (const email of users) await api('POST', `/projects/${projectId}/users`, { email, password }, cookie)
  const { clientId = '', clientSecret = '' } = client
  return {
    issuer: String(project.issuer),
    path: '/bench',
    projectId,
    clientId,
    clientSecret,
    authorization: basic(clientId, clientSecret),
    authorizationOf: (id) => basic(id, clientSecret),
    cookie,
    users,
  }
}

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

export async function signInToConsole(stack: Omit<Installation, 'sql'>): Promise<string> {
  const browser = new FormBrowser(
    { host: '127.0.0.1', port: stack.edgePort },
    `${stack.baseUrl}/admin/?signed-in`,
  )
  const page = await browser.open(`${stack.baseUrl}/admin/api/login`)
  if (!isPage(page)) throw new Error('no sign-in page')
  const offer = await browser.submit(page, '/login', { login: 'admin@example.com', password })
  // The first sign-in of an administrator offers a passkey, except in earlier releases.
  if (isPage(offer) && offer.html.includes('/notnow')) await browser.submit(offer, '/notnow')
  const session = browser.cookies.find(({ name }) => name === 'signet_console')
  if (!session) throw new Error('the console did not sign in')
  return `signet_console=${session.value}`
}
