import { connectNats, startRelay } from '@signet/events'
import { endAccount, endAccountAtClient } from '@signet/sessions'
import { startNats } from '@signet/testkit'
import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startLogoutDelivery } from '../../src/consumers/deliver-logout.ts'
import { changeClient } from '../support/clients.ts'
import { type Auth, makeClient, makeProject, makeUser, startAuth } from '../support/harness.ts'
import { pageOf, signIn } from '../support/journey.ts'
import { logoutEndpoint, say } from '../support/logout-endpoint.ts'

const patient = { timeout: 15_000, interval: 50 }

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let endpoint: Awaited<ReturnType<typeof logoutEndpoint>>
const closing: { close(): unknown }[] = []
beforeAll(async () => {
  endpoint = await logoutEndpoint(say(200))
  auth = await startAuth([endpoint.pair])
  project = await makeProject(auth)
  const server = await startNats()
  const nats = connectNats({ url: server.url, name: 'session id test' })
  const relay = startRelay({ database: auth.database, nats })
  closing.push(startLogoutDelivery(auth.background(), nats), relay, nats, server)
})
afterAll(async () => {
  for (const part of closing) await part.close()
  endpoint.close()
  await auth.close()
})

const application = (backchannelLogoutUri?: string) =>
  makeClient(auth, {
    projectId: project.id,
    requireConsent: false,
    grantTypes: ['authorization_code', 'refresh_token'],
    ...(backchannelLogoutUri ? { backchannelLogoutUri } : {}),
  })

const sidOf = (token: string | undefined) => decodeJwt(token ?? '').sid

async function notices(count: number, work: () => Promise<unknown>) {
  const before = endpoint.received.length
  await work()
  await vi.waitFor(() => expect(endpoint.received.length).toBe(before + count), patient)
  return endpoint.received.slice(before).map((token) => decodeJwt(token ?? ''))
}

describe('application with a back-channel address and without backchannel_logout_session_required:', () => {
  it('its ID tokens and the logout token of the session have the same sid', async () => {
    const user = await makeUser(auth, project.id)
    const { rp, browser, tokens } = await signIn(
      auth,
      project.issuer,
      await application(endpoint.uri),
      user.email,
    )
    const sid = sidOf(tokens.id_token)
    expect(sid).toBeTypeOf('string')
    const endSession = oidc.buildEndSessionUrl(rp.config, { id_token_hint: tokens.id_token ?? '' })
    const [notice] = await notices(1, async () => pageOf(await browser.open(endSession)))
    expect(notice).toMatchObject({ sub: user.id, sid })
  })

  it('the ID token of a refresh has the same sid', async () => {
    const user = await makeUser(auth, project.id)
    const client = await application(endpoint.uri)
    const { rp, tokens } = await signIn(auth, project.issuer, client, user.email, {
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    const renewed = await oidc.refreshTokenGrant(rp.config, tokens.refresh_token ?? '')
    expect(sidOf(renewed.id_token)).toBe(sidOf(tokens.id_token))
  })

  it.each([
    ['all sessions of the account end', endAccount],
    ['the sign-ins of the account at the application end', null],
  ] as const)(
    'one logout token for each session and one by subject and without a sid are sent when %s',
    async (_when, end) => {
      const user = await makeUser(auth, project.id)
      const client = await application(endpoint.uri)
      const sessions = [
        await signIn(auth, project.issuer, client, user.email),
        await signIn(auth, project.issuer, client, user.email),
      ]
      const ended = await notices(3, () =>
        auth.database.transaction<unknown>((tx) =>
          end
            ? end(tx, { id: project.id, issuer: project.issuer }, user.id)
            : endAccountAtClient(tx, { id: project.id, issuer: project.issuer }, user.id, client.clientId),
        ),
      )
      expect(ended.map(({ sub }) => sub)).toEqual([user.id, user.id, user.id])
      expect(new Set(ended.map(({ sid }) => sid))).toEqual(
        new Set([...sessions.map(({ tokens }) => sidOf(tokens.id_token)), undefined]),
      )
    },
  )
})

it('an application that registered backchannel_logout_session_required receives one logout token for each session', async () => {
  const user = await makeUser(auth, project.id)
  const client = await application(endpoint.uri)
  await changeClient(auth, client.clientId, 'backchannel_logout_session_required', true)
  const sessions = [
    await signIn(auth, project.issuer, client, user.email),
    await signIn(auth, project.issuer, client, user.email),
  ]
  const ended = await notices(2, () =>
    auth.database.transaction((tx) => endAccount(tx, { id: project.id, issuer: project.issuer }, user.id)),
  )
  expect(ended.map(({ sid }) => sid).toSorted()).toEqual(
    sessions.map(({ tokens }) => sidOf(tokens.id_token)).toSorted(),
  )
})

it('an application without a back-channel address receives ID tokens without a sid', async () => {
  const user = await makeUser(auth, project.id)
  const { tokens } = await signIn(auth, project.issuer, await application(), user.email)
  expect(decodeJwt(tokens.id_token ?? '')).not.toHaveProperty('sid')
})
