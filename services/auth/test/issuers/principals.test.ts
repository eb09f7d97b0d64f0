import { sql } from '@signet/db'
import { beginTrial, newTryRef, readTrial, tryUrl } from '@signet/federation'
import { newId } from '@signet/runtime'
import { digest, mintToken } from '@signet/secrets'
import { bumpInstance, bumpProject } from '@signet/tenancy'
import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { startUpstream } from '@signet/testkit/upstream'
import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { party, storeClient } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  redirectUri,
  rootProjects,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { approveDevice, authorize, postForm } from '../support/journey.ts'

// Principals other than accounts. `account-gate` covers accounts, `endings` the artifacts that end with a principal.

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
let auth: Auth
let administratorsId: string
let upstream: Awaited<ReturnType<typeof startUpstream>>
beforeAll(async () => {
  const allowed: string[] = []
  upstream = await startUpstream()
  allowed.push(upstream.pair)
  auth = await startAuth(allowed)
  administratorsId = (await rootProjects(auth)).administratorsId
})
afterAll(async () => {
  await upstream?.close()
  await auth?.close()
})

describe('permitted agent:', () => {
  /** Permits an agent and obtains one artifact of each grant. */
  async function agent() {
    await setSetting(auth, 'mcp.enabled', true)
    const app = await storeClient(auth, administratorsId, {
      grant_types: ['authorization_code', 'refresh_token', deviceGrant],
    })
    await auth.database.run(
      sql`INSERT INTO agent_clients (id, client_id, name) VALUES (${newId('agentClient')}, ${app.clientId}, 'Agent')`,
    )
    const resource = `${auth.baseUrl}/mcp`
    const asked = { scope: 'openid offline_access admin:read', prompt: 'consent', resource }
    const rp = await party(auth, { issuer: auth.baseUrl, ...app })
    const person = await makeUser(auth, administratorsId)
    const browser = new FormBrowser(auth.address, redirectUri)
    const code = async () => {
      const { url, verifier } = await rp.beginRaw(asked)
      const answer = await authorize(browser, url, person.email)
      return {
        grant_type: 'authorization_code',
        code: answer.searchParams.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }
    }
    const device = async () => {
      const started = await oidc.initiateDeviceAuthorization(rp.config, asked)
      await approveDevice(browser, started.verification_uri_complete ?? '', person.email)
      return { grant_type: deviceGrant, device_code: started.device_code }
    }
    const token = (body: Record<string, string>) =>
      postForm(auth, `${auth.baseUrl}/token`, { ...body, resource }, app)
    const first = await token(await code())
    expect(first.status, first.text).toBe(200)
    expect(decodeJwt(String(first.body.access_token)).aud).toBe(resource)
    return {
      app,
      token,
      ways: {
        code: await code(),
        device: await device(),
        refresh: { grant_type: 'refresh_token', refresh_token: String(first.body.refresh_token) },
      },
      authorizes: async () => {
        const at = await browser.open((await rp.beginRaw(asked)).url)
        return !isPage(at) && at.arrivedAt.searchParams.has('code')
      },
    }
  }

  it.each<[string, (clientId: string) => Promise<unknown>]>([
    [
      'was withdrawn',
      (clientId) => auth.database.run(sql`DELETE FROM agent_clients WHERE client_id = ${clientId}`),
    ],
    ['belongs to a disabled agent endpoint', () => setSetting(auth, 'mcp.enabled', false)],
  ])(
    'an agent that %s obtains no token for the agent endpoint with an earlier code, device code or refresh token',
    async (_state, take) => {
      const { app, token, ways, authorizes } = await agent()
      await take(app.clientId)
      for (const [way, body] of Object.entries(ways)) {
        const refused = await token(body)
        expect([way, refused.status, refused.body.error]).toEqual([way, 400, 'invalid_target'])
      }
      expect(await authorizes()).toBe(false)
    },
  )
})

describe('agent that must hold a key:', () => {
  it('tokens for the agent endpoint are bound to the key, and none is issued without a proof or with DPoP disabled', async () => {
    await setSetting(auth, 'mcp.enabled', true)
    const app = await storeClient(auth, administratorsId)
    await auth.database.run(sql`
      INSERT INTO agent_clients (id, client_id, name, key_proof)
      VALUES (${newId('agentClient')}, ${app.clientId}, 'Agent', 'dpop')`)
    const resource = `${auth.baseUrl}/mcp`
    const rp = await party(auth, { issuer: auth.baseUrl, ...app })
    const person = await makeUser(auth, administratorsId)
    const browser = new FormBrowser(auth.address, redirectUri)
    const code = async () => {
      const { url, checks } = await rp.beginRaw({
        scope: 'openid offline_access admin:read',
        prompt: 'consent',
        resource,
      })
      return { answer: await authorize(browser, url, person.email), checks }
    }
    const DPoP = oidc.getDPoPHandle(rp.config, await oidc.randomDPoPKeyPair('ES256'))
    const redeem = async (options: { DPoP?: typeof DPoP }) => {
      const { answer, checks } = await code()
      return oidc.authorizationCodeGrant(rp.config, answer, checks, { resource }, options)
    }
    await expect(redeem({})).rejects.toMatchObject({ error: 'invalid_target' })
    const tokens = await redeem({ DPoP })
    expect(tokens.token_type).toBe('dpop')
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      aud: resource,
      cnf: { jkt: await DPoP.calculateThumbprint() },
    })
    const refresh = (options: { DPoP?: typeof DPoP }) =>
      oidc.refreshTokenGrant(rp.config, tokens.refresh_token ?? '', { resource }, options)
    await expect(refresh({})).rejects.toMatchObject({
      error: expect.stringMatching(/invalid_(target|grant)/),
    })
    const renewed = await refresh({ DPoP })
    expect(decodeJwt(renewed.access_token).cnf).toEqual({ jkt: await DPoP.calculateThumbprint() })
    await setSetting(auth, 'dpop.enabled', false)
    try {
      await expect(redeem({ DPoP })).rejects.toMatchObject({ error: 'invalid_target' })
    } finally {
      await setSetting(auth, 'dpop.enabled', true)
    }
  })
})

