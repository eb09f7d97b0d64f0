import { sql } from '@signet/db'
import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Auth,
  makeClient,
  makeProject,
  makeUser,
  password,
  redirectUri,
  startAuth,
} from '../support/harness.ts'
import { authorize, pageOf } from '../support/journey.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

describe.each(['path', 'subdomain', 'host'] as const)('address form %s:', (form) => {
  it('a user signs in to a relying party with PKCE, consent, an ID token signed by the project, refresh, userinfo and sign-out', async () => {
    const project = await makeProject(auth, { form })
    const user = await makeUser(auth, project.id)
    const { clientId, clientSecret } = await makeClient(auth, { projectId: project.id })
    const rp = await createRelyingParty({
      issuer: project.issuer,
      clientId,
      clientSecret,
      redirectUri,
      address: auth.address,
    })
    expect(rp.config.serverMetadata().issuer).toBe(project.issuer)
    expect(rp.config.serverMetadata().jwks_uri).toBe(`${project.issuer}/jwks`)

    const { url, redeem } = await rp.begin({ scope: 'openid email offline_access', prompt: 'consent' })
    const browser = new FormBrowser(auth.address, redirectUri)
    const signIn = await browser.open(url)
    if (!isPage(signIn)) throw new Error('expected the sign-in page')
    const consent = await browser.submit(signIn, '/login', { login: user.email, password })
    if (!isPage(consent)) throw new Error('expected the consent page')
    expect(consent.html).toContain('Example')
    const answer = await browser.submit(consent, '/consent')
    if (isPage(answer)) throw new Error(answer.html)

    const tokens = await redeem(answer.arrivedAt)
    expect(tokens.claims()).toMatchObject({ iss: project.issuer, aud: clientId, sub: user.id, amr: ['pwd'] })
    const refreshed = await oidc.refreshTokenGrant(rp.config, tokens.refresh_token ?? '')
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
    const info = await oidc.fetchUserInfo(rp.config, refreshed.access_token, user.id)
    expect(info).toMatchObject({ sub: user.id, email: user.email, email_verified: true })

    const logout = oidc.buildEndSessionUrl(rp.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: 'https://rp.example/',
    })
    await browser.open(logout)
    const again = await browser.open((await rp.begin()).url)
    expect(isPage(again) && again.html).toContain('name="password"')
  })
})

it('a password longer than any stored password is rejected as wrong', async () => {
  const project = await makeProject(auth)
  const user = await makeUser(auth, project.id)
  const { clientId, clientSecret } = await makeClient(auth, { projectId: project.id })
  const options = { issuer: project.issuer, clientId, clientSecret, redirectUri, address: auth.address }
  const browser = new FormBrowser(auth.address, redirectUri)
  const page = await browser.open((await (await createRelyingParty(options)).begin()).url)
  if (!isPage(page)) throw new Error('expected the sign-in page')
  const answer = await browser.submit(page, '/login', { login: user.email, password: 'x'.repeat(10_000) })
  expect(isPage(answer) && answer.status).toBe(422)
})

it('the resume address of an interaction is stored without its id', async () => {
  const project = await makeProject(auth)
  const client = await makeClient(auth, { projectId: project.id, requireConsent: false })
  const user = await makeUser(auth, project.id)
  const { url, redeem } = await (
    await createRelyingParty({ issuer: project.issuer, ...client, redirectUri, address: auth.address })
  ).begin()
  const browser = new FormBrowser(auth.address, redirectUri)
  const page = pageOf(await browser.open(url))
  const uid = page.url.pathname.split('/').at(-1) ?? ''
  const rows = await auth.database.rows<{ payload: string }>(
    sql`SELECT payload::text AS payload FROM oidc_interactions WHERE project_id = ${project.id}`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.payload).not.toContain(uid)
  expect((await redeem(await authorize(browser, url, user.email))).claims()?.sub).toBe(user.id)
})
