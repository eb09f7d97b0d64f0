import { brandShades } from '@signet/clients'
import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { createRelyingParty, FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  password,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'
import { textOf } from './journey.ts'

const api = 'https://api.example/orders'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  await auth.database.run(sql`
    INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, scope_descriptions)
    VALUES (${project.id}, ${`res_${Date.now()}`}, ${project.id}, ${api}, ${api}, 'Orders', ${['orders:read', 'orders:pay', 'orders:odd']},
      ${JSON.stringify({ 'orders:read': { description: 'see your orders', kind: 'see' }, 'orders:pay': { description: 'pay for you' } })}::jsonb)`)
})
afterAll(() => auth.close())

const newBrowser = () => new FormBrowser(auth.address, redirectUri)

async function begin(client: ClientCredentials, parameters: Record<string, string>) {
  const rp = await createRelyingParty({
    issuer: project.issuer,
    ...client,
    redirectUri,
    address: auth.address,
  })
  return rp.begin(parameters)
}

async function consentPage(
  client: ClientCredentials,
  parameters: Record<string, string>,
  { login, browser = newBrowser() }: { login: string; browser?: FormBrowser },
) {
  const { url, redeem } = await begin(client, { prompt: 'consent', ...parameters })
  let page = pageOf(await browser.open(url))
  if (page.html.includes('name="password"'))
    page = pageOf(await browser.submit(page, '/login', { login, password }))
  return { browser, page, redeem }
}

describe('consent page:', () => {
  it('the page shows the description of a scope with its kind, and the name of a scope without a description', async () => {
    await setSetting(auth, 'consent.scopeDescriptions', { email: 'write to you' })
    const client = await makeClient(auth, { projectId: project.id })
    const { email: login } = await makeUser(auth, project.id)
    const scope = 'openid email profile orders:read orders:pay orders:odd'
    const { page } = await consentPage(client, { scope, resource: api }, { login })
    const said = textOf(page.html)
    expect(said).toContain('The app will be able to write to you see your name and profile')
    expect(said).toContain(
      `At Orders the app will be able to ${api} pay for you can act see your orders see only Without a description by the developer orders:odd`,
    )
    await setSetting(auth, 'consent.scopeDescriptions', {})
  })

  const pixel = Buffer.from('89504e470d0a1a0a', 'hex')
  const brand = (clientId: string, changes: { dynamic?: boolean; policy?: string } = {}) =>
    auth.database.transaction(async (tx) => {
      await tx.run(sql`
        UPDATE clients SET logo = ${pixel}, logo_type = 'image/png', tos_uri = 'https://rp.example/terms',
          primary_color = '#FFD400',
          policy_uri = ${changes.policy ?? 'https://rp.example/privacy'}, registered_dynamically = ${changes.dynamic ?? false}
        WHERE id = ${clientId}`)
      await bumpProject(tx, project.id)
    })
  const openRegistration = (open: boolean) =>
    auth.database.run(
      sql`UPDATE projects SET registration_open = ${open}, version = version + 1 WHERE id = ${project.id}`,
    )
  const shown = async (client: ClientCredentials) => {
    const { email: login } = await makeUser(auth, project.id)
    const { html } = (await consentPage(client, {}, { login })).page
    return {
      color: html.includes('href="/assets/paint-ffd400.css"'),
      logo: html.includes('src="data:image/png;base64,iVBORw0KGgo="'),
      policy: html.includes('/privacy"'),
      terms: html.includes('/terms"'),
    }
  }

  it('logo, links and color of an application are shown to users of a project with closed registration', async () => {
    const client = await makeClient(auth, { projectId: project.id })
    await brand(client.clientId)
    expect(await shown(client)).toEqual({ color: true, logo: true, policy: true, terms: true })
  })

  it('logo, links and color are hidden while registration is open', async () => {
    const client = await makeClient(auth, { projectId: project.id })
    await brand(client.clientId)
    await openRegistration(true)
    expect(await shown(client)).toEqual({ color: false, logo: false, policy: false, terms: false })
    await openRegistration(false)
  })

  it('logo, links and color of a self-registered application are hidden', async () => {
    const client = await makeClient(auth, { projectId: project.id })
    await brand(client.clientId, { dynamic: true })
    expect(await shown(client)).toEqual({ color: false, logo: false, policy: false, terms: false })
  })

  it('the sign-in page has the brand color only while registration is closed, in readable shades', async () => {
    const client = await makeClient(auth, { projectId: project.id })
    await brand(client.clientId)
    const painted = async () =>
      pageOf(await newBrowser().open((await begin(client, {})).url)).html.includes('/assets/paint-ffd400.css')
    expect(await painted()).toBe(true)
    await openRegistration(true)
    expect(await painted()).toBe(false)
    await openRegistration(false)
    const styles = await fetchVia(auth.address)(`${project.issuer}/assets/paint-ffd400.css`)
    expect(styles.headers.get('content-type')).toContain('text/css')
    const { light, dark } = brandShades('#FFD400')
    expect(await styles.text()).toMatch(new RegExp(`--accent: ${light}.*--accent: ${dark}`, 's'))
  })

  it.each([
    'https://rp.example.evil.example/privacy',
    'http://rp.example/privacy',
    'https://rp.example:444/privacy',
    'https://sub.rp.example/privacy',
  ])('a link to another origin than that of the application is hidden: %s', async (policy) => {
    const client = await makeClient(auth, { projectId: project.id })
    await brand(client.clientId, { policy })
    expect(await shown(client)).toEqual({ color: true, logo: true, policy: false, terms: true })
  })
})

