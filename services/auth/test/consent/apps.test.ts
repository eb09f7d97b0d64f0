import { raw, sql } from '@signet/db'
import { signInsOf } from '@signet/sessions'
import { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  password,
  redirectUri,
  rootProjects,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { codeRequest, pageOf, postForm, signIn } from '../support/journey.ts'

let auth: Auth
let project: { id: string; issuer: string }
let user: { id: string; email: string }
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
})
afterAll(() => auth.close())
beforeEach(async () => {
  user = await makeUser(auth, project.id)
})

const scope = 'openid email offline_access'

async function connected(browser?: FormBrowser, backchannelLogoutUri?: string) {
  const client = await makeClient(auth, {
    projectId: project.id,
    ...(backchannelLogoutUri ? { backchannelLogoutUri } : {}),
  })
  const signedIn = await signIn(auth, project.issuer, client, user.email, {
    scope,
    prompt: 'consent',
    ...(browser ? { browser } : {}),
  })
  return { client, ...signedIn }
}

const openApps = async (browser: FormBrowser) => pageOf(await browser.open(`${project.issuer}/account/apps`))

const remove = async (browser: FormBrowser, clientId: string, fields: Record<string, string> = {}) =>
  pageOf(await browser.submit(await openApps(browser), '/account/apps', { clientId, ...fields }))

const refresh = (client: { clientId: string; clientSecret: string }, token: unknown) =>
  postForm(
    auth,
    `${project.issuer}/token`,
    { grant_type: 'refresh_token', refresh_token: String(token) },
    client,
  )

const entries = () =>
  auth.database.rows(sql`
    SELECT actor, action, target_type AS type, surface, project_id AS project, detail FROM audit_entries
    WHERE target_id = ${user.id}`)

describe('connected applications:', () => {
  it("the page lists the permissions of each application as on the consent page, without Signet's own pages", async () => {
    const { browser } = await connected()
    const page = await openApps(browser)
    for (const shown of ['Example', 'see your email address', 'keep access while you are away', user.email])
      expect(page.html).toContain(shown)
    expect(page.html).not.toContain('signet-account')
    expect(page.html).toContain('/session/end')
    expect(page.html).not.toContain('<script')
  })

  it('an application with a grant without an expiry is listed, and one with an expired grant is not', async () => {
    const { browser, client } = await connected()
    const expire = (at: string | null) =>
      auth.database.run(
        sql`UPDATE oidc_grants SET expires_at = ${at}::timestamptz WHERE client_id = ${client.clientId}`,
      )
    await expire(null)
    expect((await openApps(browser)).html).toContain('Example')
    await expire('2026-01-01T00:00:00Z')
    expect((await openApps(browser)).html).toContain('No application has access')
  })

  it('the page shows when the application last received a token for this user', async () => {
    const { browser, client } = await connected()
    for (const table of ['oidc_access_tokens', 'oidc_refresh_tokens'])
      await auth.database.run(sql`
        UPDATE ${raw(table)} SET payload = jsonb_set(payload, '{iat}', '1577880000') WHERE account_id = ${user.id}`)
    const other = await makeUser(auth, project.id)
    await signIn(auth, project.issuer, client, other.email, { scope, prompt: 'consent' })
    expect((await openApps(browser)).html).toContain('Last used</dt><dd><time datetime="2020-01-01')
  })

  it("Signet's own pages are not listed as applications, neither for users nor for administrators", async () => {
    const browser = new FormBrowser(auth.address, redirectUri)
    await browser.submit(await openApps(browser), '/login', { login: user.email, password })
    expect(await signInsOf(auth.database, project.id, user.id)).toEqual([
      expect.objectContaining({ clientId: null, signedInAt: expect.any(String), offline: false }),
    ])
    const { clientId } = (await connected()).client
    const shown = await signInsOf(auth.database, project.id, user.id)
    expect(shown.map((each) => each.clientId)).toEqual(expect.arrayContaining([clientId]))
    expect(shown.map((each) => each.clientId)).not.toContain('signet-account')
  })

  it('a user without a session signs in first and returns to an address without a code', async () => {
    const browser = new FormBrowser(auth.address, redirectUri)
    const page = await openApps(browser)
    const after = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    expect(after.url.href).toBe(`${project.issuer}/account/apps`)
    expect(after.html).toContain('No application has access')
  })

  it.each([
    ['ru', 'Подключённые приложения'],
    ['zh-CN', '已连接的应用'],
  ])('the page exists in %s', async (language, title) => {
    const { browser } = await connected()
    browser.headers['accept-language'] = language
    const page = await openApps(browser)
    expect(page.headers['content-language']).toBe(language)
    expect(page.html).toContain(title)
  })

  it('a declined permission is not listed as allowed', async () => {
    const { browser, client } = await connected()
    await auth.database.run(sql`
      UPDATE oidc_grants SET payload = jsonb_set(payload, '{rejected}', '{"openid":{"scope":"email"}}')
      WHERE client_id = ${client.clientId}`)
    expect((await openApps(browser)).html).not.toContain('see your email address')
  })
})

