import { sql } from '@signet/db'
import { type Arrived, FormBrowser, isPage, type Page } from '@signet/testkit'
import * as oidc from 'openid-client'
import { party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri } from '../support/harness.ts'
import { approveDevice, authorize, openRequests, pageOf, postForm } from '../support/journey.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const cibaGrant = 'urn:openid:params:grant-type:ciba'
const offline = { scope: 'openid offline_access', prompt: 'consent' }

type Body = Readonly<Record<string, unknown>>

/** Sends a request that leads to tokens, and answers what gets those tokens. */
const issuingBy =
  <Answer>(send: () => Promise<Answer>, tokens: (answer: Answer) => Promise<Body>) =>
  async (): Promise<() => Promise<Body>> => {
    const answer = await send()
    return () => tokens(answer)
  }

const bodyOf = async ({ body }: { readonly body: Body }): Promise<Body> => body

/** A person with something of every kind at an application that asks for consent, each one request away from tokens. */
export async function issueEverything(auth: Auth) {
  const project = await makeProject(auth)
  const { issuer } = project
  const user = await makeUser(auth, project.id)
  const app = await storeClient(auth, project.id, {
    grant_types: ['authorization_code', 'refresh_token', deviceGrant, cibaGrant],
    backchannel_token_delivery_mode: 'poll',
    require_consent: true,
  })
  const beside = await storeClient(auth, project.id)
  const rp = await party(auth, { issuer, ...app })
  const besideRp = await party(auth, { issuer, ...beside })
  const browser = new FormBrowser(auth.address, redirectUri)
  const elsewhere = new FormBrowser(auth.address, redirectUri)
  const windowOf = ({ cookies }: FormBrowser) => {
    const window = new FormBrowser(auth.address, redirectUri)
    for (const cookie of cookies) window.plant(cookie)
    return window
  }
  const token = (body: Record<string, string>, as = app) => postForm(auth, `${issuer}/token`, body, as)
  const redeem = (at: URL, verifier: string, as = app) =>
    token(
      {
        grant_type: 'authorization_code',
        code: at.searchParams.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: redirectUri,
      },
      as,
    )
  const redeemArrived = async (at: Page | Arrived, verifier: string, as = app): Promise<Body> =>
    isPage(at) ? {} : (await redeem(at.arrivedAt, verifier, as)).body

  const first = await rp.begin(offline)
  const issued = await first.redeem(await authorize(browser, first.url, user.email))
  const code = await rp.beginRaw(offline)
  const codeAt = await authorize(browser, code.url, user.email)
  await authorize(elsewhere, (await besideRp.beginRaw({ scope: 'openid' })).url, user.email)
  const device = () => oidc.initiateDeviceAuthorization(rp.config, offline)
  const backchannel = () =>
    oidc.initiateBackchannelAuthentication(rp.config, {
      scope: 'openid offline_access',
      login_hint: user.email,
    })
  const allowed = { device: await device(), request: await backchannel() }
  await approveDevice(browser, allowed.device.verification_uri_complete ?? '', user.email)
  const answering = await openRequests(browser, issuer, user.email)
  await browser.submit(answering, '/account/requests', { answer: 'allow' })
  const waiting = { device: await device(), request: await backchannel() }
  const requests = await openRequests(browser, issuer, user.email)
  const confirm = pageOf(await browser.open(waiting.device.verification_uri_complete ?? ''))
  const asked = await rp.beginRaw(offline)
  const consent = pageOf(await browser.open(asked.url))
  const opened = await besideRp.beginRaw({ scope: 'openid' })
  const known = await rp.beginRaw({ scope: 'openid' })

  const pollDevice = ({ device_code }: { device_code: string }) =>
    token({ grant_type: deviceGrant, device_code })
  const pollRequest = ({ auth_req_id }: { auth_req_id: string }) =>
    token({ grant_type: cibaGrant, auth_req_id })

  const issuing = {
    'a refresh token is used': issuingBy(
      () => token({ grant_type: 'refresh_token', refresh_token: issued.refresh_token ?? '' }),
      bodyOf,
    ),
    'a code is redeemed': issuingBy(() => redeem(codeAt, code.verifier), bodyOf),
    'an allowed device asks': issuingBy(() => pollDevice(allowed.device), bodyOf),
    'an allowed backchannel request is asked for': issuingBy(() => pollRequest(allowed.request), bodyOf),
    'it is opened in another browser, where nothing is asked': issuingBy(
      () => windowOf(elsewhere).open(known.url),
      (at) => redeemArrived(at, known.verifier),
    ),
    'another application is opened': issuingBy(
      () => windowOf(browser).open(opened.url),
      (at) => redeemArrived(at, opened.verifier, beside),
    ),
    'consent is given': issuingBy(
      () => windowOf(browser).submit(consent, '/consent'),
      (at) => redeemArrived(at, asked.verifier),
    ),
    'a device is allowed': issuingBy(
      () => windowOf(browser).submit(confirm, '/device', { confirm: 'yes' }),
      async () => (await pollDevice(waiting.device)).body,
    ),
    'a backchannel request is allowed': issuingBy(
      () => windowOf(browser).submit(requests, '/account/requests', { answer: 'allow' }),
      async () => (await pollRequest(waiting.request)).body,
    ),
  }

  /** Which of the tokens of an answer still work. */
  const working = async (tokens: Body): Promise<string[]> => {
    const works: string[] = []
    for (const kind of ['access_token', 'refresh_token']) {
      const body = { token: String(tokens[kind]) }
      const answer = await postForm(auth, `${issuer}/token/introspection`, body, app)
      if (answer.body.active) works.push(kind)
    }
    return works
  }
  /** How many consents of the person are kept for an application, or for every one. */
  const grants = (clientId?: string): Promise<object[]> =>
    auth.database.rows(sql`
      SELECT id FROM oidc_grants WHERE project_id = ${project.id} AND account_id = ${user.id}
        AND client_id = COALESCE(${clientId ?? null}, client_id)`)
  return { project, user, app, issuing, working, grants }
}
