import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPage, openBrowser } from './support/browser.ts'
import { setUpAdministrator, signInAt } from './support/sign-in.ts'
import { freePort, type Stack, startStack } from './support/stack.ts'
import { startTls, type TlsEnd } from './support/tls.ts'

const administrator = { email: 'ada@acme.example', password: 'correct horse battery staple' }
const person = { email: 'grace@customer.example', password: 'another horse and battery' }

interface Client {
  readonly clientId: string
  readonly clientSecret?: string
}

describe.each(['http', 'https'])('the quick start of a project, at an issuer of %s', (scheme) => {
  const folder = mkdtempSync(join(tmpdir(), 'signet-quick-start-'))
  const problems: string[] = []
  let tls: TlsEnd | undefined
  let stack: Stack
  let browser: Browser
  let page: Page
  let projectId: string
  let running: ChildProcess | undefined

  beforeAll(async () => {
    symlinkSync(new URL('node_modules', import.meta.url).pathname, join(folder, 'node_modules'))
    const port = await freePort()
    if (scheme === 'https') tls = await startTls(folder, port)
    stack = await startStack({ PORT: String(port), ...(tls && { SIGNET_BASE_URL: tls.origin }) })
    browser = await openBrowser()
    page = await newPage(browser, problems)
    await setUpAdministrator(page, stack.setupUrl, administrator)
    projectId = (await post<{ id: string }>('/projects', { name: 'Acme' })).id
    await post(`/projects/${projectId}/users`, person)
  })
  afterEach(() => void running?.kill())
  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
    await tls?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function post<T>(path: string, data: unknown): Promise<T> {
    const headers = { origin: stack.baseUrl }
    const response = await page.request.post(`${stack.baseUrl}/admin/api${path}`, { data, headers })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }

  /** As the console creates a web application. */
  const createClient = (redirectUri: string): Promise<Client> =>
    post(`/projects/${projectId}/clients`, {
      clientName: 'Storefront',
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'client_secret_basic',
      redirectUris: [redirectUri],
      scope: 'openid profile email',
    })

  /** The text of a tab, to the letter. */
  async function printed(tab: string): Promise<string> {
    await page.getByRole('tab', { name: tab }).click()
    return (await page.getByRole('tabpanel').locator('pre code').textContent()) ?? ''
  }

  /** Does what the page says, and answers where the example asks to be opened. */
  async function run(typed: readonly string[]): Promise<string> {
    writeFileSync(join(folder, 'sign-in.mjs'), await printed('Node.js'))
    const [install, ...commands] = (await printed('Run it')).split('\n')
    expect(install).toBe('npm install openid-client')
    const trusted = tls && { NODE_EXTRA_CA_CERTS: tls.certificate }
    const child = spawn('bash', ['-c', commands.join('\n').replace(/node (?=\S+$)/, 'exec $&')], {
      cwd: folder,
      env: { ...process.env, ...trusted },
    })
    running = child
    child.stdin.end(typed.map((line) => `${line}\n`).join(''))
    return new Promise((resolve, reject) => {
      let said = ''
      const listen = (chunk: Buffer) => {
        said += chunk.toString()
        const address = /Open (\S+) to sign in/.exec(said)?.[1]
        if (address) resolve(address)
      }
      child.stdout.on('data', listen)
      child.stderr.on('data', listen)
      child.once('exit', () => reject(new Error(said)))
    })
  }

  async function expectSignIn(address: string, { clientId }: Client): Promise<void> {
    const visitor = await newPage(browser, problems)
    await visitor.goto(address)
    await signInAt(visitor, person)
    const allow = visitor.getByRole('button', { name: 'Allow', exact: true })
    const shown = visitor.getByText('"claims"')
    await allow.or(shown).waitFor()
    // Consent is remembered.
    if (await allow.isVisible()) await allow.click()
    await shown.waitFor()
    const { claims, user } = JSON.parse((await visitor.textContent('body')) ?? '')
    expect(claims).toMatchObject({ iss: `${stack.baseUrl}/acme`, aud: clientId })
    expect(user).toMatchObject({ sub: claims.sub, email: person.email })
    await visitor.context().close()
  }

  it('runs as printed before there is an application, asking for the one that the steps create', async () => {
    await page.goto(`${stack.baseUrl}/admin/projects/${projectId}`)
    const redirectUri = await page.locator('main ol code').first().textContent()
    const before = await printed('Node.js')
    const client = await createClient(redirectUri ?? '')
    expect(before).not.toContain(client.clientId)
    await expectSignIn(await run([client.clientId, client.clientSecret ?? '']), client)
  })

  it('runs as printed with the values of the application there is', async () => {
    await page.reload()
    await page.getByText('The example signs people in to').waitFor()
    const code = await printed('Node.js')
    const { clients } = await (
      await page.request.get(`${stack.baseUrl}/admin/api/projects/${projectId}/clients`)
    ).json()
    expect(code).toContain(clients[0].clientId)
    expect(code.includes('allowInsecureRequests')).toBe(scheme === 'http')
    const { clientSecret } = await post<Client>(
      `/projects/${projectId}/clients/${clients[0].clientId}/secret`,
      {},
    )
    await expectSignIn(await run([clientSecret ?? '']), clients[0])
  })
})
