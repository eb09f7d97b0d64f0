import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Ciba, grantType, polling, startCiba } from '../support/ciba.ts'
import { party, storeClient } from '../support/clients.ts'
import { makeProject, makeUser, setSetting } from '../support/harness.ts'
import { openRequests, pageOf, postForm } from '../support/journey.ts'

let ciba: Ciba
let auth: Ciba['auth']
let project: Ciba['project']
let client: Ciba['client']
let user: { id: string; email: string }
beforeAll(async () => {
  ciba = await startCiba()
  ;({ auth, project, client } = ciba)
})
afterAll(() => auth?.close())
beforeEach(async () => {
  user = await makeUser(auth, project.id)
})

const question: Ciba['question'] = (...asked) => ciba.question(...asked)
const requestsPage = (login = user.email, headers = {}) => ciba.requestsPage(login, headers)

const rp = () => party(auth, { issuer: project.issuer, ...client })

const ask = async (loginHint = user.email, more: Record<string, string> = {}) =>
  oidc.initiateBackchannelAuthentication((await rp()).config, {
    scope: 'openid email',
    login_hint: loginHint,
    ...more,
  })

const expire = (accountId: string, ago = '1 second') =>
  auth.database.run(sql`
    UPDATE oidc_backchannel_requests SET expires_at = now() - ${ago}::interval WHERE account_id = ${accountId}`)

describe('backchannel sign-in:', () => {
  it('openid-client polls until the user approves and receives tokens for this user', async () => {
    const request = await ask(user.email, { binding_message: 'Order 4711 ✓' })
    expect((await question(request.auth_req_id)).body.error).toBe('authorization_pending')
    const { browser, page } = await requestsPage()
    for (const shown of ['Example', 'Order 4711 ✓', 'see your email address'])
      expect(page.html).toContain(shown)
    const after = pageOf(await browser.submit(page, '/account/requests', { answer: 'allow' }))
    expect(after.html).not.toContain('Order 4711')
    const tokens = await oidc.pollBackchannelAuthenticationGrant((await rp()).config, {
      ...request,
      interval: 1,
    })
    expect(tokens.claims()).toMatchObject({ sub: user.id, amr: ['pwd'] })
    expect((await question(request.auth_req_id)).body.error).toBe('invalid_grant')
  })

  it('the first card of the account page counts the waiting requests, and has no link without one', async () => {
    const { browser } = await requestsPage()
    const home = async () => pageOf(await browser.open(`${project.issuer}/account`)).html
    expect(await home()).not.toContain('/account/requests')
    await ask()
    expect(await home()).toMatch(
      /class="panel"><div><div class="notice"><a href="[^"]*\/account\/requests">Waiting for your answer<\/a> <span class="kind warning">1</,
    )
  })

  it('a denial is returned to the application and is final', async () => {
    const request = await ask()
    const { browser, page } = await requestsPage()
    await browser.submit(page, '/account/requests', { answer: 'deny' })
    expect((await question(request.auth_req_id)).body.error).toBe('access_denied')
  })

  it.each(['ru', 'zh-CN'])('the page of requests exists in %s and needs no script', async (language) => {
    await ask()
    const { page } = await requestsPage(user.email, { 'accept-language': language })
    expect(page.headers['content-language']).toBe(language)
    expect(page.html).not.toContain('<script')
    expect(page.html).toContain('name="answer"')
  })

  it.each(['x'.repeat(101), 'line\nbreak', '\u202Egnp'])(
    'a binding message that users cannot compare is rejected: %j',
    async (message) => {
      await expect(ask(user.email, { binding_message: message })).rejects.toMatchObject({
        error: 'invalid_binding_message',
      })
    },
  )
})

describe('account enumeration:', () => {
  it('a request for an unknown login is pending like one for an account', async () => {
    const known = await postForm(
      auth,
      `${project.issuer}/backchannel`,
      { scope: 'openid', login_hint: user.email },
      client,
    )
    const unknown = await postForm(
      auth,
      `${project.issuer}/backchannel`,
      { scope: 'openid', login_hint: 'unknown@example.com' },
      client,
    )
    const shape = ({ status, body }: typeof known) => [
      status,
      Object.keys(body).sort(),
      body.expires_in,
      String(body.auth_req_id).length,
    ]
    expect(shape(unknown)).toEqual(shape(known))
    for (const { body } of [known, unknown])
      expect((await question(String(body.auth_req_id))).body.error).toBe('authorization_pending')
  })

  it.each(['active = false', 'locked_at = now()'])(
    'a request for an account that may not sign in (%s) is pending like any other, and is not stored',
    async (state) => {
      await auth.database.run(
        state === 'active = false'
          ? sql`UPDATE accounts SET active = false WHERE id = ${user.id}`
          : sql`UPDATE accounts SET locked_at = now() WHERE id = ${user.id}`,
      )
      const request = await ask()
      expect((await question(request.auth_req_id)).body.error).toBe('authorization_pending')
      const rows = await auth.database.rows(
        sql`SELECT 1 FROM oidc_backchannel_requests WHERE account_id = ${user.id}`,
      )
      expect(rows).toHaveLength(0)
    },
  )

  it('the page shows a user at most five pending requests', async () => {
    for (let n = 0; n < 7; n += 1) await ask()
    const { page } = await requestsPage()
    expect(page.html.match(/value="allow"/g)).toHaveLength(5)
  })

  it('answered requests do not count: after five denials the sixth request is shown', async () => {
    let { browser, page } = await requestsPage()
    for (let n = 0; n < 5; n += 1) {
      await ask()
      page = await openRequests(browser, project.issuer, user.email)
      await browser.submit(page, '/account/requests', { answer: 'deny' })
    }
    await ask(user.email, { binding_message: 'the sixth' })
    page = await openRequests(browser, project.issuer, user.email)
    expect(page.html).toContain('the sixth')
  })
})

