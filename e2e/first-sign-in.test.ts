import * as oidc from 'openid-client'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminApi, adminApi } from './support/admin-api.ts'
import { newPage, openBrowser } from './support/browser.ts'
import { loopbackFetch } from './support/loopback-fetch.ts'
import { type RelyingParty, startRelyingParty } from './support/relying-party.ts'
import { setUpAdministrator, signInAt } from './support/sign-in.ts'
import { type Stack, startStack } from './support/stack.ts'

/** The first thing that must be true: from an empty folder to an application that signs its own users in. */
const administrator = { email: 'ada@acme.example', password: 'correct horse battery staple' }
const person = { email: 'grace@customer.example', password: 'another horse and battery' }
const scopes = 'openid email offline_access'

let stack: Stack
let browser: Browser
let console_: Page
let rp: RelyingParty
let api: AdminApi
const problems: string[] = []

beforeAll(async () => {
  stack = await startStack()
  browser = await openBrowser()
  console_ = await newPage(browser, problems)
  rp = await startRelyingParty(scopes)
})
afterAll(async () => {
  await rp?.close()
  await browser?.close()
  await stack?.stop()
})

it('sets up the first administrator from the link that the start printed', async () => {
  await setUpAdministrator(console_, stack.setupUrl, administrator)
  api = await adminApi(stack.baseUrl, console_.context())
  expect(await api.get('/me')).toMatchObject({
    email: administrator.email,
    superAdministrator: true,
    verified: true,
  })
})

interface Example {
  readonly form: 'path' | 'subdomain'
  readonly name: string
  readonly slug: string
}

it.each<Example>([
  { form: 'path', name: 'Acme', slug: 'acme' },
  { form: 'subdomain', name: 'Globex', slug: 'globex' },
])(
  'an application of a $form project signs its user in: PKCE, consent, its own keys, refresh, userinfo, sign-out, audit',
  async (example) => {
    if (example.form === 'subdomain') await api.put('/settings', { 'projects.addressForms': 'both' })
    const began = new Date()
    await createProject(example)
    const { clientId, clientSecret } = await createApplication()
    await createUser()
    const { projects } = await api.get<{ projects: { id: string; slug: string; issuer: string }[] }>(
      '/projects',
    )
    const project = projects.find(({ slug }) => slug === example.slug)
    if (!project) throw new Error('the project is not listed')
    expect(project.issuer).toBe(
      example.form === 'path' ? `${stack.baseUrl}/acme` : stack.baseUrl.replace('//', '//globex.'),
    )

    const config = await rp.configure(project.issuer, clientId, clientSecret)
    const page = await newPage(browser, problems)
    await page.goto(rp.signInUrl)
    await signInAt(page, person)
    await page.getByText('see your email address').waitFor()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByRole('heading', { name: 'Signed in to the example application' }).waitFor()
    const { tokens } = await rp.signedIn()

    const claims = tokens.claims()
    expect(claims).toMatchObject({ iss: project.issuer, aud: clientId, amr: ['pwd'] })
    await expectOwnKey(config, tokens.id_token ?? '', stack.baseUrl)
    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const second = await signInAgain(page)
    const info = await oidc.fetchUserInfo(config, second.access_token, claims?.sub ?? '')
    expect(info).toMatchObject({ email: person.email, email_verified: false })

    await page.goto(oidc.buildEndSessionUrl(config, { id_token_hint: second.id_token ?? '' }).href)
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await page.goto(rp.signInUrl)
    await page.getByLabel('Password').waitFor()
    await expectAudit(project.id, began)
    expect(problems).toEqual([])
  },
)

it('shows the audit in the console, newest first', async () => {
  await console_.goto(`${stack.baseUrl}/admin/audit`)
  await console_.getByText(person.email).first().waitFor()
  const text = await console_.locator('main').textContent()
  expect(text).toContain(administrator.email)
  expect(problems).toEqual([])
})

/** The session still stands, so only consent is asked again. */
async function signInAgain(page: Page) {
  const done = rp.signedIn()
  await page.goto(rp.signInUrl)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  return (await done).tokens
}

