import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeFlow, keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, rootProjects, setSetting, startAuth } from '../support/harness.ts'
import { identityProvider } from '../support/identity-provider.ts'
import { postForm } from '../support/journey.ts'

type Key = Awaited<ReturnType<typeof keyOf>>

let upstream: Awaited<ReturnType<typeof identityProvider>>
let auth: Auth
let project: { id: string; issuer: string }
beforeAll(async () => {
  upstream = await identityProvider()
  auth = await startAuth([upstream.pair])
  await setSetting(auth, 'globalTokenRevocation.enabled', true)
  project = await makeProject(auth)
  await trust(project.id)
})
afterAll(async () => {
  await auth?.close()
  upstream?.close()
})

const trust = (projectId: string, accepts = true, id = 'corp') =>
  auth.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, position, accepts_global_token_revocation)
    VALUES (${projectId}, ${id}, 'Corp', ${upstream.issuer}, 'client', 1, ${accepts})`)

async function person(at = project, providerId = 'corp') {
  const user = await makeUser(auth, at.id)
  const subject = `subject of ${user.id}`
  await auth.database.run(sql`
    INSERT INTO identities (project_id, provider_id, issuer, subject, account_id, email)
    VALUES (${at.id}, ${providerId}, ${upstream.issuer}, ${subject}, ${user.id}, ${user.email})`)
  const client = await storeClient(auth, at.id)
  const { tokens } = await codeFlow(auth, { issuer: at.issuer, ...client }, user.email)
  const isActive = async () =>
    (await postForm(auth, `${at.issuer}/token/introspection`, { token: String(tokens.access_token) }, client))
      .body.active
  return { ...user, subject, isActive }
}

interface TokenOptions {
  readonly claims?: Record<string, unknown>
  readonly typ?: string
  readonly key?: Key
  readonly seconds?: number
}

const tokenFor = (
  at: { issuer: string },
  { claims = {}, typ = 'global-token-revocation+jwt', key = upstream.key, seconds = 60 }: TokenOptions = {},
) => {
  const now = Math.floor(Date.now() / 1000)
  const payload = {
    iss: upstream.issuer,
    aud: at.issuer,
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + seconds,
    ...claims,
  }
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: key.kid, typ }).sign(key.privateKey)
}

async function call(subId: unknown, token: string | undefined, at = project) {
  const response = await fetchVia(auth.address)(`${at.issuer}/global-token-revocation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ sub_id: subId }),
  })
  return { status: response.status, text: await response.text() }
}

let linkedUser: Awaited<ReturnType<typeof person>>
beforeEach(async () => {
  linkedUser = await person()
})

describe('global token revocation of a trusted provider:', () => {
  it.each([
    ['issuer and subject', () => ({ format: 'iss_sub', iss: upstream.issuer, sub: linkedUser.subject })],
    ['opaque id', () => ({ format: 'opaque', id: linkedUser.subject })],
    ['address, in any letter case', () => ({ format: 'email', email: linkedUser.email.toUpperCase() })],
  ])('the artifacts of a user named by %s are revoked, with an audit entry', async (_how, subject) => {
    expect(await linkedUser.isActive()).toBe(true)
    expect((await call(subject(), await tokenFor(project))).status).toBe(204)
    expect(await linkedUser.isActive()).toBe(false)
    const sessions = await auth.database.rows(
      sql`SELECT 1 FROM oidc_sessions WHERE account_id = ${linkedUser.id}`,
    )
    expect(sessions).toHaveLength(0)
    const entries = await auth.database.rows(sql`
      SELECT actor, action, surface FROM audit_entries WHERE target_id = ${linkedUser.id}`)
    expect(entries).toEqual([
      { actor: `upstream:${project.id}:corp`, action: 'enduser.signout', surface: 'upstream' },
    ])
  })

  it('the response is the same for a known and an unknown user', async () => {
    const known = await call({ format: 'opaque', id: linkedUser.subject }, await tokenFor(project))
    const unknown = await call({ format: 'opaque', id: 'unknown-user' }, await tokenFor(project))
    expect(unknown).toEqual(known)
  })

  it('users without a link to the provider and users of another project are not affected', async () => {
    const foreign = await makeProject(auth)
    await trust(foreign.id)
    const elsewhere = await person(foreign)
    const local = await makeUser(auth, project.id)
    const client = await storeClient(auth, project.id)
    const { tokens } = await codeFlow(auth, { issuer: project.issuer, ...client }, local.email)
    for (const subject of [
      { format: 'email', email: local.email },
      { format: 'opaque', id: local.id },
      { format: 'opaque', id: elsewhere.subject },
      { format: 'iss_sub', iss: 'https://other.example', sub: linkedUser.subject },
    ])
      expect((await call(subject, await tokenFor(project))).status).toBe(204)
    const asked = await postForm(
      auth,
      `${project.issuer}/token/introspection`,
      { token: String(tokens.access_token) },
      client,
    )
    expect([asked.body.active, await elsewhere.isActive(), await linkedUser.isActive()]).toEqual([
      true,
      true,
      true,
    ])
  })
})

