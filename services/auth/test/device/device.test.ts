import { sql } from '@signet/db'
import { createRelyingParty, FormBrowser, isPage } from '@signet/testkit'
import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { approveDevice, type ClientCredentials, pageOf, postForm, signIn } from '../support/journey.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let client: ClientCredentials
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  const { clientId } = await makeClient(auth, {
    projectId: project.id,
    confidential: false,
    grantTypes: [grantType, 'refresh_token'],
  })
  client = { clientId }
})
afterAll(() => auth.close())

const newBrowser = (headers: Record<string, string> = {}) =>
  new FormBrowser(auth.address, redirectUri, headers)

const device = (issuer = project.issuer, credentials = client) =>
  createRelyingParty({ issuer, ...credentials, redirectUri, address: auth.address })

const begin = async (
  issuer = project.issuer,
  credentials = client,
  parameters: Record<string, string> = {},
) => {
  const rp = await device(issuer, credentials)
  return {
    rp,
    started: await oidc.initiateDeviceAuthorization(rp.config, { scope: 'openid', ...parameters }),
  }
}

const poll = (deviceCode: string, issuer = project.issuer, credentials = client) =>
  postForm(auth, `${issuer}/token`, { grant_type: grantType, device_code: deviceCode }, credentials)

const expire = (userCode: string, ago = '1 second') =>
  auth.database.run(sql`
    UPDATE oidc_device_codes SET expires_at = now() - ${ago}::interval WHERE user_code = ${userCode.replace('-', '')}`)

const approve = (complete: string, login: string, browser = newBrowser()) =>
  approveDevice(browser, complete, login)

