import { sql } from '@signet/db'
import { type Arrived, isPage, type Page } from '@signet/testkit'
import * as oidc from 'openid-client'
import { party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri } from '../support/harness.ts'
import {
  answerRequest,
  approveDevice,
  authorize,
  openRequests,
  pageOf,
  postForm,
} from '../support/journey.ts'
import { newBrowser, windowOf } from './browsers.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const cibaGrant = 'urn:openid:params:grant-type:ciba'
const offline = { scope: 'openid offline_access', prompt: 'consent' }

type Body = Readonly<Record<string, unknown>>

/**
 * Sends a request that leads to tokens.
 * @returns a function that obtains them
 */
const issuingBy =
  <Answer>(send: () => Promise<Answer>, tokens: (answer: Answer) => Promise<Body>) =>
  async (): Promise<() => Promise<Body>> => {
    const answer = await send()
    return () => tokens(answer)
  }

const issuingDirectly = (send: () => Promise<Body>) => issuingBy(send, async (tokens) => tokens)

async function partiesOf(auth: Auth) {
  const project = await makeProject(auth)
  const { issuer } = project
  const user = await makeUser(auth, project.id)
  const app = await storeClient(auth, project.id, {
    grant_types: ['authorization_code', 'refresh_token', deviceGrant, cibaGrant],
    backchannel_token_delivery_mode: 'poll',
    require_consent: true,
  })
  const otherApp = await storeClient(auth, project.id)
  const rp = await party(auth, { issuer, ...app })
  const otherAppRp = await party(auth, { issuer, ...otherApp })
  const token = (body: Record<string, string>, as = app) => postForm(auth, `${issuer}/token`, body, as)
  const redeem = async (at: Page | Arrived | URL, verifier: string, as = app): Promise<Body> => {
    const url = at instanceof URL ? at : isPage(at) ? undefined : at.arrivedAt
    const code = url?.searchParams.get('code')
    if (!code) return {}
    const proof = { code_verifier: verifier, redirect_uri: redirectUri }
    return (await token({ grant_type: 'authorization_code', code, ...proof }, as)).body
  }
  const pollDevice = async ({ device_code }: { device_code: string }) =>
    (await token({ grant_type: deviceGrant, device_code })).body
  const pollRequest = async ({ auth_req_id }: { auth_req_id: string }) =>
    (await token({ grant_type: cibaGrant, auth_req_id })).body
  return { project, user, app, otherApp, rp, otherAppRp, token, redeem, pollDevice, pollRequest }
}
type Parties = Awaited<ReturnType<typeof partiesOf>>

/** Prepares everything up to the last request: codes, a refresh token, allowed and pending requests, and pages. */
async function begin(auth: Auth, { project: { issuer }, user, rp, otherAppRp }: Parties) {
  const browser = newBrowser(auth)
  const elsewhere = newBrowser(auth)
  const first = await rp.begin(offline)
  const { refresh_token: refreshToken = '' } = await first.redeem(
    await authorize(browser, first.url, user.email),
  )
  const { url, verifier } = await rp.beginRaw(offline)
  const code = { at: await authorize(browser, url, user.email), verifier }
  await authorize(elsewhere, (await otherAppRp.beginRaw({ scope: 'openid' })).url, user.email)
  const device = () => oidc.initiateDeviceAuthorization(rp.config, offline)
  const backchannel = () =>
    oidc.initiateBackchannelAuthentication(rp.config, {
      scope: 'openid offline_access',
      login_hint: user.email,
    })
  const allowed = { device: await device(), request: await backchannel() }
  await approveDevice(browser, allowed.device.verification_uri_complete ?? '', user.email)
  await answerRequest(browser, issuer, user.email)
  const waiting = { device: await device(), request: await backchannel() }
  const asked = await rp.beginRaw(offline)
  const pages = {
    requests: await openRequests(browser, issuer, user.email),
    device: pageOf(await browser.open(waiting.device.verification_uri_complete ?? '')),
    consent: pageOf(await browser.open(asked.url)),
  }
  const known = await rp.beginRaw({ scope: 'openid' })
  const opened = await otherAppRp.beginRaw({ scope: 'openid' })
  return { browser, elsewhere, refreshToken, code, allowed, waiting, asked, pages, known, opened }
}

/** The requests can be repeated after the tables are restored. */
function issuingOf(
  auth: Auth,
  { otherApp, token, redeem, pollDevice, pollRequest }: Parties,
  begun: Awaited<ReturnType<typeof begin>>,
) {
  const { code, allowed, waiting, asked, pages, known, opened } = begun
  const inBrowser = () => windowOf(begun.browser, auth.address)
  return {
    'a refresh token is used': issuingDirectly(
      async () => (await token({ grant_type: 'refresh_token', refresh_token: begun.refreshToken })).body,
    ),
    'a code is redeemed': issuingDirectly(() => redeem(code.at, code.verifier)),
    'an allowed device polls': issuingDirectly(() => pollDevice(allowed.device)),
    'an allowed backchannel request is polled': issuingDirectly(() => pollRequest(allowed.request)),
    'another browser opens the application with a stored consent': issuingBy(
      () => windowOf(begun.elsewhere, auth.address).open(known.url),
      (at) => redeem(at, known.verifier),
    ),
    'another application is opened': issuingBy(
      () => inBrowser().open(opened.url),
      (at) => redeem(at, opened.verifier, otherApp),
    ),
    'consent is given': issuingBy(
      () => inBrowser().submit(pages.consent, '/consent'),
      (at) => redeem(at, asked.verifier),
    ),
    'a device is allowed': issuingBy(
      () => inBrowser().submit(pages.device, '/device', { confirm: 'yes' }),
      () => pollDevice(waiting.device),
    ),
    'a backchannel request is allowed': issuingBy(
      () => inBrowser().submit(pages.requests, '/account/requests', { answer: 'allow' }),
      () => pollRequest(waiting.request),
    ),
  }
}

/** Prepares every kind of request that leads to tokens, each one step before its end. */
export async function issueEverything(auth: Auth) {
  const parties = await partiesOf(auth)
  const { project, user, app } = parties
  const issuing = issuingOf(auth, parties, await begin(auth, parties))
  const working = async (tokens: Body): Promise<string[]> => {
    const works: string[] = []
    for (const kind of ['access_token', 'refresh_token']) {
      const body = { token: String(tokens[kind]) }
      const answer = await postForm(auth, `${project.issuer}/token/introspection`, body, app)
      if (answer.body.active) works.push(kind)
    }
    return works
  }
  const grants = (clientId?: string): Promise<object[]> =>
    auth.database.rows(sql`
      SELECT id FROM oidc_grants WHERE project_id = ${project.id} AND account_id = ${user.id}
        AND client_id = COALESCE(${clientId ?? null}, client_id)`)
  return { project, user, app, issuing, working, grants }
}
