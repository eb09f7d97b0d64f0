import { sql } from '@signet/db'
import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { decodeJwt, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ForAgents, startForAgents } from './connecting.ts'
import { exchange, jwtBearer, type MachineKey, machineKey, machineToken, permitMachine } from './machines.ts'
import { startTrustedIssuer, type TrustedIssuer } from './trusted-issuer.ts'

const subject = 'repo:acme/infra:ref:refs/heads/main'

let trusted: TrustedIssuer
let instance: ForAgents
beforeAll(async () => {
  trusted = await startTrustedIssuer()
  instance = await startForAgents([trusted.pair])
})
afterAll(async () => {
  await instance?.auth.close()
  trusted?.close()
})

const audited = async (accountId: string) =>
  (
    await instance.auth.database.rows<{ detail: object; clientId: string }>(sql`
      SELECT detail, client_id AS "clientId" FROM audit_entries
      WHERE action = 'mcp.token.exchange' AND actor = ${accountId} ORDER BY id DESC LIMIT 1`)
  )[0]

describe('CI workload:', () => {
  let clientId: string
  beforeAll(async () => {
    clientId = await permitMachine(instance, {
      workload: { issuer: trusted.issuer, subject },
      scopes: ['admin:read', 'admin:write'],
    })
  })
  const usual = () => ({ sub: subject, aud: instance.auth.baseUrl })
  const trade = async (claims: object, header = {}) =>
    (await exchange(instance, clientId, { assertion: await trusted.sign({ ...usual(), ...claims }, header) }))
      .body

  it('the workload exchanges its OpenID token for an access token of its administrator, which is audited', async () => {
    const body = await trade({})
    expect(body.expires_in).toBe(900)
    expect(body).not.toHaveProperty('refresh_token')
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      aud: instance.resource,
      client_id: clientId,
      sub: instance.administrator.id,
      scope: 'admin:read admin:write',
    })
    expect(await audited(instance.administrator.id)).toMatchObject({
      clientId,
      detail: { issuer: trusted.issuer, subject },
    })
  })

  it('the audience of the OpenID token may be the token endpoint', async () => {
    expect(await trade({ aud: `${instance.auth.baseUrl}/token` })).toHaveProperty('access_token')
  })

  it('a recent OpenID token may expire hours later, as that of a long job does', async () => {
    const exp = Math.floor(Date.now() / 1000) + 3 * 3_600
    expect(await trade({ exp })).toHaveProperty('access_token')
  })

  it('the workload may request fewer scopes than permitted', async () => {
    const assertion = await trusted.sign(usual())
    const { body } = await exchange(instance, clientId, { assertion, scope: 'admin:read' })
    expect(decodeJwt(String(body.access_token)).scope).toBe('admin:read')
  })

  it('each OpenID token is exchanged once', async () => {
    const assertion = await trusted.sign(usual())
    const answers = await Promise.all([1, 2, 3].map(() => exchange(instance, clientId, { assertion })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it('tokens are accepted after the trusted issuer rotates its key', async () => {
    const fresh = await startTrustedIssuer()
    const there = await startForAgents([fresh.pair])
    const workload = { issuer: fresh.issuer, subject }
    const machine = await permitMachine(there, { workload })
    const claims = { sub: subject, aud: there.auth.baseUrl }
    const trades = async () =>
      (await exchange(there, machine, { assertion: await fresh.sign(claims) })).status
    expect(await trades()).toBe(200)
    await fresh.rotate()
    // An unknown key id renews the cached keys, but at most once per interval.
    expect(await trades()).toBe(400)
    await there.auth.close()
    fresh.close()
  })

  const now = () => Math.floor(Date.now() / 1000)
  it.each<[string, () => Promise<object>]>([
    ['of another subject', async () => trade({ sub: 'repo:acme/infra:ref:refs/heads/evil' })],
    ['for another audience', async () => trade({ aud: 'https://sts.example' })],
    ['for several audiences', async () => trade({ aud: [instance.auth.baseUrl, 'https://sts.example'] })],
    ['that expired', async () => trade({ iat: now() - 400, exp: now() - 100 })],
    ['that is older than an hour', async () => trade({ iat: now() - 7200, exp: now() + 100 })],
    ['issued in the future', async () => trade({ iat: now() + 86_400, exp: now() + 90_000 })],
    ['without an id', async () => trade({ jti: null })],
    ['without an expiry', async () => trade({ exp: null })],
    ['of another issuer', async () => trade({ iss: 'https://other.example' })],
    [
      'signed with an unknown key',
      async () => trade({}, { key: (await generateKeyPair('ES256')).privateKey }),
    ],
    ['that is not a JWT', async () => (await exchange(instance, clientId, { assertion: 'a.b.c' })).body],
  ])('the exchange is rejected with a token %s', async (_what, trades) => {
    expect(await trades()).toMatchObject({ error: 'invalid_grant' })
  })

  it('a request without a token is rejected, and the workload cannot use client_credentials', async () => {
    expect((await exchange(instance, clientId, {})).body.error).toBe('invalid_request')
    const grant = { grant_type: 'client_credentials' }
    expect((await exchange(instance, clientId, grant)).body.error).toBe('unauthorized_client')
  })
})

describe('identity assertion of a provider (ID-JAG):', () => {
  const header = { typ: 'oauth-id-jag+jwt' }
  let key: MachineKey
  let clientId: string
  beforeAll(async () => {
    key = await machineKey()
    clientId = await permitMachine(instance, { jwks: key.jwks })
    await instance.auth.database.run(sql`
      INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position)
      VALUES (${instance.administratorsId}, 'acme', 'Acme', ${trusted.issuer}, 'signet', 1)`)
    await instance.auth.database.run(sql`
      INSERT INTO identities (project_id, provider_id, issuer, subject, account_id)
      VALUES (${instance.administratorsId}, 'acme', ${trusted.issuer}, 'ada', ${instance.administrator.id})`)
  })
  const usual = () => ({
    sub: 'ada',
    aud: instance.auth.baseUrl,
    client_id: clientId,
    resource: instance.resource,
  })
  const trade = async (claims: object, type = header, body: Record<string, string> = {}) => {
    const assertion = await trusted.sign({ ...usual(), ...claims }, type)
    return (await machineToken(instance, clientId, key, { grant_type: jwtBearer, assertion, ...body })).body
  }

  it('the client receives a token for the linked account, which is audited with the provider', async () => {
    const body = await trade({})
    expect(body).not.toHaveProperty('refresh_token')
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      aud: instance.resource,
      client_id: clientId,
      sub: instance.administrator.id,
    })
    expect(await audited(instance.administrator.id)).toMatchObject({
      clientId,
      detail: { provider: 'acme', subject: 'ada' },
    })
  })

  it('the assertion may limit the scopes', async () => {
    const body = await trade({ scope: 'admin:read openid' })
    expect(decodeJwt(String(body.access_token)).scope).toBe('admin:read')
    expect(await trade({ scope: 'admin:read' }, header, { scope: 'admin:high' })).toMatchObject({
      error: 'invalid_scope',
    })
  })

  it.each<[string, () => Promise<object>]>([
    ['for another client', () => trade({ client_id: AGENT_CLIENT_ID })],
    ['for another resource', () => trade({ resource: 'https://other.example/mcp' })],
    ['for a subject without a link', () => trade({ sub: 'eve' })],
    ['for another server', () => trade({ aud: 'https://other.example' })],
    ['that is an ID token', () => trade({}, { typ: 'JWT' })],
    ['that is older than allowed', () => trade({ iat: Math.floor(Date.now() / 1000) - 1200 })],
    ['of an issuer that is no provider', () => trade({ iss: 'https://other.example' })],
  ])('the exchange is rejected with an assertion %s', async (_what, trades) => {
    expect(await trades()).toMatchObject({ error: 'invalid_grant' })
  })

  it('a link of the previous issuer of the provider is not accepted', async () => {
    const linkedAt = (issuer: string) =>
      instance.auth.database.run(sql`UPDATE identities SET issuer = ${issuer} WHERE provider_id = 'acme'`)
    await linkedAt('https://before.example')
    expect(await trade({})).toMatchObject({ error: 'invalid_grant' })
    await linkedAt(trusted.issuer)
    expect(await trade({})).toHaveProperty('access_token')
  })

  it('an assertion of a disabled provider is rejected', async () => {
    const enable = (on: boolean) =>
      instance.auth.database.run(sql`UPDATE identity_providers SET enabled = ${on} WHERE id = 'acme'`)
    await enable(false)
    expect(await trade({})).toMatchObject({ error: 'invalid_grant' })
    await enable(true)
    expect(await trade({})).toHaveProperty('access_token')
  })

  it('a client that cannot authenticate receives no token', async () => {
    const assertion = await trusted.sign({ ...usual(), client_id: AGENT_CLIENT_ID }, header)
    const { body } = await exchange(instance, AGENT_CLIENT_ID, { assertion })
    expect(body.error).toBe('unauthorized_client')
  })

  it('a client that is no permitted agent receives no token', async () => {
    const unpermitted = await permitMachine(instance, { jwks: key.jwks, expiresIn: -1 })
    const assertion = await trusted.sign({ ...usual(), client_id: unpermitted }, header)
    const { body } = await machineToken(instance, unpermitted, key, { grant_type: jwtBearer, assertion })
    expect(body.error).toBe('unauthorized_client')
  })
})
