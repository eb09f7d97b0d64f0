import { sql } from '@signet/db'
import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, setSetting } from '../support/harness.ts'
import { arrivalOf, authorize, pageOf, postForm } from '../support/journey.ts'
import { publisher } from '../support/publisher.ts'
import { callRegistration } from '../support/registering.ts'
import {
  connect,
  everyScope,
  type ForAgents,
  permit,
  refresh,
  requestOf,
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

const publicClient = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

const registering = {
  'SDK 1.x without a scope': {
    metadata: { ...publicClient, client_name: 'SDK', redirect_uris: ['http://localhost:8090/callback'] },
    uses: 'http://localhost:8090/callback',
  },
  'the Inspector': {
    metadata: {
      ...publicClient,
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback'],
      scope: everyScope,
    },
    uses: 'http://localhost:6274/oauth/callback',
  },
  'mcp-remote': {
    metadata: {
      ...publicClient,
      client_name: 'MCP CLI Proxy',
      client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '0.1.38',
      redirect_uris: ['http://localhost:3334/oauth/callback'],
      scope: '',
    },
    uses: 'http://localhost:3334/oauth/callback',
  },
  Cursor: {
    metadata: {
      ...publicClient,
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      scope: everyScope,
    },
    uses: 'cursor://anysphere.cursor-mcp/oauth/callback',
  },
} as const

const hosted = {
  ...publicClient,
  client_name: 'Hosted agent',
  redirect_uris: ['https://agent.example/callback'],
}

const register = (metadata: object) =>
  callRegistration(instance.auth, 'POST', `${instance.auth.baseUrl}/reg`, metadata)

async function registered(metadata: object): Promise<string> {
  const { status, body } = await register(metadata)
  expect([status, body]).toMatchObject([201, { client_id: expect.any(String) }])
  return String(body.client_id)
}

const entryOf = async (clientId: string) =>
  (
    await instance.auth.database.rows<{ name: string; shared: boolean; scopes: string[]; createdBy: string }>(
      sql`SELECT name, shared, scopes, created_by AS "createdBy" FROM agent_clients WHERE client_id = ${clientId}`,
    )
  )[0]

const requestsOf = (clientId: string) =>
  instance.auth.database.rows<{ status: string; account: string; name: string }>(
    sql`SELECT status, account_id AS account, name FROM agent_requests WHERE client_id = ${clientId}`,
  )

async function reach(client: { readonly clientId: string; readonly redirectUri: string }) {
  const browser = new FormBrowser(instance.auth.address, client.redirectUri)
  const { url, verifier } = await requestOf(instance, client)
  const login = { login: instance.administrator.email, password }
  return {
    browser,
    url,
    verifier,
    page: pageOf(await browser.submit(pageOf(await browser.open(url)), '/login', login)),
  }
}

const expectTokens = (answer: Record<string, unknown>, clientId: string) => {
  expect(answer, JSON.stringify(answer)).toMatchObject({ refresh_token: expect.any(String) })
  expect(decodeJwt(String(answer.access_token))).toMatchObject({
    aud: instance.resource,
    client_id: clientId,
    sub: instance.administrator.id,
    scope: everyScope,
  })
}

describe('connection with only the address of the agent endpoint:', () => {
  it.each([false, true])(
    'every client that registers itself connects under an entry of its own while registration for tenants is %s',
    async (isOn) => {
      await setSetting(instance.auth, 'registration.enabled', isOn)
      for (const [name, { metadata, uses: redirectUri }] of Object.entries(registering)) {
        const clientId = await registered(metadata)
        expectTokens(await connect(instance, { clientId, redirectUri }), clientId)
        expect([name, await entryOf(clientId)]).toMatchObject([
          name,
          { name: metadata.client_name, shared: true, createdBy: instance.administrator.id },
        ])
      }
      await setSetting(instance.auth, 'registration.enabled', false)
    },
  )

  it('the metadata of the server offers registration and metadata documents exactly while agents are on', async () => {
    const address = `${instance.auth.baseUrl}/.well-known/oauth-authorization-server`
    const read = async () =>
      (await (await fetchVia(instance.auth.address)(address)).json()) as Record<string, unknown>
    const offers = {
      registration_endpoint: `${instance.auth.baseUrl}/reg`,
      client_id_metadata_document_supported: true,
    }
    expect(await read()).toMatchObject(offers)
    await setSetting(instance.auth, 'mcp.enabled', false)
    expect(Object.keys(await read())).not.toEqual(expect.arrayContaining(Object.keys(offers)))
    expect((await register(registering.Cursor.metadata)).status).toBe(403)
    await setSetting(instance.auth, 'mcp.enabled', true)
  })

  it.each([
    [
      'Claude Code',
      ['http://localhost/callback', 'http://127.0.0.1/callback'],
      `http://localhost:${somePort()}/callback`,
    ],
    [
      'VS Code',
      ['http://127.0.0.1/', 'http://127.0.0.1:33418/', 'https://vscode.dev/redirect'],
      'https://vscode.dev/redirect',
    ],
  ] as const)('a client with a metadata document connects as %s does', async (name, uris, redirectUri) => {
    const path = `/${name.replace(' ', '-')}`
    const clientId = host.publish(path, { ...publicClient, client_name: name, redirect_uris: uris })
    expectTokens(await connect(instance, { clientId, redirectUri }), clientId)
    expect(await entryOf(clientId)).toMatchObject({ name: new URL(clientId).host, shared: true })
  })

  it('an entry of a client that connected itself has the limits of the built-in agent client', async () => {
    const { database } = instance.auth
    await database.run(
      sql`UPDATE agent_clients SET scopes = ARRAY['admin:read'] WHERE client_id = ${AGENT_CLIENT_ID}`,
    )
    const { metadata, uses: redirectUri } = registering['the Inspector']
    const clientId = await registered(metadata)
    const answer = await connect(instance, { clientId, redirectUri })
    expect(decodeJwt(String(answer.access_token)).scope).toBe('admin:read')
    expect(await entryOf(clientId)).toMatchObject({ scopes: ['admin:read'] })
    await database.run(sql`UPDATE agent_clients SET scopes = DEFAULT WHERE client_id = ${AGENT_CLIENT_ID}`)
  })
})

describe('a client without a permission:', () => {
  const redirectUri = 'https://agent.example/callback'

  it('a hosted client ends on a page that states it, waits for a permission, and connects after it is permitted', async () => {
    const clientId = await registered(hosted)
    const { browser, url, page } = await reach({ clientId, redirectUri })
    expect(page.status).toBe(403)
    expect(page.html).toContain('Hosted agent is not permitted yet')
    expect(page.html).not.toContain('/consent"')
    expect(await requestsOf(clientId)).toEqual([
      { status: 'waiting', account: instance.administrator.id, name: 'Hosted agent' },
    ])
    await permit(instance, clientId)
    const again = pageOf(
      await browser.open(new URL(/href="([^"]*\/interaction\/[^"]+)"/.exec(page.html)?.[1] ?? '', url)),
    )
    expect(again.html).toContain('/consent"')
    expect(arrivalOf(await browser.submit(again, '/consent')).searchParams.get('code')).toBeTruthy()
  })

  it('a form with a consent is not accepted for a client without a permission', async () => {
    const clientId = await registered(hosted)
    const { browser, page } = await reach({ clientId, redirectUri })
    const forged = page.html
      .replace('/abort"', '/consent"')
      .replace('name="abort" value="1"', 'name="submit" value="1"')
    const fields = { accountId: instance.administrator.id }
    const answer = pageOf(await browser.submit({ ...page, html: forged }, '/consent', fields))
    expect(answer.html).toContain('is not permitted yet')
    expect(await entryOf(clientId)).toBeUndefined()
  })

  it('a document with a hosted redirect address waits for a permission, also after it connected at a local address', async () => {
    const local = 'http://localhost:4711/callback'
    const redirect_uris = ['http://localhost/callback', redirectUri]
    const clientId = host.publish('/mixed', {
      ...publicClient,
      application_type: 'native',
      client_name: 'Mixed',
      redirect_uris,
    })
    expectTokens(await connect(instance, { clientId, redirectUri: local }), clientId)
    const { page } = await reach({ clientId, redirectUri })
    expect(page.html).toContain('is not permitted yet')
  })

  it('a declined client ends on a page that states it, at a local address too', async () => {
    const { metadata, uses } = registering['SDK 1.x without a scope']
    const clientId = await registered(metadata)
    await instance.auth.database.run(sql`
      INSERT INTO agent_requests (id, client_id, name, redirect_uri, status) VALUES (${`agr_${clientId}`}, ${clientId}, 'SDK', ${uses}, 'declined')`)
    const { page } = await reach({ clientId, redirectUri: uses })
    expect(page.html).toContain('A super administrator declined it')
    expect(await requestsOf(clientId)).toMatchObject([{ status: 'declined' }])
  })

  it('a withdrawn client gets no token from a code or a refresh token that it holds', async () => {
    const { metadata, uses } = registering['SDK 1.x without a scope']
    const clientId = await registered(metadata)
    const { refresh_token: held } = await connect(instance, { clientId, redirectUri: uses })
    const browser = new FormBrowser(instance.auth.address, uses)
    const { url, verifier } = await requestOf(instance, { clientId, redirectUri: uses })
    const code = (await authorize(browser, url, instance.administrator.email)).searchParams.get('code') ?? ''
    await instance.auth.database.run(sql`DELETE FROM agent_clients WHERE client_id = ${clientId}`)
    const body = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: uses }
    const redeemed = await postForm(instance.auth, `${instance.auth.baseUrl}/token`, body, { clientId })
    expect(redeemed.body).toMatchObject({ error: 'invalid_target' })
    expect(await refresh(instance, clientId, held)).toMatchObject({ error: 'invalid_target' })
  })

  it.each([
    ['another resource', { resource: 'https://api.example' }, 'invalid_target'],
    ['no page', { prompt: 'none' }, 'login_required'],
  ])('a request of a self-registered agent for %s is rejected', async (_what, parameters, error) => {
    const clientId = await registered(hosted)
    const { url } = await requestOf(instance, { clientId, redirectUri })
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    const reached = await new FormBrowser(instance.auth.address, redirectUri).open(url)
    expect(arrivalOf(reached).searchParams.get('error')).toBe(error)
  })

  it('a request of a self-registered agent without a resource gets a token for the agent endpoint only', async () => {
    const { metadata, uses } = registering['SDK 1.x without a scope']
    const clientId = await registered(metadata)
    const { url, verifier } = await requestOf(instance, {
      clientId,
      redirectUri: uses,
      scope: 'openid email',
    })
    url.searchParams.delete('resource')
    const answer = await authorize(
      new FormBrowser(instance.auth.address, uses),
      url,
      instance.administrator.email,
    )
    const body = {
      grant_type: 'authorization_code',
      code: answer.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: uses,
    }
    const tokens = (await postForm(instance.auth, `${instance.auth.baseUrl}/token`, body, { clientId })).body
    expect(decodeJwt(String(tokens.access_token)).aud).toBe(instance.resource)
  })
})