describe('device flow:', () => {
  it('the device obtains tokens for the user who confirmed the code, signed in and consented', async () => {
    const user = await makeUser(auth, project.id)
    const { rp, started } = await begin(project.issuer, client, { scope: 'openid email' })
    expect((await poll(started.device_code)).body.error).toBe('authorization_pending')
    const browser = newBrowser()
    const entry = pageOf(await browser.open(started.verification_uri))
    expect(entry.html).toContain('name="user_code"')
    const confirm = pageOf(await browser.open(`${started.verification_uri}?user_code=${started.user_code}`))
    expect(confirm.html).toContain('Connect Example?')
    expect(confirm.html).toContain(started.user_code)
    const last = await approve(started.verification_uri_complete ?? '', user.email, browser)
    expect(last.html).toContain('The device is connected')
    const tokens = await oidc.pollDeviceAuthorizationGrant(rp.config, { ...started, interval: 0.01 })
    expect(tokens.claims()).toMatchObject({ iss: project.issuer, sub: user.id, aud: client.clientId })
    expect(await oidc.fetchUserInfo(rp.config, tokens.access_token, user.id)).toMatchObject({
      email: user.email,
    })
  })

  it('the device obtains tokens for the user of its sign-in page, which replaces the earlier session of the browser', async () => {
    const [earlier, user] = [await makeUser(auth, project.id), await makeUser(auth, project.id)]
    const { started } = await begin()
    const browser = newBrowser()
    const confirm = pageOf(await browser.open(started.verification_uri_complete ?? ''))
    const page = pageOf(await browser.submit(confirm, '/device', { confirm: 'yes' }))
    const application = await makeClient(auth, { projectId: project.id, requireConsent: false })
    await signIn(auth, project.issuer, application, earlier.email, { browser })
    const consent = pageOf(await browser.submit(page, '/login', { login: user.email, password }))
    expect(pageOf(await browser.submit(consent, '/consent')).html).toContain('The device is connected')
    const { body } = await poll(started.device_code)
    expect(decodeJwt(String(body.id_token)).sub).toBe(user.id)
    expect(
      await auth.database.rows(sql`
        SELECT account_id AS id FROM oidc_sessions WHERE account_id = ANY(${[earlier.id, user.id]})`),
    ).toEqual([{ id: user.id }])
  })

  it('the user code is accepted in any letter case and with any separators', async () => {
    const { started } = await begin()
    const browser = newBrowser()
    for (const typed of [started.user_code.toLowerCase(), started.user_code.replace('-', ' ')]) {
      const page = pageOf(
        await browser.open(`${project.issuer}/device?user_code=${encodeURIComponent(typed)}`),
      )
      expect(page.html).toContain(started.user_code)
    }
  })

  it('a denial at the code or at consent returns access_denied to the device', async () => {
    const user = await makeUser(auth, project.id)
    const refusedAtCode = await begin()
    const browser = newBrowser()
    const confirm = pageOf(await browser.open(refusedAtCode.started.verification_uri_complete ?? ''))
    const last = pageOf(await browser.submit(confirm, '/device', { abort: 'yes' }))
    expect(last.html).toContain('The device was not connected')
    expect((await poll(refusedAtCode.started.device_code)).body.error).toBe('access_denied')

    const refusedAtConsent = await begin()
    const page = pageOf(await browser.open(refusedAtConsent.started.verification_uri_complete ?? ''))
    const signIn = pageOf(await browser.submit(page, '/device', { confirm: 'yes' }))
    const consent = pageOf(await browser.submit(signIn, '/login', { login: user.email, password }))
    expect(pageOf(await browser.submit(consent, '/abort')).html).toContain('The device was not connected')
    expect((await poll(refusedAtConsent.started.device_code)).body.error).toBe('access_denied')
  })

  it('a poll before the interval is over returns slow_down', async () => {
    const { started } = await begin()
    expect((await poll(started.device_code)).body.error).toBe('authorization_pending')
    expect((await poll(started.device_code)).body.error).toBe('slow_down')
  })

  it.each(['open', 'approved'])(
    'a poll after the expiry of the code (%s) returns expired_token and no tokens',
    async (state) => {
      const { started } = await begin()
      if (state === 'approved') {
        const user = await makeUser(auth, project.id)
        await approve(started.verification_uri_complete ?? '', user.email)
      }
      await expire(started.user_code)
      expect((await poll(started.device_code)).body.error).toBe('expired_token')
      await expire(started.user_code, '1 hour')
      expect((await poll(started.device_code)).body.error).toBe('invalid_grant')
    },
  )

  it('a code is rejected at another project and for another client', async () => {
    const other = await makeProject(auth)
    const { started } = await begin()
    const page = pageOf(await newBrowser().open(`${other.issuer}/device?user_code=${started.user_code}`))
    expect(page.html).toContain('This code is not known')
    const { clientId } = await makeClient(auth, {
      projectId: project.id,
      confidential: false,
      grantTypes: [grantType],
    })
    expect((await poll(started.device_code, project.issuer, { clientId })).body.error).toBe('invalid_grant')
  })

  it('a forged form does not approve the device', async () => {
    const user = await makeUser(auth, project.id)
    const { started } = await begin()
    const browser = newBrowser()
    await browser.open(started.verification_uri)
    const forged = new URLSearchParams({ user_code: started.user_code, confirm: 'yes', xsrf: 'made-up' })
    const answer = pageOf(await browser.post(`${project.issuer}/device`, forged.toString()))
    expect(answer.html).not.toContain('name="password"')
    expect((await poll(started.device_code)).body.error).toBe('authorization_pending')
    expect(user.id).toBeTruthy()
  })

  it('the stored key of a code obtains no tokens', async () => {
    const user = await makeUser(auth, project.id)
    const { started } = await begin()
    await approve(started.verification_uri_complete ?? '', user.email)
    const rows = await auth.database.rows<{ id: string }>(
      sql`SELECT id FROM oidc_device_codes WHERE user_code = ${started.user_code.replace('-', '')}`,
    )
    for (const value of [rows[0]?.id ?? '', `#${rows[0]?.id}`])
      expect((await poll(value)).body.error).toBe('invalid_grant')
    expect((await poll(started.device_code)).status).toBe(200)
  })
})

