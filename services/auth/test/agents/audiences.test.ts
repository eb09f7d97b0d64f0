import { createMachineGrant, sql } from '@signet/db'
import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { newId } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audiencesOfGrant } from '../../src/protocol/audiences.ts'
import { codeFlow, storeClient } from '../support/clients.ts'
import { password, redirectUri, setSetting } from '../support/harness.ts'
import { type ClientCredentials, pageOf, postForm } from '../support/journey.ts'
import { connect, type ForAgents, refresh, startForAgents } from './connecting.ts'
import { exchange, jwtBearer, type MachineKey, machineKey, machineToken, permitMachine } from './machines.ts'
import { startTrustedIssuer, type TrustedIssuer } from './trusted-issuer.ts'

const api = 'https://api.instance.example'
const subject = 'repo:acme/infra:ref:refs/heads/main'
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const cibaGrant = 'urn:openid:params:grant-type:ciba'

let trusted: TrustedIssuer
let instance: ForAgents
let key: MachineKey
let workload: string
let machine: string
let application: ClientCredentials
let permitted: ClientCredentials
let other: ClientCredentials
beforeAll(async () => {
  trusted = await startTrustedIssuer()
  instance = await startForAgents([trusted.pair])
  const { auth, administratorsId: projectId, administrator } = instance
  await setSetting(auth, 'ciba.enabled', true)
  key = await machineKey()
  workload = await permitMachine(instance, { workload: { issuer: trusted.issuer, subject } })
  machine = await permitMachine(instance, { jwks: key.jwks })
  application = await storeClient(auth, projectId, {
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant, cibaGrant],
    backchannel_token_delivery_mode: 'poll',
  })
  const machineOnly = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] }
  permitted = await storeClient(auth, projectId, machineOnly)
  other = await storeClient(auth, projectId, machineOnly)
  await auth.database.transaction(async (tx) => {
    const grantId = await createMachineGrant(tx, {
      projectId,
      accountId: administrator.id,
      clientId: permitted.clientId,
    })
    await tx.run(sql`
      INSERT INTO agent_clients (id, client_id, name, acts_for, grant_id)
      VALUES (${newId('agentClient')}, ${permitted.clientId}, 'Machine', ${administrator.id}, ${grantId})`)
    await tx.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes)
      VALUES (${projectId}, 'res_api', ${projectId}, ${api}, ${api}, 'API', '{things:read}')`)
    await tx.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
      VALUES (${projectId}, 'acme', 'Acme', ${trusted.issuer}, 'signet', 1)`)
    await tx.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
      VALUES (${projectId}, 'acme', ${trusted.issuer}, 'ada', ${administrator.id})`)
    await bumpProject(tx, projectId)
  })
})
afterAll(async () => {
  await instance?.auth.close()
  trusted?.close()
})

type Answer = Record<string, unknown>
const token = async (client: ClientCredentials, body: Record<string, string>): Promise<Answer> =>
  (await postForm(instance.auth, `${instance.auth.baseUrl}/token`, body, client)).body

/** Grants that need no browser. The body names the resource, if any. */
const requests: Readonly<Record<string, (body: Record<string, string>) => Promise<Answer>>> = {
  'a workload (jwt-bearer)': async (body) => {
    const assertion = await trusted.sign({ sub: subject, aud: instance.auth.baseUrl })
    return (await exchange(instance, workload, { assertion, ...body })).body
  },
  'a vouching provider (ID-JAG, jwt-bearer)': async (body) => {
    const claims = {
      sub: 'ada',
      aud: instance.auth.baseUrl,
      client_id: machine,
      resource: instance.resource,
    }
    const assertion = await trusted.sign(claims, { typ: 'oauth-id-jag+jwt' })
    return (await machineToken(instance, machine, key, { grant_type: jwtBearer, assertion, ...body })).body
  },
  'a machine with a key (client_credentials)': async (body) =>
    (await machineToken(instance, machine, key, body)).body,
  'a permitted application (client_credentials)': (body) =>
    token(permitted, { grant_type: 'client_credentials', ...body }),
  'an application (client_credentials)': (body) =>
    token(other, { grant_type: 'client_credentials', ...body }),
}

interface Expected {
  readonly mcp: 'administrator' | 'invalid_target'
  readonly api: 'itself' | 'invalid_target'
}

const agentOnly: Expected = { mcp: 'administrator', api: 'invalid_target' }
const expected: Readonly<Record<string, Expected>> = {
  'a workload (jwt-bearer)': agentOnly,
  'a vouching provider (ID-JAG, jwt-bearer)': agentOnly,
  'a machine with a key (client_credentials)': agentOnly,
  'a permitted application (client_credentials)': { mcp: 'administrator', api: 'itself' },
  'an application (client_credentials)': { mcp: 'invalid_target', api: 'itself' },
}

const subjectOf = (answer: Answer): unknown =>
  answer.access_token ? decodeJwt(String(answer.access_token)).sub : answer.error

describe.each(Object.keys(requests))('%s:', (name) => {
  const request = async (body: Record<string, string>): Promise<Answer> =>
    (await requests[name]?.(body)) ?? {}

  it('a token for the agent endpoint is issued only for the administrator of the client', async () => {
    const answer = subjectOf(await request({ resource: instance.resource }))
    const wanted = expected[name]?.mcp
    expect(answer).toBe(wanted === 'administrator' ? instance.administrator.id : wanted)
  })

  it('a token for a declared API is issued only to a client that acts for itself', async () => {
    const answer = await request({ resource: api, scope: 'things:read' })
    if (expected[name]?.api === 'invalid_target') return expect(answer.error).toBe('invalid_target')
    const claims = decodeJwt(String(answer.access_token))
    expect(claims.aud).toBe(api)
    expect(claims.sub).toBe(claims.client_id)
    expect(claims).not.toHaveProperty('gid')
  })

  it('an undeclared resource is rejected', async () => {
    const answer = await request({ resource: 'https://unknown.example' })
    expect(answer.error).toBe('invalid_target')
  })

  it('a scope of an API without the API as resource yields no token for an administrator', async () => {
    const answer = await request({ resource: '', scope: 'things:read' })
    if (expected[name]?.api === 'invalid_target') expect(answer).not.toHaveProperty('access_token')
    else expect(subjectOf(answer)).not.toBe(instance.administrator.id)
  })
})

it('an assertion is not exchanged for a token with two audiences', async () => {
  const body = new URLSearchParams({
    grant_type: jwtBearer,
    client_id: workload,
    assertion: await trusted.sign({ sub: subject, aud: instance.auth.baseUrl }),
  })
  for (const resource of [instance.resource, api]) body.append('resource', resource)
  const { auth } = instance
  const response = await fetchVia(auth.address)(`${auth.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
  expect(await response.json()).toMatchObject({ error: 'invalid_target' })
})

