import { raw, sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modelTables } from '../../src/artifacts/models.ts'
import { codeFlow, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import {
  answerRequest,
  approveDevice,
  authorize,
  type ClientCredentials,
  postForm,
} from '../support/journey.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const cibaGrant = 'urn:openid:params:grant-type:ciba'
const offline = { scope: 'openid offline_access', prompt: 'consent' }
const pushedPrefix = 'urn:ietf:params:oauth:request_uri:'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
  for (const name of ['ciba', 'registration', 'registrationManagement'])
    await setSetting(auth, `${name}.enabled`, true)
  await setSetting(auth, 'registration.issueRegistrationAccessToken', true)
  // Project isolation must not depend on the constraint that makes client ids unique in the instance.
  await auth.database.run(sql`DROP INDEX clients_id_key`)
})
afterAll(() => auth?.close())

interface Registered {
  readonly registration_access_token: string
  readonly registration_client_uri: string
}

/** The application holds one artifact of every kind. */
async function world() {
  const { id, issuer } = await makeProject(auth)
  const user = await makeUser(auth, id)
  const client = await storeClient(auth, id, {
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant, cibaGrant],
    backchannel_token_delivery_mode: 'poll',
  })
  const { rp, browser, tokens } = await codeFlow(auth, { issuer, ...client }, user.email, offline)
  const { url, verifier } = await rp.beginRaw(offline)
  const code = (await authorize(browser, url, user.email)).searchParams.get('code') ?? ''
  const device = () => oidc.initiateDeviceAuthorization(rp.config, { scope: 'openid' })
  const [approved, waiting] = [await device(), await device()]
  await approveDevice(browser, approved.verification_uri_complete ?? '', user.email)
  const request = await oidc.initiateBackchannelAuthentication(rp.config, {
    scope: 'openid',
    login_hint: user.email,
  })
  await answerRequest(browser, issuer, user.email)
  const asked = await rp.beginRaw({ prompt: 'none' })
  const pushed = await oidc.buildAuthorizationUrlWithPAR(rp.config, asked.url.searchParams)
  const machine = await oidc.clientCredentialsGrant(rp.config)
  const interacting = await fetchVia(auth.address)((await rp.beginRaw()).url.href)
  const registered = (await (
    await fetchVia(auth.address)(`${issuer}/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirectUri] }),
    })
  ).json()) as Registered
  return {
    at: { id, issuer },
    client,
    userId: user.id,
    verifier,
    browser,
    registeredAt: new URL(registered.registration_client_uri).pathname.replace(/^\/[^/]+/, ''),
    artifacts: {
      code,
      access: tokens.access_token,
      refresh: tokens.refresh_token ?? '',
      idToken: tokens.id_token ?? '',
      device: approved.device_code,
      userCode: waiting.user_code,
      request: request.auth_req_id,
      pushed: pushed.searchParams.get('request_uri')?.replace(pushedPrefix, '') ?? '',
      machine: machine.access_token,
      interaction: interacting.headers.get('location')?.split('/').at(-1) ?? '',
      session: browser.cookies.find(({ name }) => name === `_session_${id}`)?.value ?? '',
      registration: registered.registration_access_token,
    },
  }
}

type World = Awaited<ReturnType<typeof world>>
type Artifact = keyof World['artifacts']

interface Asking {
  readonly issuer: string
  readonly client: ClientCredentials
  readonly world: World
}

type Slot = (value: string, asking: Asking) => Promise<boolean>

const redeeming =
  (grant: string, parameter: string): Slot =>
  async (value, { issuer, client, world: { verifier } }) => {
    const proof = { code_verifier: verifier, redirect_uri: redirectUri }
    const body = { grant_type: grant, [parameter]: value, ...(parameter === 'code' ? proof : {}) }
    return (await postForm(auth, `${issuer}/token`, body, client)).status === 200
  }

const bearing =
  (path: (world: World) => string): Slot =>
  async (value, { issuer, world }) => {
    const headers = { authorization: `Bearer ${value}` }
    return (await fetchVia(auth.address)(`${issuer}${path(world)}`, { headers })).status === 200
  }

async function opened({ issuer, world: { browser } }: Asking, path: string): Promise<string> {
  const headers = {
    accept: 'text/html',
    cookie: browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  }
  const answer = await fetchVia(auth.address)(`${issuer}${path}`, { headers })
  return answer.headers.get('location') ?? `${answer.status} ${await answer.text()}`
}

/** Each endpoint returns true when it accepted the artifact. */
const slots: Readonly<Record<string, Slot>> = {
  code: redeeming('authorization_code', 'code'),
  refresh: redeeming('refresh_token', 'refresh_token'),
  device: redeeming(deviceGrant, 'device_code'),
  request: redeeming(cibaGrant, 'auth_req_id'),
  userinfo: bearing(() => '/me'),
  registration: bearing(({ registeredAt }) => registeredAt),
  introspection: async (token, { issuer, client }) =>
    (await postForm(auth, `${issuer}/token/introspection`, { token }, client)).body.active === true,
  pushed: async (value, asking) => {
    const query = new URLSearchParams({
      client_id: asking.client.clientId,
      request_uri: `${pushedPrefix}${value}`,
    })
    return (await opened(asking, `/auth?${query}`)).includes('code=')
  },
  userCode: async (value, asking) =>
    (await opened(asking, `/device?user_code=${encodeURIComponent(value)}`)).includes('name="confirm"'),
  interaction: async (value, asking) =>
    (await opened(asking, `/interaction/${encodeURIComponent(value)}`)).startsWith('200 '),
  resumption: async (value, asking) =>
    (await opened(asking, `/auth/${encodeURIComponent(value)}`)).includes('code='),
}

const goodAt: Readonly<Record<Artifact, readonly string[]>> = {
  code: ['code'],
  access: ['userinfo', 'introspection'],
  refresh: ['introspection', 'refresh'],
  idToken: [],
  device: ['device'],
  userCode: ['userCode'],
  request: ['request'],
  pushed: ['pushed'],
  machine: ['introspection'],
  interaction: [],
  session: [],
  registration: ['registration'],
}

async function copyOf(
  { at, client, userId }: World,
  form: 'path' | 'subdomain' | 'host',
): Promise<{ issuer: string }> {
  const other = await makeProject(auth, { form })
  for (const [table, id] of [
    ['clients', client.clientId],
    ['accounts', userId],
  ] as const)
    await auth.database.run(sql`
      INSERT INTO ${raw(table)} SELECT copyOf.* FROM ${raw(table)} t,
        jsonb_populate_record(t, jsonb_build_object('project_id', ${other.id}::text)) AS copyOf
      WHERE t.project_id = ${at.id} AND t.id = ${id}`)
  return other
}

async function storedIds({ at }: World): Promise<string[]> {
  const tables = [...new Set(Object.values(modelTables).map(({ table }) => table))]
  const rows = await Promise.all(
    tables.map((table) =>
      auth.database.rows<{ id: string }>(sql`SELECT id FROM ${raw(table)} WHERE project_id = ${at.id}`),
    ),
  )
  return rows.flat().map(({ id }) => id)
}

async function takenAt(values: Readonly<Record<string, string>>, asking: Asking): Promise<string[]> {
  const taken: string[] = []
  for (const [name, value] of Object.entries(values))
    for (const [slot, takes] of Object.entries(slots))
      if (!goodAt[name as Artifact]?.includes(slot) || asking.issuer !== asking.world.at.issuer)
        if (await takes(value, asking)) taken.push(`${name} as ${slot}`)
  return taken
}

it('an artifact is rejected as another kind and at another project with the same ids and secrets, and stays valid', async () => {
  const at = await world()
  const own = { ...at.at, client: at.client, world: at }
  expect(Object.values(at.artifacts).filter((value) => value === '')).toEqual([])
  const stored = Object.fromEntries((await storedIds(at)).map((id, index) => [`stored ${index}`, id]))
  expect(Object.keys(stored).length).toBeGreaterThan(10)
  expect(await takenAt({ ...at.artifacts, ...stored }, own)).toEqual([])
  for (const form of ['path', 'subdomain', 'host'] as const)
    expect([form, ...(await takenAt(at.artifacts, { ...own, ...(await copyOf(at, form)) }))]).toEqual([form])
  for (const [name, places] of Object.entries(goodAt))
    for (const place of places) {
      const taken = await slots[place]?.(at.artifacts[name as Artifact], own)
      expect([name, place, taken]).toEqual([name, place, true])
    }
})

it('a revocation request for a token of another project, application or kind has no effect and the same response', async () => {
  const at = await world()
  const other = await copyOf(at, 'subdomain')
  const otherClient = await storeClient(auth, at.at.id)
  const { idToken: _structured, ...opaque } = at.artifacts
  for (const value of Object.values(opaque)) {
    const foreign = await postForm(auth, `${other.issuer}/token/revocation`, { token: value }, at.client)
    const strange = await postForm(auth, `${at.at.issuer}/token/revocation`, { token: value }, otherClient)
    expect([foreign.status, foreign.text]).toEqual([200, ''])
    expect([strange.status, strange.text]).toEqual([200, ''])
  }
  const asking = { issuer: at.at.issuer, client: at.client, world: at }
  for (const place of ['userinfo', 'introspection'])
    expect([place, await slots[place]?.(at.artifacts.access, asking)]).toEqual([place, true])
  expect(await slots.refresh?.(at.artifacts.refresh, asking)).toBe(true)
  expect(await slots.code?.(at.artifacts.code, asking)).toBe(true)
})