describe('user code:', () => {
  it('an expired code is reported when it is entered and when its page is submitted', async () => {
    const { started } = await begin()
    const browser = newBrowser()
    const confirm = pageOf(await browser.open(started.verification_uri_complete ?? ''))
    await expire(started.user_code)
    const late = pageOf(await browser.submit(confirm, '/device', { confirm: 'yes' }))
    expect(late.html).toContain('This code has expired')
    const typed = await newBrowser().open(`${project.issuer}/device?user_code=${started.user_code}`)
    expect(pageOf(typed).html).toContain('This code has expired')
  })

  it('an unknown and a used code are reported, in three languages', async () => {
    const { started } = await begin()
    const user = await makeUser(auth, project.id)
    await approve(started.verification_uri_complete ?? '', user.email)
    for (const [language, unknown, used] of [
      ['en', 'This code is not known', 'This code was used already'],
      ['ru', 'Код не найден', 'Этот код уже использован'],
      ['zh-CN', '未找到此代码', '此代码已被使用'],
    ] as const) {
      const browser = newBrowser({ 'accept-language': language })
      const open = async (code: string) =>
        pageOf(await browser.open(`${project.issuer}/device?user_code=${encodeURIComponent(code)}`))
      for (const [code, said] of [
        ['ZZZZ-ZZZZ', unknown],
        ['"><script>', unknown],
        [started.user_code, used],
      ] as const) {
        const page = await open(code)
        expect(page.html).toContain(said)
        expect(page.html).not.toContain('<script')
        expect(page.headers['content-language']).toBe(language)
      }
    }
  })

  it.each([
    ['base-20', '****-****', /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/],
    ['digits', '***-***-***', /^\d{3}-\d{3}-\d{3}$/],
  ])('a code uses the characters %s in the form %s', async (charset, mask, form) => {
    await setSetting(auth, 'deviceFlow.charset', charset)
    await setSetting(auth, 'deviceFlow.mask', mask)
    expect((await begin()).started.user_code).toMatch(form)
  })
})

it('deviceFlow.enabled removes discovery, endpoint and page when switched off', async () => {
  await setSetting(auth, 'deviceFlow.enabled', false)
  const rp = await device()
  expect(rp.config.serverMetadata().device_authorization_endpoint).toBeUndefined()
  expect(rp.config.serverMetadata().grant_types_supported).not.toContain(grantType)
  expect((await postForm(auth, `${project.issuer}/device/auth`, {}, client)).status).toBe(404)
  expect(pageOf(await newBrowser().open(`${project.issuer}/device`)).status).toBe(404)
  await setSetting(auth, 'deviceFlow.enabled', true)
})

it('the agent client obtains a token for the agent endpoint, also with a session at the default project', async () => {
  await setSetting(auth, 'mcp.enabled', true)
  const { administratorsId, defaultId } = await rootProjects(auth)
  const administrator = await makeUser(auth, administratorsId)
  const agent = { clientId: 'signet-agent' }
  const resource = `${auth.baseUrl}/mcp`
  const { rp, started } = await begin(auth.baseUrl, agent, { scope: 'admin:read', resource })
  const browser = newBrowser()
  expect(isPage(await browser.open(started.verification_uri))).toBe(true)
  expect(browser.cookies.some(({ name }) => name === `_session_${defaultId}`)).toBe(true)
  const last = await approve(started.verification_uri_complete ?? '', administrator.email, browser)
  expect(last.html).toContain('The device is connected')
  const tokens = await oidc.pollDeviceAuthorizationGrant(
    rp.config,
    { ...started, interval: 0.01 },
    { resource },
  )
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    iss: auth.baseUrl,
    aud: resource,
    sub: administrator.id,
    client_id: 'signet-agent',
    scope: 'admin:read',
  })
})