it('the first attempt to connect an unpermitted agent is mailed to each super administrator', async () => {
  const { auth, administrator, administratorsId } = instance
  await auth.database.run(sql`
    INSERT INTO smtp_settings (id, host, port, secure, username, from_name, from_email)
    VALUES ('smtp', 'mail.example', 25, false, '', 'Signet', 'signet@mail.example')`)
  await auth.database.run(sql`
    INSERT INTO team_members (team_id, account_id, project_id, role)
    SELECT super_team_id, ${administrator.id}, ${administratorsId}, 'owner' FROM instance`)
  const clientId = await registered(hosted)
  for (const _attempt of [1, 2]) {
    const { page } = await reach({ clientId, redirectUri: hosted.redirect_uris[0] ?? '' })
    expect(page.html).toContain('/admin/agents"')
  }
  const letters = await auth.database.rows<{ account: string }>(
    sql`SELECT account_id AS account FROM mail_messages WHERE purpose = 'notice'`,
  )
  expect(letters).toEqual([{ account: administrator.id }])
})

describe('number of registrations:', () => {
  it('a registration beyond the limit replaces the oldest unused one and keeps the used ones', async () => {
    const { database } = instance.auth
    const used = await registered(registering.Cursor.metadata)
    await connect(instance, { clientId: used, redirectUri: registering.Cursor.uses })
    await database.run(sql`
      INSERT INTO clients (project_id, id, client_name, token_endpoint_auth_method, registered_dynamically, updated_at)
      SELECT ${instance.administratorsId}, 'unused-' || n, 'Unused', 'none', true, now() - interval '1 hour' + n * interval '1 second'
      FROM generate_series(1, 1000) n`)
    const latest = await registered(hosted)
    const rows = await database.rows<{ id: string }>(sql`
      SELECT id FROM clients WHERE project_id = ${instance.administratorsId} AND id = ANY(${[used, 'unused-1', 'unused-2', latest]}) ORDER BY id`)
    expect(rows.map(({ id }) => id).sort()).toEqual([used, 'unused-2', latest].sort())
  })
})