describe('unauthorized global token revocation:', () => {
  it.each<[string, () => Promise<string | undefined>]>([
    ['no token', async () => undefined],
    ['a malformed token', async () => 'x'],
    ['another JWT of the provider', () => tokenFor(project, { typ: 'JWT' })],
    ['a logout token', () => tokenFor(project, { typ: 'logout+jwt' })],
    ['a signature of another key', async () => tokenFor(project, { key: await keyOf() })],
    ['another issuer', () => tokenFor(project, { claims: { iss: 'https://other.example' } })],
    ['another audience', () => tokenFor(project, { claims: { aud: 'https://other.example' } })],
    ['a list of audiences', () => tokenFor(project, { claims: { aud: [project.issuer] } })],
    ['an expired token', () => tokenFor(project, { seconds: -60 })],
    ['a token that lives for a day', () => tokenFor(project, { seconds: 86_400 })],
    ['a token without an id', () => tokenFor(project, { claims: { jti: undefined } })],
  ])('a call with %s is rejected and revokes nothing', async (_what, token) => {
    const answer = await call({ format: 'opaque', id: linkedUser.subject }, await token())
    expect(answer.status).toBe(401)
    expect(await linkedUser.isActive()).toBe(true)
  })

  it('a repeated token and one for another project are rejected', async () => {
    const token = await tokenFor(project)
    expect((await call({ format: 'opaque', id: 'unknown-user' }, token)).status).toBe(204)
    expect((await call({ format: 'opaque', id: linkedUser.subject }, token)).status).toBe(401)
    const foreign = await makeProject(auth)
    await trust(foreign.id)
    expect(
      (await call({ format: 'opaque', id: linkedUser.subject }, await tokenFor(project), foreign)).status,
    ).toBe(401)
    expect(await linkedUser.isActive()).toBe(true)
  })

  it('a token of a provider that is disabled or not trusted for revocation is rejected', async () => {
    const set = (enabled: boolean, accepts: boolean) =>
      auth.database.run(sql`
        UPDATE identity_providers SET enabled = ${enabled}, accepts_global_token_revocation = ${accepts}
        WHERE project_id = ${project.id}`)
    for (const [enabled, accepts] of [
      [false, true],
      [true, false],
    ] as const) {
      await set(enabled, accepts)
      expect((await call({ format: 'opaque', id: linkedUser.subject }, await tokenFor(project))).status).toBe(
        401,
      )
    }
    await set(true, true)
    expect(await linkedUser.isActive()).toBe(true)
  })
})