describe('partial consent:', () => {
  const scope = 'openid email profile'
  const partialClient = () => makeClient(auth, { projectId: project.id, partialConsent: true })

  async function answer(
    client: ClientCredentials,
    login: string,
    ticked: readonly string[],
    browser: FormBrowser,
  ) {
    const { page, redeem } = await consentPage(client, { scope }, { login, browser })
    const boxes = Object.fromEntries(
      ['email', 'profile'].map((name) => [`scope:${name}`, ticked.includes(name) ? 'on' : '']),
    )
    return redeem(arrivalOf(await browser.submit(page, '/consent', boxes)))
  }

  it('the selected scopes are granted, and declined ones are offered again', async () => {
    const client = await partialClient()
    const { email: login } = await makeUser(auth, project.id)
    const browser = newBrowser()
    expect((await answer(client, login, ['email'], browser)).scope).toBe('openid email')
    expect((await answer(client, login, ['email', 'profile'], browser)).scope).toBe(scope)
    expect((await answer(client, login, ['profile'], browser)).scope).toBe('openid profile')
  })

  it('a scope that the request does not contain is not granted, even when the form contains it', async () => {
    const client = await partialClient()
    const { email: login } = await makeUser(auth, project.id)
    const { browser, page, redeem } = await consentPage(client, { scope: 'openid' }, { login })
    const tokens = await redeem(
      arrivalOf(
        await browser.submit(page, '/consent', {
          'scope:email': 'on',
          scope: 'openid email',
          'scope:offline_access': 'on',
        }),
      ),
    )
    expect(tokens.scope).toBe('openid')
    expect(tokens.refresh_token).toBeUndefined()
  })

  it('an application without partial consent has no choice of scopes', async () => {
    const client = await makeClient(auth, { projectId: project.id })
    const { email: login } = await makeUser(auth, project.id)
    const { browser, page, redeem } = await consentPage(client, { scope }, { login })
    expect(page.html).not.toContain('type="checkbox"')
    const tokens = await redeem(arrivalOf(await browser.submit(page, '/consent', { 'scope:email': '' })))
    expect(tokens.scope).toBe(scope)
  })

  it('scopes of an API can be declined too', async () => {
    const client = await partialClient()
    const { email: login } = await makeUser(auth, project.id)
    const asked = { scope: 'openid orders:read orders:pay', resource: api }
    const { browser, page, redeem } = await consentPage(client, asked, { login })
    const tokens = await redeem(arrivalOf(await browser.submit(page, '/consent', { 'scope:orders:pay': '' })))
    expect(decodeJwt(tokens.access_token).scope ?? tokens.scope).not.toContain('orders:pay')
  })
})

it('a consent form of another account is rejected', async () => {
  const client = await makeClient(auth, { projectId: project.id })
  const [first, second] = [await makeUser(auth, project.id), await makeUser(auth, project.id)]
  const { browser, page } = await consentPage(client, {}, { login: first.email })
  const other = page.html.replaceAll(first.id, second.id)
  for (const html of [other, page.html.replace(first.id, '')]) {
    const answer = await browser.submit({ ...page, html }, '/consent')
    expect(isPage(answer) && answer.status).toBe(400)
  }
  expect(arrivalOf(await browser.submit(page, '/consent')).searchParams.has('code')).toBe(true)
})

it('a consent form is rejected after another tab changed the account', async () => {
  const client = await makeClient(auth, { projectId: project.id })
  const [first, second] = [await makeUser(auth, project.id), await makeUser(auth, project.id)]
  const browser = newBrowser()
  const early = await consentPage(client, {}, { login: first.email, browser })
  await browser.submit(early.page, '/consent')
  const { page } = await consentPage(client, {}, { login: first.email, browser })
  const { url } = await begin(client, { prompt: 'login' })
  const signIn = pageOf(await browser.open(url))
  const asked = pageOf(await browser.submit(signIn, '/login', { login: second.email, password }))
  await browser.submit(asked, '/consent')
  const answer = pageOf(await browser.submit(page, '/consent'))
  expect(answer.status).toBe(400)
})
