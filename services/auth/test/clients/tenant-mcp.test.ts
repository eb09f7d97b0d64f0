import { sql } from '@signet/db'
import { digest, mintToken } from '@signet/secrets'
import { bumpProject } from '@signet/tenancy'
import { createRelyingParty, FormBrowser, fetchVia } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { authorize, postForm } from '../support/journey.ts'
import { publisher } from '../support/publisher.ts'
import { callRegistration } from '../support/registering.ts'

const resource = 'https://mcp.acme.example/mcp'
const callback = 'http://localhost:8090/callback'
const metadata = {
  client_name: 'Agent',
  redirect_uris: [callback],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

let auth: Auth
let host: Awaited<ReturnType<typeof publisher>>
let project: { id: string; issuer: string }
let email: string
beforeAll(async () => {
  host = await publisher()
  auth = await startAuth([host.pair])
  project = await makeProject(auth)
  email = (await makeUser(auth, project.id)).email
  await auth.database.run(sql`
    INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes)
    VALUES (${project.id}, 'res_mcp', ${project.id}, ${resource}, ${resource}, 'Notes', ARRAY['notes:read', 'notes:write'])`)
})
afterAll(async () => {
  await auth?.close()
  host?.close()
})

const change = async (columns: ReturnType<typeof sql>) => {
  await auth.database.run(sql`UPDATE projects SET ${columns} WHERE id = ${project.id}`)
  await bumpProject(auth.database, project.id)
}

const serve = async (isMcpServer: boolean) => {
  await auth.database.run(sql`UPDATE resources SET mcp_server = ${isMcpServer} WHERE id = 'res_mcp'`)
  await bumpProject(auth.database, project.id)
}

const register = (more: object = {}, token?: string) =>
  callRegistration(auth, 'POST', `${project.issuer}/reg`, { ...metadata, ...more }, token)

async function connect(clientId: string, scope = 'notes:read') {
  const rp = await createRelyingParty({
    issuer: project.issuer,
    clientId,
    redirectUri: callback,
    address: auth.address,
  })
  const { url, verifier } = await rp.beginRaw({ resource, scope })
  url.searchParams.delete('nonce')
  const answer = await authorize(new FormBrowser(auth.address, callback), url, email)
  expect(answer.searchParams.get('error_description')).toBeNull()
  const body = {
    grant_type: 'authorization_code',
    code: answer.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: callback,
    resource,
  }
  return (await postForm(auth, `${project.issuer}/token`, body, { clientId })).body
}

describe('MCP server of a project:', () => {
  beforeAll(() => serve(true))

  it('a client registers itself with scopes of the API, connects, and refreshes without offline_access', async () => {
    const { status, body } = await register({ scope: 'notes:read notes:write' })
    expect([status, body.scope]).toEqual([201, 'notes:read notes:write'])
    const clientId = String(body.client_id)
    const tokens = await connect(clientId)
    expect(decodeJwt(String(tokens.access_token))).toMatchObject({ aud: resource, scope: 'notes:read' })
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token), resource }
    const next = await postForm(auth, `${project.issuer}/token`, refresh, { clientId })
    expect(decodeJwt(String(next.body.access_token))).toMatchObject({ aud: resource, scope: 'notes:read' })
  })

  it('a registration drops unknown scopes and returns the registered ones, and an empty scope is an absent one', async () => {
    expect((await register({ scope: 'notes:read files:all' })).body.scope).toBe('notes:read')
    for (const scope of ['', 'files:all']) {
      const { status, body } = await register({ scope })
      expect([status, body.scope]).toEqual([201, undefined])
      expect(decodeJwt(String((await connect(String(body.client_id))).access_token)).scope).toBe('notes:read')
    }
  })

  it('a registered client cannot request a scope outside its registration', async () => {
    const { client_id: clientId } = (await register({ scope: 'notes:read' })).body
    const rp = await createRelyingParty({
      issuer: project.issuer,
      clientId: String(clientId),
      redirectUri: callback,
      address: auth.address,
    })
    const { url } = await rp.beginRaw({ resource, scope: 'notes:read notes:write' })
    url.searchParams.delete('nonce')
    const reached = await authorize(new FormBrowser(auth.address, callback), url, email)
    expect(reached.searchParams.get('error')).toBe('invalid_scope')
  })

  it('the metadata of the server lists the scopes of the API, the registration and metadata documents', async () => {
    const address = `${project.issuer}/.well-known/oauth-authorization-server`
    expect(await (await fetchVia(auth.address)(address)).json()).toMatchObject({
      scopes_supported: expect.arrayContaining(['openid', 'notes:read', 'notes:write']),
      registration_endpoint: `${project.issuer}/reg`,
      client_id_metadata_document_supported: true,
    })
  })

  it('a client with a metadata document of an allowed host connects, and one of another host is rejected', async () => {
    const clientId = host.publish('/agent', metadata)
    await change(sql`client_document_hosts = ARRAY[${new URL(host.base).host}]`)
    expect(decodeJwt(String((await connect(clientId)).access_token)).client_id).toBe(clientId)
    await change(sql`client_document_hosts = ARRAY['claude.ai']`)
    const query = new URLSearchParams({ client_id: clientId, response_type: 'code', redirect_uri: callback })
    const answer = await fetchVia(auth.address)(`${project.issuer}/auth?${query}`)
    expect(answer.status).toBe(400)
    await change(sql`client_document_hosts = '{}'`)
  })
})

describe('switches of a project:', () => {
  it.each([
    ['off', false, true, 403],
    ['off', true, true, 403],
    ['open', false, false, 201],
    [null, false, true, 201],
    [null, false, false, 403],
    [null, true, false, 201],
  ] as const)(
    'a registration with the choice %s, an MCP server %s and the setting of the instance %s is answered with %d',
    async (choice, isMcpServer, setting, status) => {
      await serve(isMcpServer)
      await setSetting(auth, 'registration.enabled', setting)
      await change(sql`client_registration = ${choice}::text`)
      expect((await register()).status).toBe(status)
    },
  )

  it('a project that requires an initial access token registers only with a valid one', async () => {
    await change(sql`client_registration = 'token'`)
    const token = mintToken()
    await auth.database.run(sql`
      INSERT INTO oidc_registration_tokens (project_id, id, kind, payload, expires_at)
      VALUES (${project.id}, ${digest(token)}, 'InitialAccessToken',
        jsonb_build_object('kind', 'InitialAccessToken', 'iat', extract(epoch FROM now())::int), now() + interval '1 day')`)
    expect((await register()).status).toBe(401)
    expect((await register({}, mintToken())).status).toBe(401)
    expect((await register({}, token)).status).toBe(201)
    await auth.database.run(
      sql`UPDATE oidc_registration_tokens SET expires_at = now() WHERE id = ${digest(token)}`,
    )
    expect((await register({}, token)).status).toBe(401)
  })
})