describe('global token revocation at the root issuer:', () => {
  const both = async () => {
    const { defaultId, administratorsId } = await rootProjects(auth)
    return [defaultId, administratorsId].map((id) => ({ id, issuer: auth.baseUrl }))
  }
  const only = async (id: string) => {
    for (const at of await both())
      await auth.database.run(sql`
        DELETE FROM identities WHERE project_id = ${at.id}`)
    await auth.database.run(sql`
      DELETE FROM identity_providers WHERE project_id IN (SELECT administrators_project_id FROM instance
        UNION SELECT default_project_id FROM instance)`)
    await trust(id)
  }
  const root = { id: '', issuer: '' }
  beforeAll(() => {
    root.issuer = auth.baseUrl
  })

  it.each([0, 1])('the call affects only the project whose provider signed it (%i)', async (index) => {
    const [mine, other] = index === 0 ? await both() : (await both()).toReversed()
    if (!mine || !other) throw new Error('no projects')
    await only(mine.id)
    const [theirs, local] = [await person(mine), await makeUser(auth, other.id)]
    const client = await storeClient(auth, other.id)
    const { tokens } = await codeFlow(auth, { issuer: auth.baseUrl, ...client }, local.email)
    const email = { format: 'email', email: theirs.email }
    const known = await call(email, await tokenFor(root), root)
    expect(known.status).toBe(204)
    expect(await theirs.isActive()).toBe(false)
    const [entry] = await auth.database.rows(
      sql`SELECT actor, project_id AS "projectId" FROM audit_entries WHERE target_id = ${theirs.id}`,
    )
    expect(entry).toEqual({ actor: `upstream:${mine.id}:corp`, projectId: mine.id })
    const foreign = { format: 'email', email: local.email }
    expect(await call(foreign, await tokenFor(root), root)).toEqual(known)
    const body = { token: String(tokens.access_token) }
    const said = await postForm(auth, `${auth.baseUrl}/token/introspection`, body, client)
    expect(said.body.active).toBe(true)
  })

  it('a provider of both projects revokes in both, and a token is accepted once regardless of other parameters', async () => {
    const [one, two] = await both()
    if (!one || !two) throw new Error('no projects')
    await only(one.id)
    await trust(two.id, true, 'corp-two')
    const people = [await person(one), await person(two, 'corp-two')]
    await auth.database.run(
      sql`UPDATE identities SET subject = 'shared' WHERE account_id = ANY(${people.map(({ id }) => id)})`,
    )
    const token = await tokenFor(root)
    expect((await call({ format: 'opaque', id: 'unknown-user' }, token, root)).status).toBe(204)
    const again = await fetchVia(auth.address)(
      `${auth.baseUrl}/global-token-revocation?client_id=signet-console`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          cookie: `_session_${two.id}=x`,
        },
        body: JSON.stringify({ sub_id: { format: 'opaque', id: 'shared' } }),
      },
    )
    expect(again.status).toBe(401)
    expect(await Promise.all(people.map((each) => each.isActive()))).toEqual([true, true])
    const ended = await call({ format: 'opaque', id: 'shared' }, await tokenFor(root), root)
    expect(ended.status).toBe(204)
    expect(await Promise.all(people.map((each) => each.isActive()))).toEqual([false, false])
  })

  it('a disabled provider receives the same response as an unknown one', async () => {
    await only((await both())[0]?.id ?? '')
    const otherIssuer = { iss: 'https://other.example' }
    const away = await call(
      { format: 'opaque', id: 'x' },
      await tokenFor(root, { claims: otherIssuer }),
      root,
    )
    await auth.database.run(sql`UPDATE identity_providers SET enabled = false WHERE id = 'corp'`)
    const off = await call({ format: 'opaque', id: 'x' }, await tokenFor(root), root)
    await auth.database.run(sql`UPDATE identity_providers SET enabled = true WHERE id = 'corp'`)
    expect([away.status, off]).toEqual([401, away])
  })
})

it.each([{ format: 'phone_number', phone_number: '+1' }, { format: 'opaque' }, {}, null])(
  'the subject %j is rejected',
  async (subject) => {
    expect((await call(subject, await tokenFor(project))).status).toBe(400)
  },
)

it('globalTokenRevocation.enabled controls discovery and the endpoint', async () => {
  const discovery = async () =>
    (await (
      await fetchVia(auth.address)(`${project.issuer}/.well-known/openid-configuration`)
    ).json()) as object
  expect(await discovery()).toHaveProperty(
    'global_token_revocation_endpoint',
    `${project.issuer}/global-token-revocation`,
  )
  await setSetting(auth, 'globalTokenRevocation.enabled', false)
  try {
    expect(await discovery()).not.toHaveProperty('global_token_revocation_endpoint')
    expect((await call({ format: 'opaque', id: linkedUser.subject }, await tokenFor(project))).status).toBe(
      404,
    )
  } finally {
    await setSetting(auth, 'globalTokenRevocation.enabled', true)
  }
})
