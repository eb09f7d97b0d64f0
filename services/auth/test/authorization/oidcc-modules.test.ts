import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, startAuth } from '../support/harness.ts'
import { arrivalOf, pageOf, postForm, signIn } from '../support/journey.ts'

/** Modules of the OpenID Foundation's basic plan that consist of one request (`conformance.md`). */

let auth: Auth
let issuer: string
let client: { clientId: string; clientSecret: string }
let user: { id: string; email: string }
let browser: FormBrowser
let first: Awaited<ReturnType<typeof signIn>>['tokens']
beforeAll(async () => {
  auth = await startAuth()
  const project = await makeProject(auth)
  issuer = project.issuer
  client = await storeClient(auth, project.id)
  user = await makeUser(auth, project.id)
  browser = new FormBrowser(auth.address, redirectUri)
  first = (await signIn(auth, issuer, client, user.email, { browser })).tokens
})
afterAll(() => auth?.close())

const rp = () => party(auth, { issuer, ...client })
const newBrowser = () => new FormBrowser(auth.address, redirectUri)

async function silently(parameters: Record<string, string>) {
  const { url, redeem } = await (await rp()).begin(parameters)
  return redeem(arrivalOf(await browser.open(url)))
}

const errorOf = (answer: URL) => answer.searchParams.get('error')

type Init = Parameters<ReturnType<typeof fetchVia>>[1]

const userinfo = (init: Init) => fetchVia(auth.address)(`${issuer}/me`, init)

describe('request with a session completes without a page:', () => {
  it.each<[module: string, parameters: () => Record<string, string>]>([
    ['oidcc-prompt-none-logged-in', () => ({ prompt: 'none' })],
    ['oidcc-max-age-10000', () => ({ max_age: '10000' })],
    ['oidcc-id-token-hint', () => ({ prompt: 'none', id_token_hint: first.id_token ?? '' })],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', () => ({ extra: 'foobar' })],
    ['oidcc-claims-locales', () => ({ claims_locales: 'se' })],
    ['oidcc-ensure-request-with-acr-values-succeeds', () => ({ acr_values: '1 2' })],
    ['oidcc-claims-essential', () => ({ claims: '{"userinfo":{"name":{"essential":true}}}' })],
    ['oidcc-display-page', () => ({ display: 'page' })],
    ['oidcc-display-popup', () => ({ display: 'popup' })],
    ['oidcc-scope-all', () => ({ scope: 'openid profile email address phone' })],
  ])('%s', async (_module, parameters) => {
    const claims = (await silently(parameters())).claims()
    expect(claims?.sub).toBe(user.id)
    if (parameters().max_age) expect(claims?.auth_time).toEqual(expect.any(Number))
  })
})

describe('request for a sign-in page:', () => {
  it.each<[module: string, parameters: Record<string, string>, shown: string]>([
    ['oidcc-prompt-login', { prompt: 'login' }, 'Sign in'],
    ['oidcc-max-age-1', { max_age: '0' }, 'Sign in'],
  ])('%s', async (_module, parameters, shown) => {
    const { url, redeem } = await (await rp()).begin(parameters)
    const page = pageOf(await browser.open(url))
    expect(page.html).toContain(shown)
    const answer = arrivalOf(await browser.submit(page, '/login', { login: user.email, password }))
    expect((await redeem(answer)).claims()?.sub).toBe(user.id)
  })

  it('oidcc-login-hint and oidcc-ui-locales: the sign-in page is filled in and in the requested language', async () => {
    const { url } = await (await rp()).begin({ login_hint: user.email, ui_locales: 'ru' })
    const page = pageOf(await newBrowser().open(url))
    expect(page.html).toContain(`value="${user.email}"`)
    expect(page.headers['content-language']).toBe('ru')
  })
})

describe('request that returns an error:', () => {
  it('oidcc-prompt-none-not-logged-in', async () => {
    const { url } = await (await rp()).begin({ prompt: 'none' })
    expect(errorOf(arrivalOf(await newBrowser().open(url)))).toBe('login_required')
  })

  it('oidcc-response-type-missing', async () => {
    const { url } = await (await rp()).begin()
    url.searchParams.delete('response_type')
    const at = await newBrowser().open(url)
    expect(isPage(at) ? at.html : errorOf(at.arrivedAt)).toContain('invalid_request')
  })

  it.each([
    [
      'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
      () => ({ request_uri: 'https://rp.example/r' }),
      'request_uri_not_supported',
    ],
    [
      'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
      () => ({ request: new UnsecuredJWT({ client_id: client.clientId }).encode() }),
      'request_not_supported',
    ],
  ])('%s', async (_module, parameters, error) => {
    const { url } = await (await rp()).begin(parameters())
    expect(errorOf(arrivalOf(await newBrowser().open(url)))).toBe(error)
  })
})

describe('UserInfo:', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  it.each<[module: string, request: (token: string) => Init]>([
    ['oidcc-userinfo-get', (token) => ({ headers: { authorization: `Bearer ${token}` } })],
    [
      'oidcc-userinfo-post-header',
      (token) => ({ method: 'POST', headers: { authorization: `Bearer ${token}` } }),
    ],
    [
      'oidcc-userinfo-post-body',
      (token) => ({ method: 'POST', headers: form, body: `access_token=${token}` }),
    ],
  ])('%s', async (_module, request) => {
    const answer = await userinfo(request(String((await silently({})).access_token)))
    expect(await answer.json()).toMatchObject({ sub: user.id })
  })
})

it('oidcc-codereuse-30seconds: a reused code is rejected, and the tokens of its first use are revoked', async () => {
  const { url, verifier } = await (await rp()).beginRaw()
  const code = arrivalOf(await browser.open(url)).searchParams.get('code') ?? ''
  const body = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  const redeemed = await postForm(auth, `${issuer}/token`, body, client)
  expect(redeemed.status).toBe(200)
  const again = await postForm(auth, `${issuer}/token`, body, client)
  expect(again.body.error).toBe('invalid_grant')
  const headers = { authorization: `Bearer ${redeemed.body.access_token}` }
  expect((await userinfo({ headers })).status).toBe(401)
})

it('oidcc-formpost-basic-certification-test-plan: the code is posted by a page of the server', async () => {
  const { url } = await (await rp()).begin({ response_mode: 'form_post' })
  const page = pageOf(await browser.open(url))
  expect(page.html).toContain(`action="${redirectUri}"`)
  expect(page.html).toMatch(/name="code" value="[\w-]+"/)
  expect(page.html).toContain(`name="iss" value="${issuer}"`)
})
