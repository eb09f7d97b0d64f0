import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publisher } from '../support/publisher.ts'
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
})
afterAll(async () => {
  await instance?.auth.close()
  host?.close()
})

const documentOf = {
  client_name: 'Agent',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

/** Claude Code publishes neither a port nor an application type. */
const claudeCode = () => ({
  ...documentOf,
  redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
})

const vsCode = () => ({
  ...documentOf,
  application_type: 'native',
  redirect_uris: ['http://127.0.0.1/', 'http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
})

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

describe('agent with a metadata document:', () => {
  it.each(['localhost', '127.0.0.1'])(
    'an agent connects as Claude Code does, at a random port of %s',
    async (name) => {
      const clientId = host.publish(`/claude-code/${name}`, claudeCode())
      await permit(instance, clientId)
      const redirectUri = `http://${name}:${somePort()}/callback`
      expectTokens(await connect(instance, { clientId, redirectUri }), clientId)
    },
  )

  it.each(['http://127.0.0.1:33418/', `http://127.0.0.1:${somePort()}/`, 'https://vscode.dev/redirect'])(
    'an agent connects as VS Code does, at %s',
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
  ])('a redirect to %s is rejected', async (_what, redirectUri) => {
    const clientId = host.publish('/claude-code/elsewhere', claudeCode())
    await permit(instance, clientId).catch(() => undefined)
    expect(await refusal(instance, { clientId, redirectUri })).toContain('redirect_uri')
  })
})

describe('shared agent client:', () => {
  it.each([
    ['Claude Code', 'http://localhost:53170/callback'],
    ['Codex', 'http://127.0.0.1:1455/callback'],
    ['VS Code', 'http://127.0.0.1:33418'],
    ['VS Code on the web', 'https://vscode.dev/redirect'],
    ['the Inspector', 'http://localhost:6274/oauth/callback'],
    ['Cursor', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    ['a client with only IPv6', 'http://[::1]:4711/callback'],
  ])('the redirect address of %s is accepted', async (_client, redirectUri) => {
    expectTokens(await connect(instance, { clientId: AGENT_CLIENT_ID, redirectUri }), AGENT_CLIENT_ID)
  })

  it.each(['https://www.cursor.com/agents/mcp/oauth/callback', 'http://agent.example/callback'])(
    'the redirect address %s of a hosted agent is rejected',
    async (redirectUri) =>
      expect(await refusal(instance, { clientId: AGENT_CLIENT_ID, redirectUri })).toContain('redirect_uri'),
  )
})
