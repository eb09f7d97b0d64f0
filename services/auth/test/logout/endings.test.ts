import { clearAuthenticator, deleteAccount, lockAccount, setActive, setPassword } from '@signet/accounts'
import { auditedBefore, type Executor, sql } from '@signet/db'
import { endAccount, endAccountAtClient, endClient, endSessions } from '@signet/sessions'
import { bumpProject } from '@signet/tenancy'
import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFlow, party, storeClient } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  password,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { answerRequest, approveDevice, arrivalOf, authorize, pageOf, postForm } from '../support/journey.ts'
import { replaceSigner } from '../support/signers.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const cibaGrant = 'urn:openid:params:grant-type:ciba'
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
const api = 'https://orders.example/'
const opaqueApi = 'https://stock.example/'
const offline = { scope: 'openid offline_access', prompt: 'consent' }
const newPassword = 'another horse battery staple'

let auth: Auth
/** Another replica. */
let other: Auth
beforeAll(async () => {
  auth = await startAuth()
  other = { ...auth, ...(await auth.startReplica()) }
  await setSetting(auth, 'ciba.enabled', true)
})
afterAll(() => auth?.close())

/** Creates an application that holds one artifact of every kind, and a second application. */
async function world() {
  const { id: projectId, issuer } = await makeProject(auth)
  const user = await makeUser(auth, projectId)
  await auth.database.run(sql`
    INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, token_format)
    VALUES (${projectId}, 'api', ${projectId}, ${api}, ${api}, 'API', 'jwt'),
      (${projectId}, 'opaque', ${projectId}, ${opaqueApi}, ${opaqueApi}, 'API', 'opaque')`)
  const app = await storeClient(auth, projectId, {
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant, cibaGrant],
    backchannel_token_delivery_mode: 'poll',
    require_consent: true,
  })
  const otherApp = await storeClient(auth, projectId)
  const apiServer = await storeClient(auth, projectId, {
    grant_types: [exchangeGrant],
    response_types: [],
    redirect_uris: [],
    exchange_audiences: [api],
  })
  const { rp, browser, tokens } = await codeFlow(auth, { issuer, ...app }, user.email, offline)
  const { config } = rp
  const otherAppRp = await party(auth, { issuer, ...otherApp })
  const second = await otherAppRp.begin(offline)
  const otherAppTokens = await second.redeem(await authorize(browser, second.url, user.email))
  const online = await rp.begin({ scope: 'openid', resource: api })
  const apiTokens = await online.redeem(await authorize(browser, online.url, user.email))
  const exchanged = async (resource: string, times = 1, token = apiTokens.access_token): Promise<string> => {
    if (times === 0) return token
    const type = 'urn:ietf:params:oauth:token-type:access_token'
    const body = { grant_type: exchangeGrant, subject_token: token, subject_token_type: type, resource }
    const answer = await postForm(auth, `${issuer}/token`, body, apiServer)
    return exchanged(resource, times - 1, String(answer.body.access_token))
  }
  const exchangedTokens = {
    jwt: await exchanged(api),
    opaque: await exchanged(opaqueApi),
    twice: await exchanged(api, 2),
  }
  const plain = await rp.begin({ scope: 'openid' })
  const onlineTokens = await plain.redeem(await authorize(browser, plain.url, user.email))
  const { url, verifier } = await rp.beginRaw(offline)
  const code = (await authorize(browser, url, user.email)).searchParams.get('code') ?? ''

  const backchannel = () =>
    oidc.initiateBackchannelAuthentication(config, { scope: 'openid', login_hint: user.email })
  const device = () => oidc.initiateDeviceAuthorization(config, offline)
  const approved = { device: await device(), request: await backchannel() }
  await approveDevice(browser, approved.device.verification_uri_complete ?? '', user.email)
  await answerRequest(browser, issuer, user.email)
  const pending = { device: await device(), request: await backchannel() }

  const machine = await oidc.clientCredentialsGrant(config)
  const jwt = (await oidc.clientCredentialsGrant(config, { resource: api })).access_token

  const token = async (body: Record<string, string>, as = app) =>
    (await postForm(other, `${issuer}/token`, body, as)).status === 200
  const waits = async (body: Record<string, string>) =>
    (await postForm(other, `${issuer}/token`, body, app)).body.error === 'authorization_pending'
  const active = async (value: string, as = otherApp) =>
    (await postForm(other, `${issuer}/token/introspection`, { token: value }, as)).body.active === true
  /** True when the session signs the browser in without a page. */
  const silently = async (party: typeof rp) => {
    const there = new FormBrowser(other.address, redirectUri)
    for (const cookie of browser.cookies) there.plant(cookie)
    const answer = await there.open((await party.begin({ prompt: 'none' })).url)
    return !isPage(answer) && answer.arrivedAt.searchParams.has('code')
  }

  const works = {
    'the sign-in at the application': () => silently(rp),
    'the sign-in at another application': () => silently(otherAppRp),
    'an authorization code': () =>
      token({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri }),
    'an access token at userinfo': async () => {
      const headers = { authorization: `Bearer ${tokens.access_token}` }
      return (await fetchVia(other.address)(`${issuer}/me`, { headers })).status === 200
    },
    'an access token at introspection': () => active(tokens.access_token),
    'an access token of the session at introspection': () => active(onlineTokens.access_token),
    'a JWT of the session at introspection': () => active(apiTokens.access_token),
    'a JWT that another application exchanged': () => active(exchangedTokens.jwt),
    'a JWT that was exchanged twice': () => active(exchangedTokens.twice),
    'an opaque token that another application exchanged': () => active(exchangedTokens.opaque),
    'a refresh token at introspection': () => active(tokens.refresh_token ?? '', app),
    'a refresh token': () =>
      token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }),
    'a refresh token of another application': () =>
      token({ grant_type: 'refresh_token', refresh_token: otherAppTokens.refresh_token ?? '' }, otherApp),
    'an approved device code': () =>
      token({ grant_type: deviceGrant, device_code: approved.device.device_code }),
    'a waiting device code': () =>
      waits({ grant_type: deviceGrant, device_code: pending.device.device_code }),
    'an approved backchannel request': () =>
      token({ grant_type: cibaGrant, auth_req_id: approved.request.auth_req_id }),
    'a waiting backchannel request': () =>
      waits({ grant_type: cibaGrant, auth_req_id: pending.request.auth_req_id }),
    'a token of the application itself': () => active(machine.access_token),
    'a new token for an API': () => token({ grant_type: 'client_credentials', resource: api }),
    'a JWT signed before': async () => {
      const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), {
        [customFetch]: (at) => fetchVia(other.address)(at),
      })
      return jwtVerify(jwt, keys, { issuer, audience: api }).then(
        () => true,
        () => false,
      )
    },
  }
  return { at: { id: projectId, issuer }, userId: user.id, email: user.email, app, otherApp, works }
}

