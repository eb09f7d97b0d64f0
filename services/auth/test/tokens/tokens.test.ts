import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, makeClient, makeProject, startAuth } from '../support/harness.ts'
import { applicationAndUser, type ClientCredentials, postForm, signIn } from '../support/journey.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
})
afterAll(() => auth.close())

const begin = async () => {
  const { client, user } = await applicationAndUser(auth, project.id)
  return {
    client,
    user,
    ...(await signIn(auth, project.issuer, client, user.email, {
      scope: 'openid email offline_access',
      prompt: 'consent',
    })),
  }
}

const userinfo = (token: string, issuer = project.issuer) =>
  fetchVia(auth.address)(`${issuer}/me`, { headers: { authorization: `Bearer ${token}` } })

const introspect = async (token: string, client: ClientCredentials) =>
  (await postForm(auth, `${project.issuer}/token/introspection`, { token }, client)).body

describe('opaque access token:', () => {
  it('userinfo and introspection return the claims that its scopes release', async () => {
    const { client, user, tokens } = await begin()
    expect(await (await userinfo(tokens.access_token)).json()).toEqual({
      sub: user.id,
      email: user.email,
      email_verified: true,
    })
    expect(await introspect(tokens.access_token, client)).toMatchObject({
      active: true,
      iss: project.issuer,
      sub: user.id,
      client_id: client.clientId,
      scope: 'openid email offline_access',
    })
  })

  it('the token is stored only as a digest', async () => {
    const { tokens } = await begin()
    const [row] = await auth.database.rows<{ found: number }>(
      sql`SELECT count(*)::int AS found FROM oidc_access_tokens t WHERE strpos(t::text, ${tokens.access_token}) > 0`,
    )
    expect(row?.found).toBe(0)
  })

  it('the token is rejected at another project', async () => {
    const { tokens } = await begin()
    const other = await makeProject(auth)
    expect((await userinfo(tokens.access_token, other.issuer)).status).toBe(401)
  })

  it('the token is inactive after the revocation of the refresh token of its grant', async () => {
    const { client, tokens, rp } = await begin()
    await oidc.tokenRevocation(rp.config, tokens.refresh_token ?? '')
    expect(await introspect(tokens.access_token, client)).toEqual({ active: false })
    expect(await introspect(tokens.refresh_token ?? '', client)).toEqual({ active: false })
    expect((await userinfo(tokens.access_token)).status).toBe(401)
  })

  it('only the application that received the token can revoke it', async () => {
    const { client, tokens } = await begin()
    for (const confidential of [true, false]) {
      const otherClient = await makeClient(auth, { projectId: project.id, confidential })
      const credentials = confidential ? otherClient : { clientId: otherClient.clientId }
      await postForm(auth, `${project.issuer}/token/revocation`, { token: tokens.access_token }, credentials)
      expect(await introspect(tokens.access_token, client)).toMatchObject({ active: true })
    }
  })

  it('an API of the project can introspect the token, and a public application that did not receive it cannot', async () => {
    const { tokens } = await begin()
    const api = await makeClient(auth, { projectId: project.id, grantTypes: ['client_credentials'] })
    const { clientId } = await makeClient(auth, { projectId: project.id, confidential: false })
    expect(await introspect(tokens.access_token, api)).toMatchObject({ active: true })
    expect(await introspect(tokens.access_token, { clientId })).toEqual({ active: false })
  })
})

it.each(['', 'x', 'a'.repeat(43), 'a.b.c', '%00', "' OR 1=1 --"])(
  'introspection and userinfo reject the value %j',
  async (token) => {
    const client = await makeClient(auth, { projectId: project.id })
    const answer = await postForm(auth, `${project.issuer}/token/introspection`, { token }, client)
    expect(token === '' ? answer.body.error : answer.body.active).toBe(
      token === '' ? 'invalid_request' : false,
    )
    expect([400, 401]).toContain((await userinfo(encodeURIComponent(token))).status)
  },
)
