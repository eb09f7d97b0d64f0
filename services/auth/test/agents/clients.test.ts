import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setSetting } from '../support/harness.ts'
import { publisher } from '../support/publisher.ts'
import { callRegistration } from '../support/registering.ts'
import {
  connect,
  everyScope,
  type ForAgents,
  permit,
  refusal,
  somePort,
  startForAgents,
} from './connecting.ts'

let host: Awaited<ReturnType<typeof publisher>>
let instance: ForAgents
beforeAll(async () => {
  host = await publisher()
  instance = await startForAgents([host.pair])
  await setSetting(instance.auth, 'clientIdMetadataDocument.enabled', true)
})
afterAll(async () => {
  await instance?.auth.close()
  host?.close()
})

const grants = ['authorization_code', 'refresh_token']
const documentOf = {
  client_name: 'Agent',
  grant_types: grants,
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

/** As Claude Code publishes itself: no port, and no kind of application. */
const claudeCode = () => ({
  ...documentOf,
  redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
})

/** As VS Code publishes itself. */
const vsCode = () => ({
  ...documentOf,
  application_type: 'native',
  redirect_uris: ['http://127.0.0.1/', 'http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
})

/** Metadata as Cursor registers it. */
const cursor = {
  client_name: 'Cursor',
  redirect_uris: [
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://www.cursor.com/agents/mcp/oauth/callback',
    'http://localhost:8787/callback',
  ],
  grant_types: grants,
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  scope: everyScope,
}

/** Metadata as the Inspector registers it: the SDK's, with a page on its own port. */
const inspector = {
  client_name: 'MCP Inspector',
  redirect_uris: ['http://localhost:6274/oauth/callback'],
  grant_types: grants,
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  scope: everyScope,
}

const expectTokens = (answer: Record<string, unknown>, clientId: string) => {
  expect(decodeJwt(String(answer.access_token))).toMatchObject({
    aud: instance.resource,
    client_id: clientId,
    sub: instance.administrator.id,
    scope: everyScope,
  })
  expect(answer.refresh_token).toEqual(expect.any(String))
}

let published = 0

describe('an agent known by its metadata document', () => {
  it.each(['localhost', '127.0.0.1'])(
    'connects as Claude Code does, at a random port of %s',
    async (name) => {
      const clientId = host.publish(`/claude-code/${name}`, claudeCode())
      await permit(instance, clientId)
      const redirectUri = `http://${name}:${somePort()}/callback`
      expectTokens(await connect(instance, { clientId, redirectUri }), clientId)
    },
  )

  it.each(['http://127.0.0.1:33418/', `http://127.0.0.1:${somePort()}/`, 'https://vscode.dev/redirect'])(
    'connects as VS Code does, at %s',
    async (redirectUri) => {
      published += 1
      const clientId = host.publish(`/vs-code/${published}`, vsCode())
      await permit(instance, clientId)
      expectTokens(await connect(instance, { clientId, redirectUri }), clientId)
    },
  )

  it.each([
    ['another path', 'http://localhost:4000/other'],
    ['a name that only begins like loopback', 'http://localhost.example:4000/callback'],
    ['another loopback name than it lists', 'http://[::1]:4000/callback'],
  ])('is refused at %s', async (_what, redirectUri) => {
    const clientId = host.publish('/claude-code/elsewhere', claudeCode())
    await permit(instance, clientId).catch(() => undefined)
    expect(await refusal(instance, { clientId, redirectUri })).toContain('redirect_uri')
  })
})

describe('the identity that every instance has for agents', () => {
  it.each([
    ['Claude Code', 'http://localhost:53170/callback'],
    ['Codex', 'http://127.0.0.1:1455/callback'],
    ['VS Code', 'http://127.0.0.1:33418'],
    ['VS Code on the web', 'https://vscode.dev/redirect'],
    ['the Inspector', 'http://localhost:6274/oauth/callback'],
    ['Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    ['a client on IPv6 alone', 'http://[::1]:4711/callback'],
  ])('carries the address of %s', async (_client, redirectUri) => {
    expectTokens(await connect(instance, { clientId: AGENT_CLIENT_ID, redirectUri }), AGENT_CLIENT_ID)
  })

  it.each(['https://www.cursor.com/agents/mcp/oauth/callback', 'http://agent.example/callback'])(
    'carries none of a hosted agent: %s',
    async (redirectUri) =>
      expect(await refusal(instance, { clientId: AGENT_CLIENT_ID, redirectUri })).toContain('redirect_uri'),
  )
})

describe('an agent that registers itself', () => {
  const register = (metadata: object) =>
    callRegistration(instance.auth, 'POST', `${instance.auth.baseUrl}/reg`, metadata)
  beforeAll(() => setSetting(instance.auth, 'registration.enabled', true))

  it.each([
    ['Cursor', cursor, ['cursor://anysphere.cursor-mcp/oauth/callback', 'http://localhost:8787/callback']],
    ['the Inspector', inspector, inspector.redirect_uris],
  ])('as %s does is given that identity, and connects', async (_client, metadata, accepted) => {
    const { status, body } = await register(metadata)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      client_id: AGENT_CLIENT_ID,
      redirect_uris: accepted,
      token_endpoint_auth_method: 'none',
    })
    expect(body).not.toHaveProperty('client_secret')
    const redirectUri = String(accepted.at(-1))
    expectTokens(await connect(instance, { clientId: AGENT_CLIENT_ID, redirectUri }), AGENT_CLIENT_ID)
  })

  it('at an address of its own is refused', async () => {
    const { status, body } = await register({ ...cursor, redirect_uris: ['https://agent.example/callback'] })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  it('is an application like any other where it names no scope of the agent endpoint, or agents are off', async () => {
    const { scope: _, ...plain } = inspector
    expect((await register(plain)).body.client_id).not.toBe(AGENT_CLIENT_ID)
    await setSetting(instance.auth, 'mcp.enabled', false)
    expect((await register({ ...inspector, scope: 'openid' })).body.client_id).not.toBe(AGENT_CLIENT_ID)
    await setSetting(instance.auth, 'mcp.enabled', true)
  })

  it('on loopback without a kind of application is a native one', async () => {
    const { scope: _, ...plain } = inspector
    expect((await register(plain)).body.application_type).toBe('native')
    expect((await register({ ...plain, application_type: 'web' })).body.application_type).toBe('web')
    const mixed = [...inspector.redirect_uris, 'https://rp.example/callback']
    expect((await register({ ...plain, redirect_uris: mixed })).body.application_type).toBe('web')
  })
})
