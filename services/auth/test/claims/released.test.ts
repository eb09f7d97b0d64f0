import { defaultClaims } from '@signet/contracts'
import { sql } from '@signet/db'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../consent/journey.ts'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'

let auth: Auth
let issuer: string
let projectId: string
beforeAll(async () => {
  auth = await startAuth()
  ;({ id: projectId, issuer } = await makeProject(auth))
})
afterAll(() => auth?.close())

/** Returns userinfo of a new user with these columns, after a sign-in with the scope. */
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
