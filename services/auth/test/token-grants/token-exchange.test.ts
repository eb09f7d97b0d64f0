import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, startAuth } from '../support/harness.ts'
import type { ClientCredentials } from '../support/journey.ts'
import { accessTokenType, billing, type Exchanging, orders, startExchange, stock } from './exchanging.ts'

let auth: Auth
let at: Exchanging
beforeAll(async () => {
  auth = await startAuth()
  at = await startExchange(auth)
})
afterAll(() => auth?.close())

const claimsOf = ({ body }: { body: Record<string, unknown> }) => decodeJwt(String(body.access_token))

describe('exchange of an access token:', () => {
  it('the application that serves an API exchanges a token of the API for one at another API, in which it acts for the user', async () => {
    const { access_token: subject } = await at.tokens()
    const answer = await at.exchange(subject, { resource: billing, scope: 'charge' })
    expect([answer.status, answer.text]).toEqual([200, expect.anything()])
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      expires_in: expect.any(Number),
      issued_token_type: accessTokenType,
      scope: 'charge',
      token_type: 'Bearer',
    })
    expect(claimsOf(answer)).toMatchObject({
      sub: at.user.id,
      aud: billing,
      client_id: at.server.clientId,
      scope: 'charge',
      act: { sub: at.server.clientId },
      via: [{ aud: orders, scope: 'read' }],
    })
    expect(await at.introspect(answer.body.access_token)).toMatchObject({
      active: true,
      sub: at.user.id,
      aud: billing,
      client_id: at.server.clientId,
      act: { sub: at.server.clientId },
    })
  })

  it('an opaque token is exchanged and issued like a JWT, and the parameter audience names the API too', async () => {
    const { access_token: subject } = await at.tokens({ resource: stock, scope: 'openid look' })
    const server = await at.machine({ exchange_audiences: [stock] })
    const answer = await at.exchange(subject, { audience: stock }, server)
    expect(answer.body).toMatchObject({ scope: 'look', issued_token_type: accessTokenType })
    expect(await at.introspect(answer.body.access_token)).toMatchObject({
      active: true,
      sub: at.user.id,
      aud: stock,
      act: { sub: server.clientId },
    })
  })

  it('the new token expires no later than the exchanged one', async () => {
    await auth.database.run(
      sql`UPDATE resources SET access_token_ttl = 40 WHERE project_id = ${at.project.id} AND identifier = ${orders}`,
    )
    await auth.database.transaction((tx) => bumpProject(tx, at.project.id))
    const { access_token: subject } = await at.tokens()
    for (const resource of [billing, stock]) {
      const { body } = await at.exchange(subject, { resource })
      expect(Number(body.expires_in)).toBeLessThanOrEqual(40)
      const { exp } = await at.introspect(body.access_token)
      expect(Number(exp)).toBeLessThanOrEqual(Number(decodeJwt(String(subject)).exp))
    }
    await auth.database.run(
      sql`UPDATE resources SET access_token_ttl = NULL WHERE project_id = ${at.project.id} AND identifier = ${orders}`,
    )
    await auth.database.transaction((tx) => bumpProject(tx, at.project.id))
  })

  it('an application exchanges its own token for one with fewer scopes', async () => {
    await at.change(at.app, 'grant_types', [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ])
    const { access_token: subject } = await at.tokens({ scope: 'openid read write' })
    const narrowed = await at.exchange(subject, { scope: 'read' }, at.app)
    expect(claimsOf(narrowed)).toMatchObject({ aud: orders, scope: 'read', act: { sub: at.app.clientId } })
    const again = await at.exchange(String(narrowed.body.access_token), { scope: 'read write' }, at.app)
    expect(again.body.error).toBe('invalid_scope')
  })

  it('an application accepts an actor token of its own and no other', async () => {
    const { access_token: subject } = await at.tokens()
    const machineToken = async (client: ClientCredentials) =>
      String((await at.endpoint('token', { grant_type: 'client_credentials' }, client)).body.access_token)
    const actAs = (actor_token: string, actor_token_type = accessTokenType) =>
      at.exchange(subject, { resource: billing, actor_token, actor_token_type })
    expect((await actAs(await machineToken(at.server))).status).toBe(200)
    expect((await actAs(await machineToken(await at.machine()))).body.error).toBe('invalid_request')
    expect((await actAs(String(subject))).body.error).toBe('invalid_request')
    expect(
      (await actAs(await machineToken(at.server), 'urn:ietf:params:oauth:token-type:jwt')).body.error,
    ).toBe('invalid_request')
  })

  it('the metadata of the project lists both grants without a sign-in', async () => {
    const response = await fetchVia(auth.address)(`${at.project.issuer}/.well-known/openid-configuration`)
    const { grant_types_supported: grants } = (await response.json()) as { grant_types_supported: string[] }
    expect(grants).toEqual(
      expect.arrayContaining([
        'urn:ietf:params:oauth:grant-type:token-exchange',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
      ]),
    )
  })

  it('UserInfo rejects an exchanged token', async () => {
    await auth.database.run(
      sql`UPDATE resources SET userinfo_access = true WHERE project_id = ${at.project.id}`,
    )
    await auth.database.transaction((tx) => bumpProject(tx, at.project.id))
    const { access_token: subject } = await at.tokens()
    for (const resource of [billing, stock]) {
      const { body } = await at.exchange(subject, { resource })
      const headers = { authorization: `Bearer ${body.access_token}` }
      expect((await fetchVia(auth.address)(`${at.project.issuer}/me`, { headers })).status).toBe(401)
    }
  })

  it('the application revokes its exchanged token without ending the sign-in', async () => {
    const { access_token: subject } = await at.tokens()
    const { body } = await at.exchange(subject, { resource: stock })
    const exchanged = String(body.access_token)
    expect((await at.endpoint('token/revocation', { token: exchanged }, at.app)).status).toBe(200)
    expect((await at.introspect(exchanged)).active).toBe(true)
    expect((await at.endpoint('token/revocation', { token: exchanged }, at.server)).status).toBe(200)
    expect((await at.introspect(exchanged)).active).toBe(false)
    expect((await at.introspect(subject)).active).toBe(true)
  })
})

