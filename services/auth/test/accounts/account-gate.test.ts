import { deleteAccount, lockAccount, setActive } from '@signet/accounts'
import { auditedBefore, sql } from '@signet/db'
import { createRelyingParty, FormBrowser, fetchVia } from '@signet/testkit'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { party, storeClient } from '../support/clients.ts'
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
import {
  answerRequest,
  applicationAndUser,
  approveDevice,
  authorize,
  pageOf,
  postForm,
  signIn,
} from '../support/journey.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const cibaGrant = 'urn:openid:params:grant-type:ciba'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'ciba.enabled', true)
  project = await makeProject(auth)
})
afterAll(() => auth.close())

/** Each change of the account state leaves the issued artifacts as they are. */
const states = {
  deactivated: (id: string) => setActive(auditedBefore(auth.database), project.id, id, false),
  locked: (id: string) =>
    lockAccount(auditedBefore(auth.database), project.id, id, { accountId: id, reason: 'test' }),
  deleted: (id: string) => deleteAccount(auditedBefore(auth.database), project.id, id),
} as const

describe.each(Object.entries(states))('account %s:', (_state, take) => {
  it('the token endpoint rejects a code issued before the change', async () => {
    const { client, user } = await applicationAndUser(auth, project.id)
    const rp = await createRelyingParty({
      issuer: project.issuer,
      ...client,
      redirectUri,
      address: auth.address,
    })
    const { url, verifier } = await rp.beginRaw()
    const answer = await authorize(new FormBrowser(auth.address, redirectUri), url, user.email)
    await take(user.id)
    const refused = await postForm(
      auth,
      `${project.issuer}/token`,
      {
        grant_type: 'authorization_code',
        code: answer.searchParams.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: redirectUri,
      },
      client,
    )
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('the refresh token and userinfo are rejected and introspection returns inactive', async () => {
    const { client, user } = await applicationAndUser(auth, project.id)
    const { tokens, browser, rp } = await signIn(auth, project.issuer, client, user.email, {
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    await take(user.id)
    const refreshed = await postForm(
      auth,
      `${project.issuer}/token`,
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' },
      client,
    )
    expect(refreshed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const info = await fetchVia(auth.address)(`${project.issuer}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(info.status).toBe(401)
    for (const token of [tokens.access_token, tokens.refresh_token ?? '']) {
      const said = await postForm(auth, `${project.issuer}/token/introspection`, { token }, client)
      expect(said.body).toEqual({ active: false })
    }
    expect(pageOf(await browser.open((await rp.begin()).url)).html).toContain('name="password"')
  })

  it('the sign-in page returns the same error as for a wrong password', async () => {
    const { client, user } = await applicationAndUser(auth, project.id)
    const rp = await createRelyingParty({
      issuer: project.issuer,
      ...client,
      redirectUri,
      address: auth.address,
    })
    const browser = new FormBrowser(auth.address, redirectUri)
    const page = pageOf(await browser.open((await rp.begin()).url))
    await take(user.id)
    const answer = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    expect(answer.status).toBe(422)
    expect(answer.html).toContain('is incorrect')
  })

  it('no code is issued when the change happens between sign-in and consent', async () => {
    const client = await makeClient(auth, { projectId: project.id })
    const user = await makeUser(auth, project.id)
    const rp = await createRelyingParty({
      issuer: project.issuer,
      ...client,
      redirectUri,
      address: auth.address,
    })
    const browser = new FormBrowser(auth.address, redirectUri)
    const page = pageOf(await browser.open((await rp.begin()).url))
    const consent = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    await take(user.id)
    const answer = await browser.submit(consent, '/consent')
    if (!('html' in answer)) expect(answer.arrivedAt.searchParams.has('code')).toBe(false)
    const [codes] = await auth.database.rows<{ n: number }>(sql`
      SELECT count(*)::int AS n FROM oidc_authorization_codes WHERE project_id = ${project.id} AND account_id = ${user.id}`)
    expect(codes?.n).toBe(0)
  })

  it('an approved device or backchannel request obtains no token', async () => {
    const user = await makeUser(auth, project.id)
    const app = await storeClient(auth, project.id, {
      grant_types: ['authorization_code', 'refresh_token', deviceGrant, cibaGrant],
      backchannel_token_delivery_mode: 'poll',
    })
    const { config } = await party(auth, { issuer: project.issuer, ...app })
    const browser = new FormBrowser(auth.address, redirectUri)
    const device = await oidc.initiateDeviceAuthorization(config, { scope: 'openid' })
    await approveDevice(browser, device.verification_uri_complete ?? '', user.email)
    const request = await oidc.initiateBackchannelAuthentication(config, {
      scope: 'openid',
      login_hint: user.email,
    })
    await answerRequest(browser, project.issuer, user.email)
    await take(user.id)
    for (const body of [
      { grant_type: deviceGrant, device_code: device.device_code },
      { grant_type: cibaGrant, auth_req_id: request.auth_req_id },
    ])
      expect(await postForm(auth, `${project.issuer}/token`, body, app)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      })
  })

  it('a device is not approved when the change happens between sign-in and approval', async () => {
    const user = await makeUser(auth, project.id)
    const app = await storeClient(auth, project.id, {
      grant_types: ['authorization_code', deviceGrant],
      require_consent: true,
    })
    const { config } = await party(auth, { issuer: project.issuer, ...app })
    const device = await oidc.initiateDeviceAuthorization(config, { scope: 'openid' })
    const browser = new FormBrowser(auth.address, redirectUri)
    const confirm = pageOf(await browser.open(device.verification_uri_complete ?? ''))
    const login = pageOf(await browser.submit(confirm, '/device', { confirm: 'yes' }))
    const consent = pageOf(await browser.submit(login, '/login', { login: user.email, password }))
    await take(user.id)
    await browser.submit(consent, '/consent')
    const body = { grant_type: deviceGrant, device_code: device.device_code }
    expect((await postForm(auth, `${project.issuer}/token`, body, app)).status).toBe(400)
  })

  it('the account pages require a new sign-in', async () => {
    const { client, user } = await applicationAndUser(auth, project.id)
    const { browser } = await signIn(auth, project.issuer, client, user.email)
    expect(pageOf(await browser.open(`${project.issuer}/account/apps`)).html).toContain('Example')
    await take(user.id)
    expect(pageOf(await browser.open(`${project.issuer}/account/apps`)).html).toContain('name="password"')
  })
})
