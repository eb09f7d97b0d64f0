import * as oidc from 'openid-client'
import type { Page } from 'playwright/test'
import type { AdminApi } from './support/admin-api.ts'
import { expect, test } from './support/fixtures.ts'
import { loopbackFetch } from './support/loopback-fetch.ts'
import { type RelyingParty, startRelyingParty } from './support/relying-party.ts'
import { signInAt } from './support/sign-in.ts'
import { administrator } from './support/world.ts'

/** The most important journey: from an empty folder to an application that signs in its own users. */
const person = { email: 'grace@customer.example', password: 'another horse and battery' }
const scopes = 'openid email offline_access'

test('the link printed at the start creates a verified super administrator', async ({ api }) => {
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

const examples: readonly Example[] = [
  { form: 'path', name: 'Initech', slug: 'initech' },
  { form: 'subdomain', name: 'Globex', slug: 'globex' },
]

for (const example of examples)
  test(`an application of a ${example.form} project signs its user in, with PKCE, consent, its own keys, refresh, userinfo, sign-out and audit`, async ({
    page: console_,
    api,
    newVisitor,
    world: { baseUrl },
  }) => {
    const rp = await startRelyingParty(scopes)
    try {
      if (example.form === 'subdomain') await api.put('/settings', { 'projects.addressForms': 'both' })
      const began = new Date()
      await createProject(console_, example)
      const { clientId, clientSecret } = await createApplication(console_, rp)
      await createUser(console_)
      const { projects } = await api.get<{ projects: { id: string; slug: string; issuer: string }[] }>(
        '/projects',
      )
      const project = projects.find(({ slug }) => slug === example.slug)
      if (!project) throw new Error('the project is not listed')
      expect(project.issuer).toBe(
        example.form === 'path' ? `${baseUrl}/initech` : baseUrl.replace('//', '//globex.'),
      )

      const config = await rp.configure(project.issuer, clientId, clientSecret)
      const page = await newVisitor()
      await page.goto(rp.signInUrl)
      await signInAt(page, person)
      await page.getByText('see your email address').waitFor()
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByRole('heading', { name: 'Signed in to the example application' }).waitFor()
      const { tokens } = await rp.signedIn()

      const claims = tokens.claims()
      expect(claims).toMatchObject({ iss: project.issuer, aud: clientId, amr: ['pwd'] })
      await expectOwnKey(config, tokens.id_token ?? '', baseUrl)
      const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
      expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
      const repeated = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
      expect(repeated.refresh_token).toBe(refreshed.refresh_token)
      await expect(oidc.refreshTokenGrant(config, 'unknown')).rejects.toMatchObject({
        error: 'invalid_grant',
      })
      const second = await signInAgain(page, rp)
      const info = await oidc.fetchUserInfo(config, second.access_token, claims?.sub ?? '')
      expect(info).toMatchObject({ email: person.email, email_verified: false })

      await page.goto(oidc.buildEndSessionUrl(config, { id_token_hint: second.id_token ?? '' }).href)
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
      await page.goto(rp.signInUrl)
      await page.locator('input[name="password"]').waitFor()
      await expectAudit(api, project.id, began)
      await console_.goto(`/admin/audit?project=${project.id}`)
      await console_.getByText(person.email).first().waitFor()
      expect(await console_.locator('main').textContent()).toContain(administrator.email)
    } finally {
      await rp.close()
    }
  })

/** The session is still valid, so only the consent page is shown. */
async function signInAgain(page: Page, rp: RelyingParty) {
  const done = rp.signedIn()
  await page.goto(rp.signInUrl)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  return (await done).tokens
}

async function createProject(page: Page, { form, name, slug }: Example): Promise<void> {
  await page.goto('/admin/projects/new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  if (form === 'subdomain') await page.getByRole('radio', { name: /subdomain/i }).click({ force: true })
  const address = page.getByLabel(form === 'path' ? 'Path' : 'Subdomain', { exact: true })
  await expect(address).toHaveValue(slug)
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

async function createApplication(
  page: Page,
  rp: RelyingParty,
): Promise<{ clientId: string; clientSecret: string }> {
  await page.getByRole('link', { name: 'Applications' }).first().click()
  await page.getByRole('link', { name: 'New application' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Storefront')
  await page.getByRole('group', { name: 'Redirect addresses' }).getByRole('textbox').first().fill(rp.callback)
  await page.getByText('Scopes and consent').click()
  await page.getByRole('checkbox', { name: /offline_access/ }).check({ force: true })
  await page.getByRole('button', { name: 'Create application' }).click()
  const clientId = await page.getByRole('textbox', { name: 'Client ID' }).inputValue()
  const clientSecret = await page.getByRole('textbox', { name: 'Client secret' }).inputValue()
  await page.getByRole('button', { name: 'I have stored the secret' }).click()
  await page.getByRole('heading', { name: 'Storefront', level: 1 }).waitFor()
  expect(await page.content()).not.toContain(clientSecret)
  return { clientId, clientSecret }
}

async function createUser(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Users' }).first().click()
  await page.getByRole('link', { name: 'New user' }).first().click()
  await page.getByLabel('Email address').fill(person.email)
  await page
    .getByRole('radio', { name: /password/i })
    .first()
    .click({ force: true })
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create user' }).click()
  await page.getByRole('heading', { name: person.email, level: 1 }).waitFor()
}

/** The project publishes the signing key and the root issuer does not. */
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

/** Each entry has actor and target and is older than the change. */
async function expectAudit(api: AdminApi, projectId: string, began: Date): Promise<void> {
  const { entries } = await api.get<{ entries: Entry[] }>(`/audit?project=${projectId}`)
  const written = entries.toReversed()
  expect(written.map(({ action }) => action)).toEqual(['project.create', 'client.create', 'enduser.create'])
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
  written.forEach((entry, index) => {
    expect(entry).toMatchObject({ actorName: administrator.email, targetId: made[index]?.id })
    expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(began.getTime() - 1000)
    expect(Date.parse(entry.at)).toBeLessThanOrEqual(Date.parse(made[index]?.createdAt ?? ''))
  })
}
