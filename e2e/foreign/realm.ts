import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { type RelyingParty, startRelyingParty } from '../support/relying-party.ts'
import { freePort } from '../support/stack.ts'
import { launchBrowser } from './browser.ts'
import { type Instance, startInstance } from './instance.ts'
import { buildKeycloak, keycloakName, keycloakToolchain, plainArgs } from './keycloak-server.ts'
import { startServer } from './server.ts'
import { runProgram, type Suite } from './suite.ts'

const main = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url))

const administrator = { username: 'admin', password: 'password of Keycloak' }
const user = { username: 'grace', email: 'grace@shop.example', password: 'correct horse of Keycloak' }
const clientId = 'web-shop'

/** Sent to the API of Keycloak by an administrator. */
const realmOf = (callback: string, secret: string) => ({
  realm: 'shop',
  displayName: 'Shop',
  enabled: true,
  sslRequired: 'none',
  roles: {
    realm: [{ name: 'buyer' }, { name: 'manager', composite: true, composites: { realm: ['buyer'] } }],
  },
  groups: [{ name: 'sales' }],
  clients: [
    {
      clientId,
      name: 'Web shop',
      secret,
      redirectUris: [callback, 'https://shop.example/*'],
      standardFlowEnabled: true,
      attributes: { 'pkce.code.challenge.method': 'S256' },
    },
  ],
})

/** A realm that is created with client scopes would have no others. */
const scope = {
  name: 'orders.read',
  protocol: 'openid-connect',
  protocolMappers: [
    {
      name: 'orders',
      protocol: 'openid-connect',
      protocolMapper: 'oidc-audience-mapper',
      config: { 'included.custom.audience': 'https://api.shop.example', 'access.token.claim': 'true' },
    },
  ],
}

const userOf = () => ({
  username: user.username,
  email: user.email,
  emailVerified: true,
  enabled: true,
  firstName: 'Grace',
  lastName: 'Hopper',
  groups: ['/sales'],
  credentials: [{ type: 'password', value: user.password, temporary: false }],
})

interface Place {
  readonly folder: string
  readonly tools: string
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>

async function administer(origin: string): Promise<Call> {
  const form = new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...administrator })
  const path = '/realms/master/protocol/openid-connect/token'
  const answer = await fetch(`${origin}${path}`, { method: 'POST', body: form })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return async (method, path, body) => {
    const response = await fetch(`${origin}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

/** @returns the id of the user, which is the `sub` in tokens of Keycloak */
async function createRealm(call: Call, realm: object): Promise<string> {
  await call('POST', '', realm)
  await call('POST', '/shop/client-scopes', scope)
  await call('POST', '/shop/users', userOf())
  const [created] = (await call('GET', `/shop/users?username=${user.username}`)) as { id: string }[]
  const id = String(created?.id)
  await call('POST', `/shop/users/${id}/role-mappings/realm`, [await call('GET', '/shop/roles/manager')])
  const [client] = (await call('GET', `/shop/clients?clientId=${clientId}`)) as { id: string }[]
  const scopes = (await call('GET', '/shop/client-scopes')) as { id: string; name: string }[]
  const added = scopes.find(({ name }) => name === scope.name)
  await call('PUT', `/shop/clients/${client?.id}/optional-client-scopes/${added?.id}`, {})
  return id
}

/** @returns the id of the user */
async function exportRealm({ folder, tools }: Place, realm: object, file: string): Promise<string> {
  const { command, environment } = await buildKeycloak({ folder, tools }, '{}')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const server = await startServer({
    command,
    args: ['start', '--optimized', ...plainArgs(port), `--hostname=${origin}`],
    environment: {
      ...environment,
      KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
    },
    probe: `${origin}/realms/master/.well-known/openid-configuration`,
    folder,
  })
  const id = await administer(origin)
    .then((call) => createRealm(call, realm))
    .finally(() => server.stop())
  const args = ['export', '--optimized', '--realm', 'shop', '--users', 'same_file', '--file', file]
  await runProgram(command, args, { folder, environment })
  return id
}

/**
 * Uses the password of Keycloak.
 * @returns the claims of the ID token
 */
async function signIn(browser: Browser, application: RelyingParty): Promise<Record<string, unknown>> {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(application.signInUrl)
  await page.locator('input[name=login]').fill(user.email)
  await page.locator('input[name=password]').fill(user.password)
  await page.locator('input[name=password]').press('Enter')
  const consent = page.getByRole('button', { name: 'Allow', exact: true })
  const done = page.getByRole('heading', { name: 'Signed in to the example application' })
  await consent.or(done).waitFor()
  if (await consent.isVisible()) await consent.click()
  await done.waitFor()
  const { tokens } = await application.signedIn()
  await context.close()
  return { ...tokens.claims() }
}

async function check(instance: Instance, browser: Browser, place: Place): Promise<string> {
  const application = await startRelyingParty('openid email groups orders.read')
  try {
    const file = join(place.folder, 'realm.json')
    const secret = randomBytes(24).toString('base64url')
    const subject = await exportRealm(place, realmOf(application.callback, secret), file)
    const { id: projectId, issuer } = await instance.post('/projects', { name: 'Moved from Keycloak' })
    const args = ['realm', 'import', file, '--project', String(projectId), '--yes']
    const environment = { SIGNET_URL: instance.baseUrl, SIGNET_TOKEN: instance.token }
    const output = await runProgram(process.execPath, [main, ...args], { folder: place.folder, environment })
    if (!output.includes('1 imported: 1 created')) throw new Error(`The import created no user:\n${output}`)
    await application.configure(String(issuer), clientId, secret)
    const claims = await signIn(browser, application)
    const groups = [...((claims.groups ?? []) as string[])].sort().join()
    if (claims.sub !== subject || claims.email !== user.email || groups !== 'buyer,manager,sales')
      throw new Error(`The ID token has ${JSON.stringify(claims)}, and the user was ${subject}.`)
    return `${keycloakName}: a realm of its API was exported and imported; its user signed in at its application with the same sub`
  } finally {
    await application.close()
  }
}

/** Moves a realm that was created by the API of Keycloak, and signs in at its application. */
export const realm: Suite = {
  name: 'realm',
  toolchain: keycloakToolchain,
  async run({ folder, tools }) {
    const instance = await startInstance()
    const browser = await launchBrowser()
    try {
      return await check(instance, browser, { folder, tools })
    } finally {
      await browser.close()
      await instance.stop()
    }
  },
}