async function createProject({ form, name, slug }: Example): Promise<void> {
  await console_.goto(`${stack.baseUrl}/admin/projects/new`)
  await console_.getByLabel('Name', { exact: true }).fill(name)
  if (form === 'subdomain') await chooseSubdomain()
  const address = console_.getByLabel(form === 'path' ? 'Path' : 'Subdomain', { exact: true })
  expect(await address.inputValue()).toBe(slug)
  await console_.getByRole('button', { name: 'Create project' }).click()
  await console_.getByRole('heading', { name, level: 1 }).waitFor()
}

async function chooseSubdomain(): Promise<void> {
  await console_.getByRole('radio', { name: /subdomain/i }).click({ force: true })
}

async function createApplication(): Promise<{ clientId: string; clientSecret: string }> {
  await console_.getByRole('link', { name: 'Applications' }).first().click()
  await console_.getByRole('link', { name: 'New application' }).first().click()
  await console_.getByLabel('Name', { exact: true }).fill('Storefront')
  await console_
    .getByRole('group', { name: 'Redirect addresses' })
    .getByRole('textbox')
    .first()
    .fill(rp.callback)
  await console_.getByRole('checkbox', { name: /offline_access/ }).check({ force: true })
  await console_.getByRole('button', { name: 'Create application' }).click()
  const clientId = await console_.getByRole('textbox', { name: 'Client ID' }).inputValue()
  const clientSecret = await console_.getByRole('textbox', { name: 'Client secret' }).inputValue()
  await console_.getByRole('button', { name: 'I have stored the secret' }).click()
  await console_.getByRole('heading', { name: 'Storefront', level: 1 }).waitFor()
  expect(await console_.content()).not.toContain(clientSecret)
  return { clientId, clientSecret }
}

async function createUser(): Promise<void> {
  await console_.getByRole('link', { name: 'Users' }).first().click()
  await console_.getByRole('link', { name: 'New user' }).first().click()
  await console_.getByLabel('Email address').fill(person.email)
  await console_
    .getByRole('radio', { name: /password/i })
    .first()
    .click({ force: true })
  await console_.getByLabel('Password', { exact: true }).fill(person.password)
  await console_.getByRole('button', { name: 'Create user' }).click()
  await console_.getByRole('heading', { name: person.email, level: 1 }).waitFor()
}

/** The token was signed by a key the project publishes and the root issuer does not. */
async function expectOwnKey(config: oidc.Configuration, idToken: string, baseUrl: string): Promise<void> {
  const { kid } = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()) as {
    kid: string
  }
  const kids = async (url: string) =>
    ((await (await loopbackFetch(url)).json()) as { keys: { kid: string }[] }).keys.map((key) => key.kid)
  expect(await kids(config.serverMetadata().jwks_uri ?? '')).toContain(kid)
  expect(await kids(`${baseUrl}/jwks`)).not.toContain(kid)
}

interface Entry {
  readonly at: string
  readonly action: string
  readonly actorName: string
  readonly targetId: string
}

/** Each change in order, with actor and target, each entry older than what it announced. */
async function expectAudit(projectId: string, began: Date): Promise<void> {
  const { entries } = await api.get<{ entries: Entry[] }>(`/audit?project=${projectId}`)
  const told = entries.toReversed()
  expect(told.map(({ action }) => action)).toEqual(['project.create', 'client.create', 'enduser.create'])
  const { clients } = await api.get<{ clients: { clientId: string; createdAt: string }[] }>(
    `/projects/${projectId}/clients`,
  )
  const { users } = await api.get<{ users: { id: string; createdAt: string }[] }>(
    `/projects/${projectId}/users`,
  )
  const project = await api.get<{ createdAt: string }>(`/projects/${projectId}`)
  const made = [
    { id: projectId, createdAt: project.createdAt },
    { id: clients[0]?.clientId, createdAt: clients[0]?.createdAt ?? '' },
    { id: users[0]?.id, createdAt: users[0]?.createdAt ?? '' },
  ]
  told.forEach((entry, index) => {
    expect(entry).toMatchObject({ actorName: administrator.email, targetId: made[index]?.id })
    expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(began.getTime() - 1000)
    expect(Date.parse(entry.at)).toBeLessThanOrEqual(Date.parse(made[index]?.createdAt ?? ''))
  })
}
