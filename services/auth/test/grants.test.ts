import { FormBrowser, isPage } from '@signet/testkit'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFlow, party, storeClient } from './clients.ts'
import { type Auth, makeProject, makeUser, password, redirectUri, setSetting, startAuth } from './harness.ts'
import { pageOf } from './journey.ts'

const grants = {
  code: { grant_types: ['authorization_code', 'refresh_token'] },
  device: {
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
    response_types: [],
    redirect_uris: [],
  },
  ciba: {
    grant_types: ['urn:openid:params:grant-type:ciba'],
    response_types: [],
    redirect_uris: [],
    backchannel_token_delivery_mode: 'poll',
  },
  machine: { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] },
} as const

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'ciba.enabled', true)
})
afterAll(() => auth.close())

async function world(form: 'path' | 'subdomain' | 'host', grant: keyof typeof grants) {
  const { id, issuer } = await makeProject(auth, { form })
  const user = await makeUser(auth, id)
  const client = await storeClient(auth, id, grants[grant])
  return { issuer, client, user, rp: await party(auth, { issuer, ...client }) }
}

const browserOf = () => new FormBrowser(auth.address, redirectUri)

describe.each(['path', 'subdomain', 'host'] as const)('openid-client at a %s project completes', (form) => {
  it('the code grant, refreshes, reads userinfo, introspects and revokes', async () => {
    const { issuer, client, user } = await world(form, 'code')
    const offline = { scope: 'openid offline_access', prompt: 'consent' }
    const { rp, tokens } = await codeFlow(auth, { issuer, ...client }, user.email, offline)
    const next = await oidc.refreshTokenGrant(rp.config, String(tokens.refresh_token))
    expect((await oidc.fetchUserInfo(rp.config, next.access_token, user.id)).sub).toBe(user.id)
    expect((await oidc.tokenIntrospection(rp.config, next.access_token)).active).toBe(true)
    await oidc.tokenRevocation(rp.config, String(next.refresh_token))
    await expect(oidc.refreshTokenGrant(rp.config, String(next.refresh_token))).rejects.toThrow()
  })

  it('the device grant', async () => {
    const { rp, user } = await world(form, 'device')
    const started = await oidc.initiateDeviceAuthorization(rp.config, { scope: 'openid' })
    const browser = browserOf()
    const compare = pageOf(await browser.open(String(started.verification_uri_complete)))
    const signIn = pageOf(await browser.submit(compare, '/device', { confirm: 'yes' }))
    const consent = await browser.submit(signIn, '/login', { login: user.email, password })
    if (isPage(consent) && consent.html.includes('/consent"')) await browser.submit(consent, '/consent')
    const tokens = await oidc.pollDeviceAuthorizationGrant(rp.config, { ...started, interval: 1 })
    expect(tokens.claims()?.sub).toBe(user.id)
  })

  it('the backchannel grant', async () => {
    const { issuer, rp, user } = await world(form, 'ciba')
    const started = await oidc.initiateBackchannelAuthentication(rp.config, {
      scope: 'openid',
      login_hint: user.email,
    })
    const browser = browserOf()
    const signIn = pageOf(await browser.open(`${issuer}/account/requests`))
    const page = pageOf(await browser.submit(signIn, '/login', { login: user.email, password }))
    await browser.submit(page, '/account/requests', { answer: 'allow' })
    const tokens = await oidc.pollBackchannelAuthenticationGrant(rp.config, { ...started, interval: 1 })
    expect(tokens.claims()?.sub).toBe(user.id)
  })

  it('the client credentials grant', async () => {
    const { rp } = await world(form, 'machine')
    expect((await oidc.clientCredentialsGrant(rp.config)).access_token).toEqual(expect.any(String))
  })
})
