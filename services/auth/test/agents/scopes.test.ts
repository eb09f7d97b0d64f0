import { sql } from '@signet/db'
import { AGENT_CLIENT_ID } from '@signet/db/setup'
import { FormBrowser } from '@signet/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password } from '../support/harness.ts'
import { arrivalOf, pageOf, postForm } from '../support/journey.ts'
import { connect, everyScope, type ForAgents, refresh, requestOf, startForAgents } from './connecting.ts'

const client = { clientId: AGENT_CLIENT_ID, redirectUri: 'http://127.0.0.1:4711/callback' }

let instance: ForAgents
beforeAll(async () => {
  instance = await startForAgents()
})
afterAll(() => instance?.auth.close())

const scopeOf = (answer: Record<string, unknown>) => decodeJwt(String(answer.access_token)).scope

describe('scope of an agent:', () => {
  it('a request without a scope receives the read scope', async () => {
    expect(scopeOf(await connect(instance, { ...client, scope: null }))).toBe('admin:read')
  })

  it('the token has the scopes that the administrator left selected', async () => {
    const { auth, administrator, resource } = instance
    const { url, verifier } = await requestOf(instance, client)
    const browser = new FormBrowser(auth.address, client.redirectUri)
    const login = { login: administrator.email, password }
    const consent = pageOf(await browser.submit(pageOf(await browser.open(url)), '/login', login))
    const answer = arrivalOf(await browser.submit(consent, '/consent', { 'scope:admin:high': '' }))
    const redemption = {
      grant_type: 'authorization_code',
      code: answer.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: client.redirectUri,
      resource,
    }
    const { body } = await postForm(auth, `${auth.baseUrl}/token`, redemption, client)
    expect(scopeOf(body)).toBe('admin:read admin:write')
    expect(scopeOf(await refresh(instance, client.clientId, body.refresh_token))).toBe(
      'admin:read admin:write',
    )
  })
})

describe('refresh token of an agent:', () => {
  /** Moves the sign-in of every refresh token into the past. */
  const signedIn = (seconds: number) =>
    instance.auth.database.run(sql`
      UPDATE oidc_refresh_tokens
      SET payload = payload || jsonb_build_object('authTime', floor(extract(epoch FROM now()))::int - ${seconds}::int)`)
  const secondsLeft = async () => {
    const [row] = await instance.auth.database.rows<{ seconds: number }>(sql`
      SELECT extract(epoch FROM max(expires_at) - now())::int AS seconds FROM oidc_refresh_tokens`)
    return row?.seconds ?? 0
  }

  it('a refresh token is issued without offline_access and renews tokens of the same scope', async () => {
    const { refresh_token: token } = await connect(instance, client)
    const again = await refresh(instance, client.clientId, token)
    expect(scopeOf(again)).toBe(everyScope)
    expect(again.refresh_token).toEqual(expect.any(String))
  })

  it('the refresh token expires eight hours after the sign-in, regardless of renewals', async () => {
    await instance.auth.database.run(sql`DELETE FROM oidc_refresh_tokens`)
    const { refresh_token: first } = await connect(instance, client)
    expect(await secondsLeft()).toBeLessThan(8 * 3600 + 100)
    await signedIn(7 * 3600)
    const { refresh_token: second } = await refresh(instance, client.clientId, first)
    expect(second).toEqual(expect.any(String))
    await instance.auth.database.run(sql`DELETE FROM oidc_refresh_tokens WHERE consumed_at IS NOT NULL`)
    expect(await secondsLeft()).toBeLessThan(3700)
  })

  it('the refresh token has the ordinary lifetime when offline_access was requested', async () => {
    await instance.auth.database.run(sql`DELETE FROM oidc_refresh_tokens`)
    await connect(instance, { ...client, scope: `openid offline_access ${everyScope}` })
    expect(await secondsLeft()).toBeGreaterThan(29 * 86_400)
  })
})
