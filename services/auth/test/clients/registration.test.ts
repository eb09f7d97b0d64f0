import { sql } from '@signet/db'
import { digest } from '@signet/secrets'
import { FormBrowser, fetchVia } from '@signet/testkit'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFlow, keyOf, party } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  password,
  redirectUri,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { pageOf } from '../support/journey.ts'
import { callRegistration } from '../support/registering.ts'

const metadata = {
  client_name: 'Self-made',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
}
const switches = [
  'registration.enabled',
  'registration.issueRegistrationAccessToken',
  'registrationManagement.enabled',
] as const

let auth: Auth
let project: { id: string; issuer: string }
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  for (const name of switches) await setSetting(auth, name, true)
})
afterAll(() => auth.close())

const call = (method: string, url: string, body?: unknown, token?: string) =>
  callRegistration(auth, method, url, body, token)

const register = (more: object = {}, issuer = project.issuer) =>
  call('POST', `${issuer}/reg`, { ...metadata, ...more })

async function registered(more: object = {}) {
  const { status, body } = await register(more)
  expect(status, JSON.stringify(body)).toBe(201)
  return {
    clientId: String(body.client_id),
    clientSecret: String(body.client_secret),
    token: String(body.registration_access_token),
    at: String(body.registration_client_uri),
    body,
  }
}

