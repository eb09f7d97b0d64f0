import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFlow, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

const offline = { scope: 'openid offline_access', prompt: 'consent' }

let auth: Auth
let issuer: string
let projectId: string
let client: { clientId: string; clientSecret: string }
let email: string
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'mcp.enabled', true)
  const project = await makeProject(auth)
  issuer = project.issuer
  projectId = project.id
  client = await storeClient(auth, projectId, {
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
  })
  email = (await makeUser(auth, projectId)).email
})
afterAll(() => auth?.close())

let made = 0
async function declare(at: string, format = 'jwt'): Promise<string> {
  made += 1
  const identifier = `https://api-${made}.example/`
  await auth.database.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, token_format)
      VALUES (${at}, ${`res_${made}`}, ${at}, ${identifier}, ${identifier}, 'API', ${format})`)
    await bumpProject(tx, at)
  })
  return identifier
}

const machineToken = (resource: string, at = { issuer, client }) =>
  postForm(auth, `${at.issuer}/token`, { grant_type: 'client_credentials', resource }, at.client)

describe('audience of a token:', () => {
  it("the agent endpoint is rejected in every spelling outside the administrators' project", async () => {
    const agent = `${auth.baseUrl}/mcp`
    for (const resource of [
      agent,
      `${agent}/`,
      agent.toUpperCase(),
      agent.replace('mcp', '%6dcp'),
      auth.baseUrl,
    ])
      expect([resource, (await machineToken(resource)).body.error]).toEqual([resource, 'invalid_target'])
  })

  it('an API of another project and an application of another project are rejected', async () => {
    const other = await makeProject(auth)
    const theirs = await declare(other.id)
    expect((await machineToken(theirs)).body.error).toBe('invalid_target')
    const foreign = await machineToken(theirs, { issuer: other.issuer, client })
    expect([foreign.status, foreign.body.error]).toEqual([401, 'invalid_client'])
  })

  it('a JWT for an API states its type and audience, and is not accepted by any endpoint of the server', async () => {
    const resource = await declare(projectId)
    const token = String((await machineToken(resource)).body.access_token)
    expect(decodeProtectedHeader(token).typ).toBe('at+jwt')
    expect(decodeJwt(token)).toMatchObject({ iss: issuer, aud: resource })
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetchVia(auth.address)(`${issuer}/me`, { headers })).status).toBe(401)
    const body = {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: token,
    }
    expect((await postForm(auth, `${issuer}/token`, body, { clientId: client.clientId })).status).toBe(401)
  })

  it('a second API in one request is rejected', async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    for (const format of ['jwt', 'opaque']) body.append('resource', await declare(projectId, format))
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
    const answer = await fetchVia(auth.address)(`${issuer}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
    })
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      400,
      'invalid_target',
    ])
  })

  it('a refresh for an audience that was not granted is rejected', async () => {
    const [granted, never] = [await declare(projectId), await declare(projectId)]
    const { tokens } = await codeFlow(auth, { issuer, ...client }, email, { ...offline, resource: granted })
    const refresh = (resource: string) =>
      postForm(
        auth,
        `${issuer}/token`,
        { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', resource },
        client,
      )
    expect((await refresh(never)).body.error).toBe('invalid_target')
    // A rejected request has no effect: the refresh token is still valid once.
    expect((await refresh(granted)).status).toBe(200)
    await auth.database.run(
      sql`UPDATE oidc_refresh_tokens SET consumed_at = now() - interval '1 minute' WHERE consumed_at IS NOT NULL`,
    )
    expect((await refresh(granted)).body.error).toBe('invalid_grant')
  })

  it('a rejected refresh for an audience that was not granted stores no token', async () => {
    const [granted, never] = [await declare(projectId), await declare(projectId)]
    const { tokens } = await codeFlow(auth, { issuer, ...client }, email, { ...offline, resource: granted })
    const refreshTokens = () =>
      auth.database.rows<object>(sql`
        SELECT id, consumed_at FROM oidc_refresh_tokens WHERE project_id = ${projectId} ORDER BY id`)
    const before = await refreshTokens()
    const body = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', resource: never }
    // oidc-provider rotates the token before it rejects the audience.
    expect((await postForm(auth, `${issuer}/token`, body, client)).body.error).toBe('invalid_target')
    expect(await refreshTokens()).toEqual(before)
  })

  it.each(['jwt', 'opaque'])(
    'a deleted API (%s) is rejected by every replica, also for an earlier refresh token',
    async (format) => {
      const replica = { ...auth, ...(await auth.startReplica()) }
      const resource = await declare(projectId, format)
      const { tokens } = await codeFlow(replica, { issuer, ...client }, email, { ...offline, resource })
      await auth.database.transaction(async (tx) => {
        await tx.run(sql`DELETE FROM resources WHERE project_id = ${projectId} AND identifier = ${resource}`)
        await bumpProject(tx, projectId)
      })
      const body = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '', resource }
      for (const at of [replica, auth])
        expect((await postForm(at, `${issuer}/token`, body, client)).body.error).toBe('invalid_target')
    },
  )
})