type World = Awaited<ReturnType<typeof world>>
type Artifact = keyof World['works']

const exchangedArtifacts: readonly Artifact[] = [
  'a JWT that another application exchanged',
  'a JWT that was exchanged twice',
  'an opaque token that another application exchanged',
]
const ofTheAccount: readonly Artifact[] = [
  'the sign-in at the application',
  'the sign-in at another application',
  'an authorization code',
  'an access token at userinfo',
  'an access token at introspection',
  'an access token of the session at introspection',
  'a JWT of the session at introspection',
  ...exchangedArtifacts,
  'a refresh token at introspection',
  'a refresh token',
  'a refresh token of another application',
  'an approved device code',
  'an approved backchannel request',
  'a waiting backchannel request',
]
const givenToTheApplication: readonly Artifact[] = [
  'the sign-in at the application',
  'an authorization code',
  'an access token at userinfo',
  'an access token at introspection',
  'an access token of the session at introspection',
  'a JWT of the session at introspection',
  ...exchangedArtifacts,
  'a refresh token at introspection',
  'a refresh token',
  'an approved device code',
  'an approved backchannel request',
]

interface Ending {
  /** The change that the administration API makes in its transaction. */
  readonly end: (tx: Executor, world: World) => Promise<unknown>
  readonly over: readonly Artifact[]
  /** The password that signs in afterwards; null for none. */
  readonly signsInWith?: string | null
}

