import { defaultClaims } from '@signet/contracts'
import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeClient, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { answerRequest, type ClientCredentials, openRequests, postForm } from '../support/journey.ts'
import { ask, newBrowser, textOf } from './journey.ts'

const ciba = 'urn:openid:params:grant-type:ciba'
const byName = JSON.stringify({
  userinfo: { email: null, phone_number: { essential: true } },
  id_token: { nickname: null, phone_number: null, auth_time: { essential: true } },
})

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'ciba.enabled', true)
  project = await makeProject(auth)
})
afterAll(() => auth?.close())

async function person() {
  const user = await makeUser(auth, project.id)
  await auth.database.run(sql`
    UPDATE accounts SET claims = '{"phone_number": "+15550100", "nickname": "Mo"}'::jsonb WHERE id = ${user.id}`)
  return user.email
}

async function userinfo(token: string): Promise<Record<string, unknown>> {
  const response = await fetchVia(auth.address)(`${project.issuer}/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await response.json()) as Record<string, unknown>
}

async function released(tokens: { access_token: string; id_token?: string | undefined }) {
  const all = { ...(await userinfo(tokens.access_token)), ...decodeJwt(tokens.id_token ?? '') }
  return ['email', 'nickname', 'phone_number'].filter((claim) => claim in all)
}

const visit = async (client: ClientCredentials, login?: string) => ({
  auth,
  issuer: project.issuer,
  client,
  login: login ?? (await person()),
})

const kinds: Record<string, () => Promise<ClientCredentials>> = {
  'an application of the project': () => makeClient(auth, { projectId: project.id }),
  'a self-registered application': () =>
    storeClient(auth, project.id, { registered_dynamically: true, require_consent: true }),
}

describe('claims requested by name:', () => {
  it.each(Object.entries(kinds))(
    'each claim is shown once and released when allowed: %s',
    async (_kind, make) => {
      const { page, said, answer } = await ask(await visit(await make()), { scope: 'openid', claims: byName })
      expect(page?.status).toBe(200)
      expect(said).not.toContain('only learn who you are')
      for (const text of ['see your email address', 'see your phone number', 'see your nickname'])
        expect([text, said.split(text).length - 1]).toEqual([text, 1])
      expect(await released(await answer())).toEqual(['email', 'nickname', 'phone_number'])
    },
  )

  it('declined claims are not released and are not requested again', async () => {
    const client = await makeClient(auth, { projectId: project.id, partialConsent: true })
    const at = await visit(client)
    const browser = newBrowser(auth)
    const first = await ask({ ...at, browser }, { scope: 'openid', claims: byName })
    const tokens = await first.answer({ 'claim:phone_number': '', 'claim:nickname': '' })
    expect(await released(tokens)).toEqual(['email'])
    const second = await ask({ ...at, browser }, { scope: 'openid', claims: byName })
    expect(second.page).toBeUndefined()
    expect(await released(await second.answer())).toEqual(['email'])
  })

  it('a claim covered by a requested scope is shown once and declined with it', async () => {
    const client = await makeClient(auth, { projectId: project.id, partialConsent: true })
    const { said, answer } = await ask(await visit(client), { scope: 'openid email phone', claims: byName })
    expect(said.split('see your email address').length - 1).toBe(1)
    expect(await released(await answer({ 'scope:email': '', 'scope:phone': '' }))).toEqual(['nickname'])
  })

  it('claims are requested after a consent for scopes, and are offered again on request', async () => {
    const client = await makeClient(auth, { projectId: project.id, partialConsent: true })
    const at = { ...(await visit(client)), browser: newBrowser(auth) }
    await (await ask(at, { scope: 'openid' })).answer()
    const asked = await ask(at, { scope: 'openid', claims: byName })
    expect(await released(await asked.answer({ 'claim:email': '', 'claim:nickname': '' }))).toEqual([
      'phone_number',
    ])
    const again = await ask(at, { scope: 'openid', claims: byName, prompt: 'consent' })
    expect(await released(await again.answer())).toEqual(['email', 'nickname', 'phone_number'])
  })

  it('claims are granted without a page when the application needs no consent', async () => {
    const client = await makeClient(auth, { projectId: project.id, requireConsent: false })
    const at = { ...(await visit(client)), browser: newBrowser(auth) }
    await (await ask(at, { scope: 'openid' })).answer()
    const { page, answer } = await ask(at, { scope: 'openid', claims: byName })
    expect(page).toBeUndefined()
    expect(await released(await answer())).toEqual(['email', 'nickname', 'phone_number'])
  })

  it('claims are described in the language of the page', async () => {
    const client = await makeClient(auth, { projectId: project.id })
    for (const [ui_locales, text] of [
      ['ru', 'видеть ваш номер телефона'],
      ['zh-CN', '查看您的电话号码'],
    ] as const) {
      const { said } = await ask(await visit(client), { scope: 'openid', claims: byName, ui_locales })
      expect(said).toContain(text)
    }
  })

  it('claims that the instance releases with every sign-in are shown too', async () => {
    await setSetting(auth, 'claims', { openid: ['sub', 'nickname'], email: ['email'] })
    const client = await makeClient(auth, { projectId: project.id, partialConsent: true })
    const { said, answer } = await ask(await visit(client), { scope: 'openid' })
    expect(said).toContain('see your nickname')
    expect(await released(await answer({ 'claim:nickname': '' }))).toEqual([])
    await setSetting(auth, 'claims', defaultClaims)
  })

  it('claims of a backchannel request are shown on the page of requests', async () => {
    const client = await storeClient(auth, project.id, {
      grant_types: [ciba],
      response_types: [],
      redirect_uris: [],
      backchannel_token_delivery_mode: 'poll',
    })
    const login = await person()
    const asked = { scope: 'openid', login_hint: login, claims: byName }
    const { body } = await postForm(auth, `${project.issuer}/backchannel`, asked, client)
    const page = await openRequests(newBrowser(auth), project.issuer, login)
    expect(textOf(page.html)).toContain('see your phone number')
    await answerRequest(newBrowser(auth), project.issuer, login)
    const redeem = { grant_type: ciba, auth_req_id: String(body.auth_req_id) }
    const tokens = await postForm(auth, `${project.issuer}/token`, redeem, client)
    const { access_token, id_token } = tokens.body
    expect(await released({ access_token: String(access_token), id_token: String(id_token) })).toEqual([
      'email',
      'nickname',
      'phone_number',
    ])
  })
})