describe('agent of a user:', () => {
  const client = { clientId: AGENT_CLIENT_ID, redirectUri: 'http://127.0.0.1:4711/callback' }

  it('the agent receives a token for the agent endpoint, and a refresh for an API is rejected', async () => {
    const { refresh_token: held, ...first } = await connect(instance, client)
    expect(decodeJwt(String(first.access_token)).aud).toBe(instance.resource)
    const renewed = await refresh(instance, client.clientId, held)
    expect(decodeJwt(String(renewed.access_token)).aud).toBe(instance.resource)
    const elsewhere = await token(client, {
      grant_type: 'refresh_token',
      refresh_token: String(renewed.refresh_token),
      resource: api,
    })
    expect(elsewhere.error).toBe('invalid_target')
  })

  it('an API is rejected before consent in the code flow and in the device flow', async () => {
    const { auth } = instance
    const query = new URLSearchParams({
      client_id: client.clientId,
      response_type: 'code',
      redirect_uri: client.redirectUri,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      scope: 'things:read',
      resource: api,
    })
    const redirect = await fetchVia(auth.address)(`${auth.baseUrl}/auth?${query}`)
    expect(URL.parse(redirect.headers.get('location') ?? '')?.searchParams.get('error')).toBe(
      'invalid_target',
    )
    const device = { scope: 'things:read', resource: api }
    const started = await postForm(auth, `${auth.baseUrl}/device/auth`, device, client)
    expect(started.body.error).toBe('invalid_target')
  })
})

describe("application of the administrators' project:", () => {
  it('the application receives tokens for the API and none for the agent endpoint', async () => {
    const { auth, administrator } = instance
    const { tokens } = await codeFlow(auth, { issuer: auth.baseUrl, ...application }, administrator.email, {
      scope: 'openid things:read',
      resource: api,
    })
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: api, sub: administrator.id })
    const query = new URLSearchParams({
      client_id: application.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
      scope: 'admin:read',
      resource: instance.resource,
    })
    const browser = new FormBrowser(auth.address, redirectUri)
    const signIn = pageOf(await browser.open(`${auth.baseUrl}/auth?${query}`))
    const login = { login: administrator.email, password }
    const unpermitted = pageOf(await browser.submit(signIn, '/login', login))
    expect([unpermitted.status, unpermitted.html]).toEqual([
      403,
      expect.stringContaining('is not permitted yet'),
    ])
  })

  it.each([
    ['/device/auth', {}],
    ['/backchannel', { login_hint: 'ada' }],
  ])('the agent endpoint is rejected as resource at %s', async (path, body) => {
    const { auth, resource } = instance
    const asked = { scope: 'openid admin:read', resource, ...body }
    const started = await postForm(auth, `${auth.baseUrl}${path}`, asked, application)
    expect(started.body.error).toBe('invalid_target')
  })
})

it('the audience table covers every grant that the token endpoint offers', async () => {
  const { auth } = instance
  const address = `${auth.baseUrl}/.well-known/openid-configuration`
  const metadata = (await (await fetchVia(auth.address)(address)).json()) as {
    grant_types_supported: string[]
  }
  const offered = metadata.grant_types_supported.filter((grant) => grant !== 'implicit')
  expect(Object.keys(audiencesOfGrant).toSorted()).toEqual([...new Set([...offered, jwtBearer])].toSorted())
})