/** The state tables of accounts, applications, APIs and keys. */
const endings: Readonly<Record<string, Ending>> = {
  'an account deactivated': {
    end: async (tx, { at, userId }) => {
      await setActive(auditedBefore(tx), at.id, userId, false)
      await endAccount(tx, at, userId)
    },
    over: ofTheAccount,
    signsInWith: null,
  },
  'an account locked': {
    end: async (tx, { at, userId }) => {
      await lockAccount(auditedBefore(tx), at.id, userId, { accountId: userId, reason: 'test' })
      await endAccount(tx, at, userId)
    },
    over: ofTheAccount,
    signsInWith: null,
  },
  'an account deleted': {
    end: async (tx, { at, userId }) => {
      await endAccount(tx, at, userId)
      await deleteAccount(auditedBefore(tx), at.id, userId)
    },
    over: ofTheAccount,
    signsInWith: null,
  },
  'signing out everywhere': { end: (tx, { at, userId }) => endAccount(tx, at, userId), over: ofTheAccount },
  'signing out of one application': {
    end: (tx, { at, userId, app }) => endAccountAtClient(tx, at, userId, app.clientId),
    over: givenToTheApplication,
  },
  'a password reset that signs out': {
    end: async (tx, { at, userId }) => {
      await setPassword(auditedBefore(tx), at.id, userId, await auth.passwords.hash(newPassword))
      await endAccount(tx, at, userId)
    },
    over: ofTheAccount,
    signsInWith: newPassword,
  },
  'a password reset that does not': {
    end: async (tx, { at, userId }) =>
      setPassword(auditedBefore(tx), at.id, userId, await auth.passwords.hash(newPassword)),
    over: [],
    signsInWith: newPassword,
  },
  'an authenticator cleared': {
    end: async (tx, { at, userId }) => {
      await clearAuthenticator(auditedBefore(tx), at.id, userId)
      await endSessions(tx, at.id, userId)
    },
    over: ['the sign-in at the application', 'the sign-in at another application'],
  },
  'an application deleted': {
    end: async (tx, { at, app }) => {
      await endClient(tx, at.id, app.clientId)
      await tx.run(sql`DELETE FROM clients WHERE project_id = ${at.id} AND id = ${app.clientId}`)
      await bumpProject(tx, at.id)
    },
    over: [
      ...givenToTheApplication,
      'a waiting device code',
      'a waiting backchannel request',
      'a token of the application itself',
      'a new token for an API',
    ],
  },
  'an API deleted': {
    end: async (tx, { at }) => {
      await tx.run(sql`DELETE FROM resources WHERE project_id = ${at.id}`)
      await bumpProject(tx, at.id)
    },
    over: ['a new token for an API'],
  },
  'a project scheduled for deletion': {
    end: async (tx, { at }) => {
      await tx.run(sql`
        UPDATE projects SET deletion_scheduled_at = now(), version = version + 1 WHERE id = ${at.id}`)
    },
    over: [
      ...ofTheAccount,
      'a waiting device code',
      'a token of the application itself',
      'a new token for an API',
      'a JWT signed before',
    ],
    signsInWith: null,
  },
}

async function endedBy(act: (at: World) => Promise<unknown>) {
  const at = await world()
  // The other replica has served the project before, so its caches are filled.
  expect(await at.works['an access token at introspection']()).toBe(true)
  await act(at)
  const over: string[] = []
  for (const [name, works] of Object.entries(at.works)) if (!(await works())) over.push(name)
  return { at, over }
}

async function signsIn({ at, otherApp, email }: World, tried: string): Promise<boolean> {
  const query = new URLSearchParams({
    client_id: otherApp.clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })
  const browser = new FormBrowser(other.address, redirectUri)
  const page = pageOf(await browser.open(`${at.issuer}/auth?${query}`))
  if (page.status === 404) return false
  const answer = await browser.submit(page, '/login', { login: email, password: tried })
  return !isPage(answer) && arrivalOf(answer).searchParams.has('code')
}

describe.each(Object.entries(endings))('%s:', (_name, { end, over, signsInWith = password }) => {
  it('the change is effective on the next request of another replica, for exactly the artifacts of the state tables', async () => {
    const ended = await endedBy((at) => auth.database.transaction((tx) => end(tx, at)))
    expect(ended.over.toSorted()).toEqual([...over].toSorted())
    for (const tried of [password, newPassword])
      expect([tried, await signsIn(ended.at, tried)]).toEqual([tried, tried === signsInWith])
  })
})

it('a revoked key invalidates only the tokens it signed, on the next request of another replica', async () => {
  const { over } = await endedBy(({ at }) => replaceSigner(auth, at.id, 'revoked'))
  expect(over.toSorted()).toEqual([
    'a JWT of the session at introspection',
    'a JWT signed before',
    'a JWT that another application exchanged',
    'a JWT that was exchanged twice',
  ])
})

it('a key replaced in a rotation invalidates nothing', async () => {
  const { over } = await endedBy(({ at }) => replaceSigner(auth, at.id, 'published'))
  expect(over).toEqual([])
})