describe('removal of an application:', () => {
  it('the removal revokes offline access and tokens of this application only, requires consent again and is audited as self-service', async () => {
    const { browser, client, tokens } = await connected()
    const other = await connected(browser)
    expect((await remove(browser, client.clientId)).html).not.toContain(client.clientId)
    expect((await refresh(client, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await refresh(other.client, other.tokens.refresh_token)).status).toBe(200)
    expect(await entries()).toEqual([
      {
        actor: `enduser:${project.id}:${user.id}`,
        action: 'enduser.application.signout',
        type: 'EndUser',
        surface: 'self-service',
        project: project.id,
        detail: { clientId: client.clientId },
      },
    ])
    const { rp } = other
    expect(rp).toBeDefined()
    const again = pageOf(await browser.open(await authorizationUrl(client.clientId)))
    expect(again.html).toContain('/consent"')
  })

  it('the application receives a logout notice for its session and one for the subject when it registered for them', async () => {
    const { browser, client } = await connected(undefined, 'https://rp.example/logout')
    await remove(browser, client.clientId)
    const notices = await auth.database.rows<{ payload: object }>(sql`
      SELECT payload FROM outbox WHERE payload->>'clientId' = ${client.clientId} ORDER BY id`)
    expect(notices.map(({ payload }) => payload)).toMatchObject([
      { sub: user.id, issuer: project.issuer, sid: expect.any(String) },
      { sub: user.id, issuer: project.issuer, sid: null },
    ])
  })

  it('a repeated removal writes no second entry', async () => {
    const { browser, client } = await connected()
    const page = await openApps(browser)
    await browser.submit(page, '/account/apps')
    await browser.submit(page, '/account/apps')
    expect(await entries()).toHaveLength(1)
    expect(client.clientId).toBeTruthy()
  })

  it('a form of another account is rejected and changes nothing', async () => {
    const { browser, client, tokens } = await connected()
    const other = await makeUser(auth, project.id)
    const page = await remove(browser, client.clientId, { accountId: other.id })
    expect(page.status).toBe(400)
    expect(await entries()).toHaveLength(0)
    expect((await refresh(client, tokens.refresh_token)).status).toBe(200)
  })

  it('a form posted by another site is rejected and changes nothing', async () => {
    const { browser, client, tokens } = await connected()
    const page = await openApps(browser)
    browser.headers['sec-fetch-site'] = 'cross-site'
    expect(pageOf(await browser.submit(page, '/account/apps')).status).toBe(400)
    expect((await refresh(client, tokens.refresh_token)).status).toBe(200)
  })

  it('an application of another user cannot be removed', async () => {
    const theirs = await connected()
    user = await makeUser(auth, project.id)
    const { browser } = await connected()
    await remove(browser, theirs.client.clientId)
    expect(await entries()).toHaveLength(0)
    expect((await refresh(theirs.client, theirs.tokens.refresh_token)).status).toBe(200)
  })
})

describe('settings of the sign-in:', () => {
  it.each([
    ['client_secret_jwt as the only method', { clientAuthMethods: ['client_secret_jwt'] }],
    ['private_key_jwt as the only method', { clientAuthMethods: ['private_key_jwt'] }],
    ['FAPI', { 'fapi.enabled': true }],
    ['signed request objects', { 'requestObjects.requireSignedRequestObject': true }],
  ])('a user reaches the page with %s', async (_how, settings) => {
    const own = await startAuth()
    try {
      for (const [key, value] of Object.entries(settings)) await setSetting(own, key, value)
      const at = await makeProject(own)
      const person = await makeUser(own, at.id)
      const browser = new FormBrowser(own.address, redirectUri)
      const page = pageOf(await browser.open(`${at.issuer}/account/apps`))
      const after = pageOf(await browser.submit(page, '/login', { login: person.email, password }))
      expect(after.html).toContain('No application has access')
    } finally {
      await own.close()
    }
  })
})

it('the page at the root issuer belongs to the default project for a user without a session', async () => {
  const { defaultId } = await rootProjects(auth)
  const person = await makeUser(auth, defaultId)
  const browser = new FormBrowser(auth.address, redirectUri)
  const page = pageOf(await browser.open(`${auth.baseUrl}/account/apps`))
  const after = pageOf(await browser.submit(page, '/login', { login: person.email, password }))
  expect(after.html).toContain(person.email)
})

const authorizationUrl = async (clientId: string) =>
  `${project.issuer}/auth?${new URLSearchParams({
    client_id: clientId,
    ...codeRequest,
    scope,
    prompt: 'consent',
  })}`
