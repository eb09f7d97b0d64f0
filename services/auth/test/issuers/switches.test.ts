import { sql } from '@signet/db'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Auth, makeClient, makeProject, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { applicationAndUser, type ClientCredentials, postForm, signIn } from '../support/journey.ts'

interface World {
  readonly issuer: string
  readonly client: ClientCredentials
  readonly machine: ClientCredentials
  readonly email: string
}

let auth: Auth
let world: World
beforeAll(async () => {
  auth = await startAuth()
  const { id, issuer } = await makeProject(auth)
  const { client, user } = await applicationAndUser(auth, id)
  await auth.database.run(sql`
    UPDATE clients SET metadata = '{"userinfo_signed_response_alg":"ES256"}'::jsonb WHERE id = ${client.clientId}`)
  const machine = await makeClient(auth, { projectId: id, grantTypes: ['client_credentials'] })
  world = { issuer, client, machine, email: user.email }
})
afterAll(() => auth.close())

const posted = (path: string, body: Record<string, string>, client = world.client) =>
  postForm(auth, world.issuer + path, { client_id: client.clientId, ...body }, client)

const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }

/** Returns `interaction`, or the error of the response. */
async function asked(parameters: Record<string, string>): Promise<string> {
  const query = new URLSearchParams({
    client_id: world.client.clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    ...challenge,
    ...parameters,
  })
  for (const [name, value] of [...query]) if (value === '') query.delete(name)
  const answer = await fetchVia(auth.address)(`${world.issuer}/auth?${query}`)
  const location = answer.headers.get('location')
  if (location?.includes('/interaction/')) return 'interaction'
  return location ? (new URL(location).searchParams.get('error') ?? location) : `page ${answer.status}`
}

const token = async () =>
  (
    await signIn(auth, world.issuer, world.client, world.email, {
      browser: new FormBrowser(auth.address, redirectUri),
    })
  ).tokens.access_token

interface Row {
  readonly setting: string
  readonly discovery?: readonly [member: string, on: unknown, off: unknown]
  readonly behaviour: () => Promise<unknown>
  readonly on: unknown
  readonly off: unknown
}

const there = expect.any(String)

