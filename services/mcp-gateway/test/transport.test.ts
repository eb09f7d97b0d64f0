import { sendBody, sendRaw, spellingsOf } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAgent, fetchOf } from './support/agent.ts'
import { type Instance, startInstance } from './support/instance.ts'

let instance: Instance
let token: string
beforeAll(async () => {
  instance = await startInstance()
  token = (await connectAgent(instance, 'admin:read')).token
})
afterAll(() => instance?.close())

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

interface PostOptions {
  readonly bearer?: string | null
  readonly headers?: Record<string, string>
  readonly body?: string
}

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

const post = ({ bearer = token, headers = {}, body = ping }: PostOptions = {}) =>
  fetchOf(instance)(`${instance.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body,
  })

const modern = (method: string, params: Record<string, unknown> = {}, name?: string) =>
  post({
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  })

const forPrograms = [
  'cache-control',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
]

describe('agent endpoint:', () => {
  it('the endpoint publishes its authorization server (RFC 9728)', async () => {
    const url = `${instance.baseUrl}/.well-known/oauth-protected-resource/mcp`
    const answer = await fetchOf(instance)(url)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(await answer.json()).toEqual({
      resource: `${instance.baseUrl}/mcp`,
      authorization_servers: [instance.baseUrl],
      scopes_supported: ['admin:read', 'admin:write', 'admin:high'],
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256', 'EdDSA']),
      resource_name: 'Signet administration',
    })
  })

  it.each([
    ['no token', null],
    ['a token it did not issue', 'abc.def.ghi'],
  ])('the endpoint refuses %s with 401 and the address of its metadata', async (_case, bearer) => {
    const answer = await post({ bearer })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain(
      `resource_metadata="${instance.baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    )
  })

  it('the endpoint refuses a call beyond the scopes of a token with 403 and the scopes to request (RFC 6750 3.1)', async () => {
    const answer = await modern(
      'tools/call',
      { name: 'team_create', arguments: { name: 'Not to be' } },
      'team_create',
    )
    expect(answer.status).toBe(403)
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope", scope="admin:read admin:write", resource_metadata="/,
    )
    expect(await answer.json()).toMatchObject({ code: 'insufficient_scope' })
    expect(await instance.query(`SELECT 1 FROM teams WHERE name = 'Not to be'`)).toEqual([])
  })

  it.each([
    ['a tool there is none of', 'no_such_tool'],
    ['a tool there is', 'whoami'],
    ['an act of people', 'setup'],
  ])('the endpoint requires a token before it reveals %s', async (_what, name) => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: {} },
    })
    expect((await post({ bearer: 'abc.def.ghi', body })).status).toBe(401)
    expect((await post({ bearer: 'abc.def.ghi', body: body.replace('arguments', 'wrong') })).status).toBe(401)
  })

  it('the endpoint refuses a token immediately after its client is withdrawn', async () => {
    await instance.query(`UPDATE agent_clients SET client_id = 'withdrawn' WHERE client_id = 'signet-agent'`)
    expect((await post()).status).toBe(401)
    await instance.query(`UPDATE agent_clients SET client_id = 'signet-agent' WHERE client_id = 'withdrawn'`)
    expect((await post()).status).toBe(200)
  })

  it.each(['https://evil.example', 'null', 'http://localhost:8081'])(
    'the endpoint refuses the origin %s',
    async (origin) => {
      expect((await post({ headers: { origin } })).status).toBe(403)
    },
  )

  it('the endpoint is served only while the setting mcp.enabled is on', async () => {
    const enable = async (on: boolean) => {
      await instance.query(`UPDATE settings SET value = '${on}'::jsonb WHERE key = 'mcp.enabled'`)
      await instance.query('UPDATE instance SET version = version + 1')
    }
    expect((await post()).status).toBe(200)
    await enable(false)
    await expect.poll(async () => (await post()).status, { timeout: 10_000 }).toBe(404)
    await enable(true)
    await expect.poll(async () => (await post()).status, { timeout: 10_000 }).toBe(200)
  })

  it('the endpoint accepts its own origin', async () => {
    expect((await post({ headers: { origin: instance.baseUrl } })).status).toBe(200)
  })

  it.each(['GET', 'DELETE', 'PUT'])('the endpoint refuses %s with 405', async (method) => {
    const answer = await fetchOf(instance)(`${instance.baseUrl}/mcp`, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it.each([
    ['a message', {}, 200],
    ['no token', { bearer: null }, 401],
    ['another origin', { headers: { origin: 'https://evil.example' } }, 403],
    ['no JSON', { body: '{' }, 400],
  ])('the response to %s has the headers of an API and is not cached', async (_what, asked, status) => {
    const answer = await post(asked)
    expect([answer.status, ...forPrograms.map((name) => answer.headers.get(name))]).toEqual([
      status,
      'no-store',
      "default-src 'none'; frame-ancestors 'none'",
      'same-origin',
      'no-referrer',
      'nosniff',
    ])
  })

  it('the endpoint refuses a body over 1 MiB', async () => {
    expect((await post({ body: `"${'x'.repeat(1_048_576)}"` })).status).toBe(413)
  })

  it('the endpoint accepts only JSON, and refuses another body with a parse error', async () => {
    expect((await post({ headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    const answer = await post({ body: '{' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: -32700 } })
  })

  it('the endpoint has no CORS headers', async () => {
    const answer = await post({ headers: { origin: instance.baseUrl } })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('the endpoint returns JSON without a session to a client of the 2025 revisions', async () => {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    }
    const answer = await post({
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    })
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect(await answer.json()).toMatchObject({
      result: { protocolVersion: '2025-06-18', serverInfo: { name: 'signet' } },
    })
  })

  it('the endpoint serves the revision of 2026-07-28 with independent requests', async () => {
    expect(await (await modern('server/discover')).json()).toMatchObject({
      result: { supportedVersions: expect.arrayContaining(['2026-07-28']) },
    })
    const listed = (await (await modern('tools/list')).json()) as { result: { tools: { name: string }[] } }
    expect(listed.result.tools.map(({ name }) => name)).toContain('whoami')
    const called = await modern('tools/call', { name: 'whoami', arguments: {} }, 'whoami')
    expect(await called.json()).toMatchObject({
      result: { structuredContent: { email: 'root@example.com' } },
    })
  })

  it('the endpoint refuses every token from the next request while mcp.enabled is off', async () => {
    const metadata = `${instance.baseUrl}/.well-known/oauth-protected-resource/mcp`
    const statuses = async () => [
      (await post()).status,
      (await post({ bearer: null })).status,
      (await post({ bearer: 'abc.def.ghi' })).status,
      (await fetchOf(instance)(metadata)).status,
    ]
    expect(await statuses()).toEqual([200, 401, 401, 200])
    await instance.setting('mcp.enabled', false)
    expect(await statuses()).toEqual([404, 404, 404, 404])
    await instance.setting('mcp.enabled', true)
    expect(await statuses()).toEqual([200, 401, 401, 200])
  })

  it('the gateway is healthy and ready', async () => {
    for (const path of ['health', 'ready'])
      expect((await fetch(`http://127.0.0.1:${instance.gateway.port}/${path}`)).status).toBe(200)
  })
})

it.each(['/mcp', '/.well-known/oauth-protected-resource/mcp'])(
  'the route %s accepts only its own spelling',
  async (path) => {
    const headers = { authorization: `Bearer ${token}` }
    for (const [how, target] of spellingsOf(path))
      for (const method of ['GET', 'POST']) {
        const { status } = await sendRaw(instance.gateway, { method, target, headers })
        expect({ how, status }).toEqual({ how, status: expect.toBeOneOf([400, 404]) })
      }
  },
)

it.each([true, false])(
  'a body over 1 MiB is refused with 413, whether its length is declared (%s)',
  async (declared) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    for (const bytes of [1_048_577, 8_000_000])
      expect(
        await sendBody(instance.gateway, { target: '/mcp', headers, start: '{}', bytes, declared }),
      ).toBe(413)
  },
)

describe('plain calls:', () => {
  const headersOf = ({ headers }: Response) =>
    [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name))

  /** Header with which only the library accepts the same call. */
  const throughLibrary = { 'content-type': 'application/json; charset=utf-8' }

  it.each([
    ['2026-07-28', 'whoami', {}],
    ['2026-07-28', 'project_get', { projectId: 'prj_none' }],
    ['2026-07-28', 'project_get', { unknown: true }],
    ['2026-07-28', 'team_create', { name: 'Beyond the scope' }],
    ['2026-07-28', 'project_delete', { projectId: 'prj_none' }],
    ['2025-11-25', 'whoami', {}],
    ['2025-06-18', 'project_list', { count: 1 }],
    ['2025-06-18', 'no_such_tool', {}],
    ['2025-03-26', 'project_get', { projectId: 'prj_none' }],
  ])(
    'a plain call of revision %s to %s with %j has the response of the library',
    async (revision, name, args) => {
      const isModern = revision === '2026-07-28'
      const call = (more: Record<string, string>) =>
        post({
          headers: {
            'mcp-protocol-version': revision,
            ...(isModern ? { 'mcp-method': 'tools/call', 'mcp-name': name } : {}),
            ...more,
          },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 7,
            method: 'tools/call',
            params: { name, arguments: args, ...(isModern ? { _meta: meta } : {}) },
          }),
        })
      const [own, library] = [await call({}), await call(throughLibrary)]
      expect([own.status, headersOf(own)]).toEqual([library.status, headersOf(library)])
      expect(await own.json()).toEqual(await library.json())
    },
  )

  it.each(['mcp-method', 'mcp-name'])(
    'a plain call of an earlier revision with the header %s of a later one has the response of the library',
    async (header) => {
      const call = (more: Record<string, string>) =>
        post({
          headers: { 'mcp-protocol-version': '2025-06-18', [header]: 'prompts/list', ...more },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 7,
            method: 'tools/call',
            params: { name: 'whoami', arguments: {} },
          }),
        })
      const [own, library] = [await call({}), await call(throughLibrary)]
      expect([own.status, headersOf(own)]).toEqual([library.status, headersOf(library)])
      expect(await own.json()).toEqual(await library.json())
    },
  )
})