describe('provisioning connection:', () => {
  async function directory() {
    const { id, issuer } = await makeProject(auth)
    const credentials = { clientId: `con-${id}`, clientSecret: mintToken() }
    await auth.database.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
      VALUES (${id}, 'corp', 'Corp', 'https://corp.example', 'x', 1)`)
    await auth.database.run(sql`
      INSERT INTO provisioning_connections (project_id, id, display_name, provider_id, client_id, correlation_claim, correlation_attribute)
      VALUES (${id}, 'con', 'Directory', 'corp', ${credentials.clientId}, 'sub', 'externalId')`)
    await auth.database.run(sql`
      INSERT INTO provisioning_credentials (project_id, id, connection_id, kind, state, secret_digest)
      VALUES (${id}, 'credential', 'con', 'secret', 'current', ${digest(credentials.clientSecret)})`)
    const otherApp = await storeClient(auth, id)
    const token = () => postForm(auth, `${issuer}/token`, { grant_type: 'client_credentials' }, credentials)
    const held = String((await token()).body.access_token)
    const introspected = async () =>
      (await postForm(auth, `${issuer}/token/introspection`, { token: held }, otherApp)).body
    expect(await introspected()).toMatchObject({ active: true, scope: 'scim' })
    return { id, token, introspected }
  }

  it.each<[string, (projectId: string) => Promise<unknown>]>([
    [
      'is disabled',
      (id) =>
        auth.database.transaction(async (tx) => {
          await tx.run(sql`UPDATE provisioning_connections SET enabled = false WHERE project_id = ${id}`)
          await bumpProject(tx, id)
        }),
    ],
    ['belongs to an instance without SCIM', () => setSetting(auth, 'scim.enabled', false)],
    [
      'belongs to a project scheduled for deletion',
      (id) =>
        auth.database.run(
          sql`UPDATE projects SET deletion_scheduled_at = now(), version = version + 1 WHERE id = ${id}`,
        ),
    ],
  ])('a connection that %s obtains no token, and its earlier tokens are inactive', async (_state, take) => {
    const { id, token, introspected } = await directory()
    await take(id)
    try {
      expect((await token()).status).toBeGreaterThanOrEqual(400)
      expect((await introspected()).active ?? false).toBe(false)
    } finally {
      await setSetting(auth, 'scim.enabled', true)
    }
  })
})

describe('disabled identity provider:', () => {
  it('a disabled provider can be tried, and the trial creates no session, grant or account', async () => {
    const { id: projectId, issuer } = await makeProject(auth)
    const at = { projectId, providerId: 'off', tryRef: newTryRef() }
    await auth.database.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position, enabled)
      VALUES (${projectId}, 'off', 'Off', ${upstream.issuer}, 'signet', 1, false)`)
    await auth.database.transaction((tx) => beginTrial(tx, auth.vault, at))
    const begun = await fetchVia(auth.address)(tryUrl(issuer, 'off', at.tryRef))
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const answer = new URLSearchParams({ state, code: 'x', iss: upstream.issuer })
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const back = await fetchVia(auth.address)(`${issuer}/federation/off/callback?${answer}`, {
      headers: { cookie },
    })
    expect(back.headers.getSetCookie()).toEqual([])
    expect(await readTrial(auth.database, at)).toMatchObject({ result: { problem: expect.any(String) } })
    const left = await auth.database.rows<object>(sql`
      SELECT 1 FROM oidc_sessions WHERE project_id = ${projectId}
      UNION ALL SELECT 1 FROM oidc_grants WHERE project_id = ${projectId}
      UNION ALL SELECT 1 FROM accounts WHERE project_id = ${projectId}`)
    expect(left).toEqual([])
  })
})

describe('former administrator:', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['deactivated', (id) => auth.database.run(sql`UPDATE accounts SET active = false WHERE id = ${id}`)],
    ['locked', (id) => auth.database.run(sql`UPDATE accounts SET locked_at = now() WHERE id = ${id}`)],
  ])(
    'a %s administrator obtains no token for the console, even with an earlier code',
    async (_state, take) => {
      const console = await storeClient(auth, administratorsId)
      const rp = await party(auth, { issuer: auth.baseUrl, ...console })
      const person = await makeUser(auth, administratorsId)
      const { url, redeem } = await rp.begin()
      const answer = await authorize(new FormBrowser(auth.address, redirectUri), url, person.email)
      await take(person.id)
      await auth.database.transaction((tx) => bumpInstance(tx))
      await expect(redeem(answer)).rejects.toMatchObject({ error: 'invalid_grant' })
    },
  )
})