describe('registration:', () => {
  it('openid-client registers itself and completes the code flow with the returned credentials', async () => {
    const config = await oidc.dynamicClientRegistration(new URL(project.issuer), metadata, undefined, {
      execute: [oidc.allowInsecureRequests],
      [oidc.customFetch]: fetchVia(auth.address),
    })
    const { client_id: clientId, client_secret: clientSecret } = config.clientMetadata()
    const user = await makeUser(auth, project.id)
    const { tokens } = await codeFlow(
      auth,
      { issuer: project.issuer, clientId, clientSecret: String(clientSecret) },
      user.email,
    )
    expect(tokens.claims()?.sub).toBe(user.id)
  })

  it('the secret and the registration token are stored as digests, and the response has no internal field', async () => {
    const { clientId, clientSecret, token, body } = await registered()
    const rows = await auth.database.rows<{ digest: string; dynamic: boolean; all: string }>(sql`
      SELECT secret_digest AS digest, registered_dynamically AS dynamic, clients::text AS all FROM clients WHERE id = ${clientId}`)
    expect(rows[0]).toMatchObject({ digest: digest(clientSecret), dynamic: true })
    expect(rows[0]?.all).not.toContain(clientSecret)
    const tokens = await auth.database.rows<{ id: string }>(
      sql`SELECT id FROM oidc_registration_tokens WHERE client_id = ${clientId}`,
    )
    expect(tokens).toEqual([{ id: digest(token) }])
    expect(body).not.toHaveProperty('signet')
  })

  it('a registration cannot disable consent, set a logo or become a built-in application', async () => {
    const { clientId, clientSecret } = await registered({
      signet: { requireConsent: false, builtIn: true, dynamic: false, secretDigest: 'x' },
      logo_uri: 'https://rp.example/logo.png',
    })
    const user = await makeUser(auth, project.id)
    const browser = new FormBrowser(auth.address, redirectUri)
    const { url } = await (await party(auth, { issuer: project.issuer, clientId, clientSecret })).begin()
    const consent = pageOf(
      await browser.submit(pageOf(await browser.open(url)), '/login', { login: user.email, password }),
    )
    expect(consent.html).toContain('/consent"')
    expect(consent.html).not.toContain('<img')
  })

  it.each([
    ['a wildcard address', { redirect_uris: ['https://*.rp.example/'] }, 'invalid_redirect_uri'],
    ['plain http', { redirect_uris: ['http://rp.example/'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://rp.example/#x'] }, 'invalid_redirect_uri'],
    ['credentials in an address', { redirect_uris: ['https://a:b@rp.example/'] }, 'invalid_redirect_uri'],
    ['no address', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['the grant client_credentials', { grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ['a key set over http', { jwks_uri: 'http://rp.example/jwks' }, 'invalid_client_metadata'],
    [
      'a private key',
      { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }] } },
      'invalid_client_metadata',
    ],
    [
      'an incomplete key',
      { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x' }] } },
      'invalid_client_metadata',
    ],
    ['the algorithm none', { id_token_signed_response_alg: 'none' }, 'invalid_client_metadata'],
    ['a name of 101 characters', { client_name: 'x'.repeat(101) }, 'invalid_client_metadata'],
    [
      'too many addresses',
      { redirect_uris: Array.from({ length: 51 }, (_, n) => `https://rp.example/${n}`) },
      'invalid_client_metadata',
    ],
  ])('a registration with %s is rejected and stores nothing', async (_what, more, error) => {
    const count = async () =>
      (await auth.database.rows(sql`SELECT 1 FROM clients WHERE project_id = ${project.id}`)).length
    const before = await count()
    const { status, body } = await register(more)
    expect({ status, error: body.error }).toEqual({ status: 400, error })
    expect(await count()).toBe(before)
  })

  it('a registration with a key has no secret', async () => {
    const { jwks } = await keyOf()
    const { body } = await registered({ token_endpoint_auth_method: 'private_key_jwt', jwks })
    expect(body).not.toHaveProperty('client_secret')
  })

  it('a registration beyond the plan of the project is rejected', async () => {
    const small = await makeProject(auth)
    await auth.database.run(sql`
      INSERT INTO plans (id, name, is_default, applications_per_project, enterprise_sign_in, custom_slug, custom_domain)
      VALUES ('small', 'Small', false, 1, true, true, true)`)
    await auth.database.run(sql`UPDATE projects SET plan_id = 'small' WHERE id = ${small.id}`)
    await setSetting(auth, 'plans.enabled', true)
    try {
      const answers = await Promise.all([1, 2, 3, 4].map(() => register({}, small.issuer)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403])
    } finally {
      await setSetting(auth, 'plans.enabled', false)
    }
  })

  it('a registration at the root issuer belongs to the default project', async () => {
    const { body, status } = await register({}, auth.baseUrl)
    expect(status).toBe(201)
    const rows = await auth.database.rows(sql`
      SELECT 1 FROM clients c JOIN instance i ON i.default_project_id = c.project_id WHERE c.id = ${String(body.client_id)}`)
    expect(rows).toHaveLength(1)
  })
})

describe('management of a registration:', () => {
  it('the registration is read without the secret, and a change is effective on every replica', async () => {
    const { at, token, clientId, clientSecret } = await registered()
    const read = await call('GET', at, undefined, token)
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject({ client_id: clientId, client_name: 'Self-made' })
    expect(read.body).not.toHaveProperty('client_secret')
    expect(read.body).not.toHaveProperty('signet')
    const changed = await call(
      'PUT',
      at,
      { ...metadata, client_id: clientId, client_secret: clientSecret, client_name: 'Renamed' },
      token,
    )
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(changed.body).not.toHaveProperty('client_secret')
    const replica = await auth.startReplica()
    const there = await fetchVia(replica.address)(at, { headers: { authorization: `Bearer ${token}` } })
    expect(await there.json()).toMatchObject({ client_name: 'Renamed' })
    const user = await makeUser(auth, project.id)
    await expect(
      codeFlow(auth, { issuer: project.issuer, clientId, clientSecret }, user.email),
    ).resolves.toBeTruthy()
  })

  it('another secret, the token of another client and an invalid update are rejected', async () => {
    const one = await registered()
    const two = await registered()
    const update = { ...metadata, client_id: one.clientId }
    expect((await call('PUT', one.at, { ...update, client_secret: 'guess' }, one.token)).status).toBe(400)
    expect(
      (await call('PUT', one.at, { ...update, redirect_uris: ['https://*.x/'] }, one.token)).status,
    ).toBe(400)
    expect((await call('GET', one.at, undefined, 'guess')).status).toBe(401)
    expect((await call('GET', one.at, undefined, two.token)).status).toBe(401)
    expect((await call('GET', one.at)).status).toBe(401)
  })

  it('a registration token of one project is rejected at another', async () => {
    const { at, token } = await registered()
    const other = await makeProject(auth)
    expect((await call('GET', at.replace(project.issuer, other.issuer), undefined, token)).status).toBe(401)
    expect((await call('GET', at, undefined, token)).status).toBe(200)
  })

  it('each change replaces the token while the setting requires it', async () => {
    const { at, token, clientId } = await registered()
    await setSetting(auth, 'registrationManagement.rotateRegistrationAccessToken', true)
    try {
      const changed = await call('PUT', at, { ...metadata, client_id: clientId }, token)
      const next = String(changed.body.registration_access_token)
      expect(next).not.toBe(token)
      expect((await call('GET', at, undefined, token)).status).toBe(401)
      expect((await call('GET', at, undefined, next)).status).toBe(200)
    } finally {
      await setSetting(auth, 'registrationManagement.rotateRegistrationAccessToken', false)
    }
  })

  it('a deletion also deletes everything issued to the client', async () => {
    const { at, token, clientId, clientSecret } = await registered()
    const user = await makeUser(auth, project.id)
    await codeFlow(auth, { issuer: project.issuer, clientId, clientSecret }, user.email)
    expect((await call('DELETE', at, undefined, token)).status).toBe(204)
    expect((await call('GET', at, undefined, token)).status).toBe(401)
    const left = await auth.database.rows(sql`SELECT 1 FROM oidc_grants WHERE client_id = ${clientId}`)
    expect(left).toHaveLength(0)
  })
})

it.each(switches)(
  '%s disables its part of discovery and of the endpoints when switched off',
  async (name) => {
    const { at, token } = await registered()
    // Switches off management first: it needs registration and registration tokens.
    const off = name === 'registration.enabled' ? ['registrationManagement.enabled', name] : [name]
    for (const key of off) await setSetting(auth, key, false)
    try {
      const discovery = await call('GET', `${project.issuer}/.well-known/openid-configuration`)
      if (name === 'registration.enabled') {
        expect(discovery.body).not.toHaveProperty('registration_endpoint')
        expect(await register()).toMatchObject({
          status: 403,
          body: { error: 'access_denied', error_description: expect.stringContaining('switched off') },
        })
      } else {
        expect(discovery.body).toHaveProperty('registration_endpoint')
        if (name === 'registrationManagement.enabled') {
          // Reading is part of registration itself (OpenID Connect Dynamic Client Registration 4).
          expect((await call('PUT', at, metadata, token)).status).toBe(404)
          expect((await call('DELETE', at, undefined, token)).status).toBe(404)
        } else expect((await register()).body).not.toHaveProperty('registration_access_token')
      }
    } finally {
      for (const key of off) await setSetting(auth, key, true)
    }
  },
)
