import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../consent/journey.ts'
import { changeClient, storeClient } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  redirectUri,
  rootProjects,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { type ClientCredentials, postForm } from '../support/journey.ts'

const apis = {
  'https://orders.example': {
    name: 'Orders',
    scopes: ['orders:read', 'orders:write', 'list'],
    format: 'jwt',
  },
  'https://stock.example': { name: 'Stock', scopes: ['stock:read', 'list'], format: 'opaque' },
} as const
const [orders, stock] = Object.keys(apis) as [string, string]
const machine = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] }

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let login: string
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'mcp.enabled', true)
  project = await makeProject(auth)
  login = (await makeUser(auth, project.id)).email
  for (const [identifier, { name, scopes, format }] of Object.entries(apis))
    await auth.database.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, token_format)
      VALUES (${project.id}, ${`res_${name}`}, ${project.id}, ${identifier}, ${identifier}, ${name}, ${[...scopes]}, ${format})`)
  await auth.database.transaction((tx) => bumpProject(tx, project.id))
})
afterAll(() => auth?.close())

const at = (client: ClientCredentials) => ({ auth, issuer: project.issuer, client, login })
const machineToken = (client: ClientCredentials, body: Record<string, string>) =>
  postForm(auth, `${project.issuer}/token`, { grant_type: 'client_credentials', ...body }, client)

async function refusal(client: ClientCredentials, parameters: Record<string, string>) {
  const query = new URLSearchParams({
    client_id: client.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    ...parameters,
  })
  const response = await fetchVia(auth.address)(`${project.issuer}/auth?${query}`)
  const answer = URL.parse(response.headers.get('location') ?? '')?.searchParams
  return [answer?.get('error'), answer?.get('error_description')]
}

describe('scope that exactly one API declares:', () => {
  it('the scope selects the API: the consent page names it, and the token has its audience', async () => {
    const client = await storeClient(auth, project.id, { require_consent: true })
    const { said, answer } = await ask(at(client), { scope: 'openid orders:read' })
    expect(said).toContain(
      `At Orders the app will be able to ${orders} Without a description by the developer orders:read`,
    )
    const tokens = await answer()
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: orders, scope: 'orders:read' })
    expect(tokens.scope).toBe('orders:read')
  })

  it('the scope selects the API for client_credentials, in JWTs and in introspection', async () => {
    const client = await storeClient(auth, project.id, machine)
    const { body } = await machineToken(client, { scope: 'orders:read' })
    expect(decodeJwt(String(body.access_token))).toMatchObject({ aud: orders, scope: 'orders:read' })
    const opaque = (await machineToken(client, { scope: 'stock:read' })).body
    const token = String(opaque.access_token)
    const said = await postForm(auth, `${project.issuer}/token/introspection`, { token }, client)
    expect(said.body).toMatchObject({ active: true, aud: stock, scope: 'stock:read' })
  })

  it('the scope selects the API in a pushed request and in the device flow', async () => {
    const device = 'urn:ietf:params:oauth:grant-type:device_code'
    const client = await storeClient(auth, project.id, {
      require_consent: true,
      grant_types: ['authorization_code', device],
    })
    for (const [path, body] of [
      [
        '/request',
        {
          response_type: 'code',
          redirect_uri: redirectUri,
          code_challenge: 'a'.repeat(43),
          code_challenge_method: 'S256',
        },
      ],
      ['/device/auth', {}],
    ] as const) {
      const send = (scope: string) => {
        const sent = { client_id: client.clientId, ...body, scope }
        return postForm(auth, project.issuer + path, sent, client)
      }
      const answer = await send('openid list')
      expect([path, answer.status, answer.body.error]).toEqual([path, 400, 'invalid_target'])
      const good = await send('openid orders:read')
      expect(good.status).toBeLessThan(300)
    }
  })
})

describe('scope that selects no API:', () => {
  it.each(['openid list', 'openid orders:read stock:read'])(
    'ambiguous scopes are rejected with a reference to the resource parameter: %s',
    async (scope) => {
      const client = await storeClient(auth, project.id, {
        grant_types: ['authorization_code', 'client_credentials'],
      })
      const [error, description] = await refusal(client, { scope })
      expect([error, String(description)]).toEqual(['invalid_target', expect.stringContaining('resource')])
      const { body } = await machineToken(client, { scope })
      expect(body).toMatchObject({
        error: 'invalid_target',
        error_description: expect.stringContaining('resource'),
      })
      expect((await machineToken(client, { scope, resource: orders })).status).toBe(200)
    },
  )

  it('undeclared scopes are ignored for users, and rejected when no other scope is requested', async () => {
    const client = await storeClient(auth, project.id, { require_consent: true })
    const { said, answer } = await ask(at(client), { scope: 'openid orders:raed email' })
    expect(said).not.toContain('orders:raed')
    expect((await answer()).scope).toBe('openid email')
    expect((await refusal(client, { scope: 'orders:raed' }))[0]).toBe('invalid_scope')
  })

  it.each([{ scope: 'orders:raed' }, { scope: 'openid email' }, { scope: 'stock:read', resource: orders }])(
    'a client_credentials request with undeclared scopes is rejected: %j',
    async (body) => {
      const client = await storeClient(auth, project.id, machine)
      expect((await machineToken(client, body)).body).toMatchObject({
        error: 'invalid_scope',
        error_description: expect.stringContaining('resource'),
      })
    },
  )

  it('a client_credentials request with scopes of an API is rejected while resource indicators are off', async () => {
    const client = await storeClient(auth, project.id, machine)
    await setSetting(auth, 'resourceIndicators.enabled', false)
    expect((await machineToken(client, { scope: 'orders:read' })).body.error).toBe('invalid_scope')
    await setSetting(auth, 'resourceIndicators.enabled', true)
    expect((await machineToken(client, { scope: 'orders:read' })).status).toBe(200)
  })
})

describe('scope of an application:', () => {
  it('the registered scope limits the scopes that a user can allow at an API', async () => {
    const client = await storeClient(auth, project.id, { scope: 'openid orders:read', require_consent: true })
    expect((await refusal(client, { scope: 'openid orders:write', resource: orders }))[0]).toBe(
      'invalid_scope',
    )
    expect((await refusal(client, { scope: 'openid orders:write' }))[0]).toBe('invalid_scope')
    const { answer } = await ask(at(client), { scope: 'openid orders:read' })
    expect((await answer()).scope).toBe('orders:read')
  })

  it('the registered scope limits client_credentials', async () => {
    const client = await storeClient(auth, project.id, { ...machine, scope: 'orders:read' })
    expect((await machineToken(client, { scope: 'orders:write', resource: orders })).body.error).toBe(
      'invalid_scope',
    )
    expect((await machineToken(client, { scope: 'orders:read' })).body.scope).toBe('orders:read')
  })

  it('a narrowed scope limits the next refresh', async () => {
    const client = await storeClient(auth, project.id)
    const { answer, rp } = await ask(at(client), {
      scope: 'openid offline_access orders:read orders:write',
      resource: orders,
    })
    const tokens = await answer()
    expect(decodeJwt(tokens.access_token).scope).toBe('orders:read orders:write')
    await changeClient(auth, client.clientId, 'scope', 'openid offline_access orders:read')
    await auth.database.transaction((tx) => bumpProject(tx, project.id))
    const body = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) }
    const next = await postForm(auth, `${project.issuer}/token`, body, client)
    expect(decodeJwt(String(next.body.access_token)).scope).toBe('orders:read')
    expect(rp).toBeDefined()
  })

  it.each([null, ''])(
    'an application without a registered scope (%j) obtains all scopes that the APIs declare',
    async (scope) => {
      const client = await storeClient(auth, project.id, machine)
      await changeClient(auth, client.clientId, 'scope', scope)
      expect((await machineToken(client, { scope: 'orders:write' })).body.scope).toBe('orders:write')
    },
  )
})

it('an application without a registered scope obtains every scope of an API that it requests', async () => {
  const scope = apis['https://orders.example'].scopes.join(' ')
  const client = await storeClient(auth, project.id)
  const { answer } = await ask(at(client), { scope: `openid ${scope}`, resource: orders })
  expect(decodeJwt((await answer()).access_token)).toMatchObject({ aud: orders, scope })
  const robot = await storeClient(auth, project.id, machine)
  const { body } = await machineToken(robot, { scope, resource: orders })
  expect(decodeJwt(String(body.access_token))).toMatchObject({ aud: orders, scope })
})

describe('agent endpoint:', () => {
  it('client_credentials of an application obtains no token for the agent endpoint', async () => {
    const { administratorsId } = await rootProjects(auth)
    const client = await storeClient(auth, administratorsId, machine)
    await auth.database.run(
      sql`INSERT INTO agent_clients (id, client_id, name) VALUES ('agt_machine', ${client.clientId}, 'Machine')`,
    )
    for (const body of [{ resource: `${auth.baseUrl}/mcp` }, { scope: 'admin:read' }]) {
      const answer = await postForm(
        auth,
        `${auth.baseUrl}/token`,
        { grant_type: 'client_credentials', ...body },
        client,
      )
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_target'])
    }
  })
})
