import { defaultClaims } from '@signet/contracts'
import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../consent/journey.ts'
import { changeClient, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'

let auth: Auth
let issuer: string
let projectId: string
beforeAll(async () => {
  auth = await startAuth()
  ;({ id: projectId, issuer } = await makeProject(auth))
})
afterAll(() => auth?.close())

async function userInfo(scope: string, columns = sql`active = true`): Promise<Record<string, unknown>> {
  const client = await storeClient(auth, projectId)
  const { id, email } = await makeUser(auth, projectId)
  await auth.database.run(sql`UPDATE accounts SET ${columns} WHERE project_id = ${projectId} AND id = ${id}`)
  const { answer } = await ask({ auth, issuer, client, login: email }, { scope })
  const headers = { authorization: `Bearer ${(await answer()).access_token}` }
  return (await (await fetchVia(auth.address)(`${issuer}/me`, { headers })).json()) as Record<string, unknown>
}

const profile = (value: object) => sql`profile = ${JSON.stringify(value)}::jsonb`

describe('profile:', () => {
  it('the profile is released as the standard claims of OpenID Connect', async () => {
    const full = {
      name: { formatted: 'Ada K. Lovelace', givenName: 'Ada', familyName: 'Lovelace', middleName: 'King' },
      displayName: 'Ada L.',
      nickName: 'Countess',
      locale: 'en-GB',
      timezone: 'Europe/London',
      phoneNumbers: [{ value: '4711' }, { value: '+41 44 668 18 00', primary: true }],
    }
    expect(await userInfo('openid profile phone', profile(full))).toMatchObject({
      given_name: 'Ada',
      family_name: 'Lovelace',
      middle_name: 'King',
      name: 'Ada K. Lovelace',
      nickname: 'Countess',
      locale: 'en-GB',
      zoneinfo: 'Europe/London',
      phone_number: expect.stringMatching(/^\+41[ \d]+$/),
    })
  })

  it('the claim name is displayName without a formatted name, and is absent without both', async () => {
    expect(await userInfo('openid profile', profile({ displayName: 'Ada L.' }))).toMatchObject({
      name: 'Ada L.',
    })
    expect(await userInfo('openid profile', profile({ nickName: 'Countess' }))).not.toHaveProperty('name')
  })
})

it('a stored claim is released only after the setting claims names it under a scope', async () => {
  const claims = sql`claims = '{"department": "research"}'::jsonb`
  expect(await userInfo('openid profile email', claims)).not.toHaveProperty('department')
  await setSetting(auth, 'claims', {
    ...defaultClaims,
    profile: [...(defaultClaims.profile ?? []), 'department'],
  })
  expect(await userInfo('openid profile', claims)).toMatchObject({ department: 'research' })
  expect(await userInfo('openid email', claims)).not.toHaveProperty('department')
  await setSetting(auth, 'claims', defaultClaims)
})

describe('address of a user:', () => {
  it('the address is released with email_verified under the scope email of a new instance', async () => {
    for (const verified of [true, false]) {
      const released = await userInfo('openid email', sql`email_verified = ${verified}`)
      expect(released).toMatchObject({ email: expect.stringContaining('@'), email_verified: verified })
    }
    expect(await userInfo('openid profile')).not.toHaveProperty('email')
  })

  it('the address is not released by an instance whose claims map has no email', async () => {
    await setSetting(auth, 'claims', { profile: ['name'] })
    const released = await userInfo('openid email')
    expect(released).not.toHaveProperty('email')
    expect(released).not.toHaveProperty('email_verified')
    await setSetting(auth, 'claims', defaultClaims)
  })
})

describe('claims of scopes in ID tokens:', () => {
  const api = 'https://api.example/claims'
  beforeAll(async () => {
    await auth.database.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes)
      VALUES (${projectId}, 'res_claims', ${projectId}, ${api}, ${api}, 'API', ${['read']})`)
    await auth.database.transaction((tx) => bumpProject(tx, projectId))
  })

  async function idTokenClaims(choice: boolean | null, parameters: Record<string, string> = {}) {
    const client = await storeClient(auth, projectId)
    await changeClient(auth, client.clientId, 'id_token_claims', choice)
    const { email } = await makeUser(auth, projectId)
    const request = { scope: 'openid email', ...parameters }
    const { answer } = await ask({ auth, issuer, client, login: email }, request)
    const claims = decodeJwt(String((await answer()).id_token))
    return ['email', 'email_verified', 'amr', 'sub'].filter((name) => name in claims)
  }

  const all = ['email', 'email_verified', 'amr', 'sub']
  it.each([
    [true, true, all],
    [true, false, all],
    [false, true, ['amr', 'sub']],
    [false, false, ['amr', 'sub']],
    [null, true, ['amr', 'sub']],
    [null, false, all],
  ])(
    'an application with idTokenClaims %s and the setting conformIdTokenClaims %s gets %j',
    async (choice, conform, names) => {
      await setSetting(auth, 'conformIdTokenClaims', conform)
      expect(await idTokenClaims(choice)).toEqual(names)
      await setSetting(auth, 'conformIdTokenClaims', true)
    },
  )

  it('an ID token contains every claim of its scopes when the access token is for an API', async () => {
    expect(await idTokenClaims(false, { scope: 'openid email read', resource: api })).toEqual(all)
  })

  it('an ID token contains a claim that the claims parameter names', async () => {
    const claims = JSON.stringify({ id_token: { email: null } })
    expect(await idTokenClaims(false, { claims })).toEqual(['email', 'amr', 'sub'])
  })
})

it('a session stores neither the network address nor the user agent', async () => {
  const client = await storeClient(auth, projectId)
  const { id, email } = await makeUser(auth, projectId)
  const agent = 'Mozilla/5.0 (Singular Device 4711)'
  const browser = new FormBrowser(auth.address, redirectUri, { 'user-agent': agent })
  await (await ask({ auth, issuer, client, login: email, browser }, { scope: 'openid' })).answer()
  const rows = await auth.database.rows<{ stored: string }>(
    sql`SELECT to_jsonb(s)::text AS stored FROM oidc_sessions s WHERE account_id = ${id}`,
  )
  expect(rows).toHaveLength(1)
  for (const { stored } of rows)
    for (const part of ['Mozilla', '4711', '127.0.0.1']) expect(stored).not.toContain(part)
})