describe('chain of exchanges:', () => {
  it('each application of a chain is named, and the chain ends after three exchanges', async () => {
    const { access_token: subject } = await at.tokens()
    const [second, third, fourth] = await Promise.all([
      at.machine({ exchange_audiences: [billing] }),
      at.machine({ exchange_audiences: [stock] }),
      at.machine({ exchange_audiences: [billing] }),
    ])
    const one = await at.exchange(subject, { resource: billing })
    const two = await at.exchange(String(one.body.access_token), { resource: stock }, second)
    const three = await at.exchange(String(two.body.access_token), { resource: billing }, third)
    expect(claimsOf(three).act).toEqual({
      sub: third.clientId,
      act: { sub: second.clientId, act: { sub: at.server.clientId } },
    })
    const beyond = await at.exchange(String(three.body.access_token), { resource: stock }, fourth)
    expect([beyond.status, beyond.body.error]).toEqual([400, 'invalid_request'])
    expect(await at.causes(fourth)).toEqual(['the subject token was exchanged 3 times already'])
  })

  it('a chain that returns to an API has at most the scopes of its earlier token there', async () => {
    const { access_token: subject } = await at.tokens({ scope: 'openid read write' })
    const back = await at.machine({ exchange_audiences: [billing] })
    const narrow = await at.exchange(subject, { scope: 'read' })
    const away = await at.exchange(String(narrow.body.access_token), { resource: billing })
    const returned = await at.exchange(String(away.body.access_token), { resource: orders }, back)
    expect(claimsOf(returned)).toMatchObject({ aud: orders, scope: 'read' })
    const wider = { resource: orders, scope: 'write' }
    expect((await at.exchange(String(away.body.access_token), wider, back)).body.error).toBe('invalid_scope')
  })
})

describe('scopes of an exchanged token:', () => {
  it('the scopes that the user granted to the application of the sign-in are the limit at the same API', async () => {
    const { access_token: subject } = await at.tokens({ scope: 'openid read' })
    const { body } = await at.exchange(subject)
    expect(body.scope).toBe('read')
    expect((await at.exchange(subject, { scope: 'write' })).body).toMatchObject({
      error: 'invalid_scope',
      scope: 'write',
    })
  })

  it('the registered scopes of the exchanging application are the limit at another API', async () => {
    const { access_token: subject } = await at.tokens()
    const limited = await at.machine({ exchange_audiences: [orders], scope: 'charge' })
    expect((await at.exchange(subject, { resource: billing }, limited)).body.scope).toBe('charge')
    const asked = { resource: billing, scope: 'refund' }
    expect((await at.exchange(subject, asked, limited)).body.error).toBe('invalid_scope')
  })

  it('an application that needs consent gets only scopes that the user granted to it', async () => {
    const asking = await at.machine({
      exchange_audiences: [orders],
      require_consent: true,
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:token-exchange'],
      response_types: ['code'],
      redirect_uris: ['https://rp.example/callback'],
    })
    const { access_token: subject } = await at.tokens()
    const before = await at.exchange(subject, { resource: billing }, asking)
    expect(before.body.error).toBe('invalid_target')
    expect(await at.causes(asking)).toEqual(['the user has not granted this API to the application'])
    await at.tokens({ resource: billing, scope: 'openid charge' }, asking)
    expect((await at.exchange(subject, { resource: billing }, asking)).body.scope).toBe('charge')
  })
})