const rows: readonly Row[] = [
  {
    setting: 'clientCredentials.enabled',
    discovery: [
      'grant_types_supported',
      expect.arrayContaining(['client_credentials']),
      expect.not.arrayContaining(['client_credentials']),
    ],
    behaviour: async () =>
      (await posted('/token', { grant_type: 'client_credentials' }, world.machine)).status,
    on: 200,
    off: 400,
  },
  {
    setting: 'introspection.enabled',
    discovery: ['introspection_endpoint', there, undefined],
    behaviour: async () => (await posted('/token/introspection', { token: 'x' })).status,
    on: 200,
    off: 404,
  },
  {
    setting: 'revocation.enabled',
    discovery: ['revocation_endpoint', there, undefined],
    behaviour: async () => (await posted('/token/revocation', { token: 'x' })).status,
    on: 200,
    off: 404,
  },
  {
    setting: 'userinfo.enabled',
    discovery: ['userinfo_endpoint', there, undefined],
    behaviour: async () => {
      const headers = { authorization: `Bearer ${await token()}` }
      return (await fetchVia(auth.address)(`${world.issuer}/me`, { headers })).status
    },
    on: 200,
    off: 404,
  },
  {
    setting: 'par.enabled',
    discovery: ['pushed_authorization_request_endpoint', there, undefined],
    behaviour: async () =>
      (
        await posted('/request', {
          response_type: 'code',
          scope: 'openid',
          redirect_uri: redirectUri,
          ...challenge,
        })
      ).status,
    on: 201,
    off: 404,
  },
  {
    setting: 'par.allowUnregisteredRedirectUris',
    behaviour: async () =>
      (
        await posted('/request', {
          response_type: 'code',
          scope: 'openid',
          redirect_uri: 'https://rp.example/elsewhere',
          ...challenge,
        })
      ).status,
    on: 201,
    off: 400,
  },
  {
    setting: 'rpInitiatedLogout.enabled',
    discovery: ['end_session_endpoint', there, undefined],
    behaviour: async () => (await fetchVia(auth.address)(`${world.issuer}/session/end`)).status,
    on: 200,
    off: 404,
  },
  {
    setting: 'dpop.enabled',
    discovery: ['dpop_signing_alg_values_supported', expect.any(Array), undefined],
    behaviour: async () => {
      const body = { grant_type: 'client_credentials' }
      const answer = await postForm(auth, `${world.issuer}/token`, body, world.machine, {
        dpop: 'not a proof',
      })
      return answer.body.error ?? answer.body.token_type
    },
    on: 'invalid_dpop_proof',
    off: 'Bearer',
  },
  {
    setting: 'claimsParameter.enabled',
    discovery: ['claims_parameter_supported', true, false],
    behaviour: () => asked({ claims: 'not JSON' }),
    on: 'invalid_request',
    off: 'interaction',
  },
  {
    setting: 'resourceIndicators.enabled',
    behaviour: () => asked({ resource: 'https://unknown.example' }),
    on: 'invalid_target',
    off: 'interaction',
  },
  {
    setting: 'responseMode.jwt.enabled',
    discovery: [
      'response_modes_supported',
      expect.arrayContaining(['jwt']),
      expect.not.arrayContaining(['jwt']),
    ],
    behaviour: () => asked({ response_mode: 'jwt' }),
    on: 'interaction',
    off: 'unsupported_response_mode',
  },
  {
    setting: 'jwtIntrospection.enabled',
    discovery: ['introspection_signing_alg_values_supported', expect.any(Array), undefined],
    behaviour: async () => {
      const accept = { accept: 'application/token-introspection+jwt' }
      const answer = await postForm(
        auth,
        `${world.issuer}/token/introspection`,
        { token: 'x' },
        world.client,
        accept,
      )
      return answer.headers.get('content-type')?.split(';')[0]
    },
    on: 'application/token-introspection+jwt',
    off: 'application/json',
  },
  {
    setting: 'jwtUserinfo.enabled',
    discovery: ['userinfo_signing_alg_values_supported', expect.any(Array), undefined],
    behaviour: async () => {
      const headers = { authorization: `Bearer ${await token()}` }
      const answer = await fetchVia(auth.address)(`${world.issuer}/me`, { headers })
      return answer.headers.get('content-type')?.split(';')[0]
    },
    on: 'application/jwt',
    off: 'application/json',
  },
  {
    setting: 'authorization.allowOmittingSingleRegisteredRedirectUri',
    behaviour: () => asked({ redirect_uri: '' }),
    on: 'interaction',
    off: 'page 400',
  },
  {
    setting: 'pkce.required',
    behaviour: () => asked({ code_challenge: '', code_challenge_method: '' }),
    on: 'invalid_request',
    off: 'interaction',
  },
  {
    setting: 'rateLimit.enabled',
    behaviour: async () => {
      const statuses = []
      for (let index = 0; index < 125; index += 1)
        statuses.push((await fetchVia(auth.address)(`${world.issuer}/session/end`)).status)
      return statuses.includes(429)
    },
    on: true,
    off: false,
  },
]

describe.each(rows)('setting $setting:', ({ setting, discovery, behaviour, on, off }) => {
  it.each([true, false])(
    'the value %s is effective in discovery and behavior on the next request',
    async (value) => {
      await setSetting(auth, setting, value)
      try {
        const document = (await (
          await fetchVia(auth.address)(`${world.issuer}/.well-known/openid-configuration`)
        ).json()) as Record<string, unknown>
        if (discovery) expect(document[discovery[0]]).toEqual(value ? discovery[1] : discovery[2])
        expect(await behaviour()).toEqual(value ? on : off)
      } finally {
        await auth.database.run(sql`DELETE FROM settings WHERE key = ${setting}`)
        await setSetting(auth, 'rateLimit.enabled', false)
      }
    },
  )
})
