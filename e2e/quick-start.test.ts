import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, test } from './support/fixtures.ts'
import { setUpAdministrator, signInAt } from './support/sign-in.ts'
import { freePort, startStack } from './support/stack.ts'
import { startTls } from './support/tls.ts'
import { administrator } from './support/world.ts'

const person = { email: 'grace@customer.example', password: 'another horse and battery' }

interface Client {
  readonly clientId: string
  readonly clientSecret?: string
}

interface Place {
  readonly page: Page
  readonly baseUrl: string
  readonly folder: string
  /** The example's Node must trust it. */
  readonly certificate?: string
  readonly newVisitor: () => Promise<Page>
}

test('the quick start of a project runs as printed at an http issuer', async ({
  page,
  world: { baseUrl },
  newVisitor,
}) => {
  await inFolder((folder) => followQuickStart({ page, baseUrl, folder, newVisitor }))
})

test('the quick start of a project runs as printed at an https issuer', async ({ newVisitor }) => {
  test.setTimeout(120_000)
  await inFolder(async (folder) => {
    const port = await freePort()
    const tls = await startTls(folder, port)
    const stack = await startStack({ PORT: String(port), SIGNET_BASE_URL: tls.origin })
    try {
      const page = await newVisitor()
      await setUpAdministrator(page, stack.setupUrl, administrator)
      const { baseUrl } = stack
      await followQuickStart({ page, baseUrl, folder, newVisitor, certificate: tls.certificate })
    } finally {
      await stack.stop()
      await tls.close()
    }
  })
})

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-quick-start-'))
  symlinkSync(new URL('node_modules', import.meta.url).pathname, join(folder, 'node_modules'))
  try {
    await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function followQuickStart(place: Place): Promise<void> {
  const { page, baseUrl } = place
  const post = async <T>(path: string, data: unknown): Promise<T> => {
    const response = await page.request.post(`${baseUrl}/admin/api${path}`, {
      data,
      headers: { origin: baseUrl },
    })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  const { id, slug } = await post<{ id: string; slug: string }>('/projects', { name: 'Quick start' })
  const issuer = `${baseUrl}/${slug}`
  await post(`/projects/${id}/users`, person)
  await page.goto(`${baseUrl}/admin/projects/${id}`)
  await openExample(page)

  await test.step('the example is printed without an application, and requests the one that the steps create', async () => {
    const redirectUri = await page.locator('main ol code').first().textContent()
    const before = await printed(page, 'Node.js')
    // The console sends this input for a web application.
    const client = await post<Client>(`/projects/${id}/clients`, {
      clientName: 'Storefront',
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'client_secret_basic',
      redirectUris: [redirectUri],
      scope: 'openid profile email',
    })
    expect(before).not.toContain(client.clientId)
    await runExample(place, [client.clientId, client.clientSecret ?? ''], (address) =>
      expectSignIn(place, address, issuer, client),
    )
  })

  await test.step('the example contains the values of an existing application', async () => {
    await page.reload()
    await openExample(page)
    await page.getByText('The example signs users in to').waitFor()
    const code = await printed(page, 'Node.js')
    const answer = await page.request.get(`${baseUrl}/admin/api/projects/${id}/clients`)
    const { clients } = await answer.json()
    expect(code).toContain(clients[0].clientId)
    expect(code.includes('allowInsecureRequests')).toBe(baseUrl.startsWith('http:'))
    const path = `/projects/${id}/clients/${clients[0].clientId}/secret`
    const { clientSecret } = await post<Client>(path, {})
    await runExample(place, [clientSecret ?? ''], (address) =>
      expectSignIn(place, address, issuer, clients[0]),
    )
  })
}

const openExample = (page: Page): Promise<void> =>
  page.locator('summary', { hasText: 'Example code' }).click()

async function printed(page: Page, tab: string): Promise<string> {
  await page.getByRole('tab', { name: tab }).click()
  return (await page.getByRole('tabpanel').locator('pre code').textContent()) ?? ''
}

async function runExample(
  { page, folder, certificate }: Place,
  typed: readonly string[],
  visit: (address: string) => Promise<void>,
): Promise<void> {
  writeFileSync(join(folder, 'sign-in.mjs'), await printed(page, 'Node.js'))
  const [install, ...commands] = (await printed(page, 'Run it')).split('\n')
  expect(install).toBe('npm install openid-client')
  const child = spawn('bash', ['-c', commands.join('\n').replace(/node (?=\S+$)/, 'exec $&')], {
    cwd: folder,
    env: { ...process.env, ...(certificate && { NODE_EXTRA_CA_CERTS: certificate }) },
  })
  try {
    child.stdin.end(typed.map((line) => `${line}\n`).join(''))
    await visit(await addressIn(child))
  } finally {
    child.kill()
  }
}

const addressIn = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      const address = /Open (\S+) to sign in/.exec(said)?.[1]
      if (address) resolve(address)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', () => reject(new Error(said)))
  })

async function expectSignIn(
  { newVisitor }: Place,
  address: string,
  issuer: string,
  { clientId }: Client,
): Promise<void> {
  const visitor = await newVisitor()
  await visitor.goto(address)
  await signInAt(visitor, person)
  const allow = visitor.getByRole('button', { name: 'Allow', exact: true })
  const answer = visitor.getByText('"claims"')
  await allow.or(answer).waitFor()
  // The consent may be stored already.
  if (await allow.isVisible()) await allow.click()
  await answer.waitFor()
  const { claims, user } = JSON.parse((await visitor.textContent('body')) ?? '')
  expect(claims).toMatchObject({ iss: issuer, aud: clientId })
  expect(user).toMatchObject({ sub: claims.sub, email: person.email })
}