describe('decision of the user:', () => {
  it('an approval yields no token once the account is deactivated', async () => {
    const request = await ask()
    const { browser, page } = await requestsPage()
    await browser.submit(page, '/account/requests', { answer: 'allow' })
    await auth.database.run(sql`UPDATE accounts SET active = false WHERE id = ${user.id}`)
    expect((await question(request.auth_req_id)).body.error).toBe('invalid_grant')
  })

  it('a decision by another user or from another site changes nothing', async () => {
    const request = await ask()
    const other = await makeUser(auth, project.id)
    const { page } = await requestsPage()
    const key = /name="request" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
    const { browser } = await requestsPage(other.email)
    const url = `${project.issuer}/account/requests`
    const body = (accountId: string) =>
      new URLSearchParams({ accountId, request: key, answer: 'allow' }).toString()
    await browser.post(url, body(other.id))
    await browser.post(url, body(user.id))
    const own = await requestsPage()
    own.browser.headers['sec-fetch-site'] = 'cross-site'
    await own.browser.post(url, body(user.id))
    expect((await question(request.auth_req_id)).body.error).toBe('authorization_pending')
  })

  it('a decision after the expiry shows an error page and changes nothing', async () => {
    const request = await ask()
    const { browser, page } = await requestsPage()
    await expire(user.id)
    const late = pageOf(await browser.submit(page, '/account/requests', { answer: 'allow' }))
    expect(late.status).toBe(400)
    expect(late.html).toContain('This page has expired')
    expect((await question(request.auth_req_id)).body.error).toBe('expired_token')
  })

  it('another application and another project cannot redeem the request', async () => {
    const request = await ask()
    const { browser, page } = await requestsPage()
    await browser.submit(page, '/account/requests', { answer: 'allow' })
    const other = await storeClient(auth, project.id, polling)
    expect((await question(request.auth_req_id, other)).body.error).toBe('invalid_grant')
    const foreign = await makeProject(auth)
    const there = await storeClient(auth, foreign.id, polling)
    const answer = await postForm(
      auth,
      `${foreign.issuer}/token`,
      { grant_type: grantType, auth_req_id: request.auth_req_id },
      there,
    )
    expect(answer.body.error).toBe('invalid_grant')
  })
})

describe('polling:', () => {
  it('a poll before the interval is over returns slow_down, and a poll after the approval returns tokens', async () => {
    const { auth_req_id: id } = await ask()
    expect((await question(id)).body.error).toBe('authorization_pending')
    expect((await question(id)).body.error).toBe('slow_down')
    const { browser, page } = await requestsPage()
    await browser.submit(page, '/account/requests', { answer: 'allow' })
    expect((await question(id)).status).toBe(200)
  })

  it('a poll of another application or for another request does not slow a client down', async () => {
    const [one, two] = [await ask(), await ask()]
    const otherClient = await storeClient(auth, project.id, polling)
    expect((await question(one.auth_req_id, otherClient)).body.error).toBe('invalid_grant')
    for (const { auth_req_id: id } of [one, two])
      expect((await question(id)).body.error).toBe('authorization_pending')
  })

  it.each(['open', 'allow', 'deny'])(
    'a poll after the expiry (state of the request: %s) returns expired_token and no tokens',
    async (state) => {
      const { auth_req_id: id } = await ask()
      if (state !== 'open') {
        const { browser, page } = await requestsPage()
        await browser.submit(page, '/account/requests', { answer: state })
      }
      await expire(user.id)
      expect((await question(id)).body).toMatchObject({ error: 'expired_token' })
      const { page } = await requestsPage()
      expect(page.html).not.toContain('value="allow"')
      await expire(user.id, '1 hour')
      expect((await question(id)).body.error).toBe('invalid_grant')
    },
  )
})

it('ciba.enabled and ciba.deliveryModes control discovery and behavior', async () => {
  const discovery = async () => {
    const answer = await fetchVia(auth.address)(`${project.issuer}/.well-known/openid-configuration`)
    return (await answer.json()) as Record<string, unknown>
  }
  expect(await discovery()).toMatchObject({
    backchannel_token_delivery_modes_supported: ['poll', 'ping'],
    backchannel_user_code_parameter_supported: false,
  })
  await setSetting(auth, 'ciba.enabled', false)
  try {
    expect(await discovery()).not.toHaveProperty('backchannel_authentication_endpoint')
    const body = { scope: 'openid', login_hint: user.email }
    expect((await postForm(auth, `${project.issuer}/backchannel`, body, client)).status).toBe(404)
    expect((await fetchVia(auth.address)(`${project.issuer}/account/requests`)).status).toBe(404)
  } finally {
    await setSetting(auth, 'ciba.enabled', true)
  }
})
