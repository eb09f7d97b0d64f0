import { sql } from '@signet/db'
import { digest, mintToken } from '@signet/secrets'
import { bumpInstance, bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, makeClient, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
let get: (url: string, headers?: Record<string, string>) => Promise<Response>
beforeAll(async () => {
  auth = await startAuth()
  get = (url, headers = {}) => fetchVia(auth.address)(url, { headers })
})
afterAll(() => auth.close())

const machineToken = async (
  issuer: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
) =>
  fetchVia(auth.address)(`${issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })

describe('issuer:', () => {
  it('RFC 8414 metadata is served at the inserted well-known path and at the issuer', async () => {
    const { name, issuer } = await makeProject(auth)
    const own = await (await get(`${issuer}/.well-known/openid-configuration`)).json()
    const inserted = await (
      await get(`${auth.baseUrl}/.well-known/oauth-authorization-server/${name}`)
    ).json()
    expect(inserted).toEqual(own)
    expect(own).toMatchObject({ issuer, jwks_uri: `${issuer}/jwks` })
  })

  it('a project at its own host is recorded as reached, and one at a path is not', async () => {
    const reached = async (form: 'path' | 'subdomain') => {
      const { id, issuer } = await makeProject(auth, { form })
      const read = sql`SELECT host_reached_at IS NOT NULL AS reached FROM projects WHERE id = ${id}`
      for (const _ of Array(3)) expect((await get(`${issuer}/jwks`)).status).toBe(200)
      return (await auth.database.rows<{ reached: boolean }>(read))[0]?.reached
    }
    await expect.poll(() => reached('subdomain')).toBe(true)
    expect(await reached('path')).toBe(false)
  })

  it("the key set has only the project's own keys without private members", async () => {
    const [one, two] = [await makeProject(auth), await makeProject(auth)]
    const keys = await Promise.all(
      [one, two].map(
        async ({ issuer }) =>
          ((await (await get(`${issuer}/jwks`)).json()) as { keys: Record<string, string>[] }).keys,
      ),
    )
    const [first = [], second = []] = keys
    expect(first.map(({ alg }) => alg).toSorted()).toEqual(['ES256', 'EdDSA', 'RS256'])
    expect(first.some(({ kid }) => second.some((key) => key.kid === kid))).toBe(false)
    for (const key of first) expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['d']))
  })

  it('a request with the entity tag of the published key set returns 304', async () => {
    const { issuer } = await makeProject(auth)
    const etag = (await get(`${issuer}/jwks`)).headers.get('etag') ?? ''
    expect((await get(`${issuer}/jwks`, { 'if-none-match': etag })).status).toBe(304)
  })

  it('forwarded headers change neither host nor scheme', async () => {
    const { issuer } = await makeProject(auth)
    const body = await (
      await get(`${issuer}/.well-known/openid-configuration`, {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'gopher',
      })
    ).text()
    expect(body).not.toContain('evil.example')
    expect(body).not.toContain('gopher')
  })
})

it('a replaced secret is rejected and the new one accepted on the next request', async () => {
  const project = await makeProject(auth)
  const client = await makeClient(auth, { projectId: project.id, grantTypes: ['client_credentials'] })
  expect((await machineToken(project.issuer, client)).status).toBe(200)
  const clientSecret = mintToken()
  await auth.database.transaction(async (tx) => {
    await tx.run(
      sql`UPDATE clients SET secret_digest = ${digest(clientSecret)} WHERE id = ${client.clientId}`,
    )
    await bumpProject(tx, project.id)
  })
  expect((await machineToken(project.issuer, client)).status).toBe(401)
  expect((await machineToken(project.issuer, { ...client, clientSecret })).status).toBe(200)
})

it('a client of one project is unknown to another project and at the root issuer', async () => {
  const [one, two] = [await makeProject(auth), await makeProject(auth)]
  const client = await makeClient(auth, { projectId: one.id, grantTypes: ['client_credentials'] })
  for (const issuer of [two.issuer, auth.baseUrl]) {
    const answer = await machineToken(issuer, client)
    expect({ status: answer.status, error: ((await answer.json()) as { error: string }).error }).toEqual({
      status: 401,
      error: 'invalid_client',
    })
  }
})

it('a project scheduled for deletion is not found, like an unknown one', async () => {
  const { id, issuer } = await makeProject(auth)
  await auth.database.run(
    sql`UPDATE projects SET deletion_scheduled_at = now(), version = version + 1 WHERE id = ${id}`,
  )
  const scheduled = await get(`${issuer}/.well-known/openid-configuration`)
  const unknown = await get(`${auth.baseUrl}/no-such-project/.well-known/openid-configuration`)
  expect([scheduled.status, await scheduled.text()]).toEqual([unknown.status, await unknown.text()])
  expect(unknown.status).toBe(404)
})

it('a disabled feature is absent from discovery on the next request', async () => {
  const { issuer } = await makeProject(auth)
  const discovered = async () =>
    (await (await get(`${issuer}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
  expect(await discovered()).toHaveProperty('revocation_endpoint')
  await auth.database.transaction(async (tx) => {
    await tx.run(sql`INSERT INTO settings (key, value) VALUES ('revocation.enabled', 'false'::jsonb)`)
    await bumpInstance(tx)
  })
  expect(await discovered()).not.toHaveProperty('revocation_endpoint')
})

it('health and readiness respond at every host', async () => {
  expect((await get('http://anything.example/health')).status).toBe(200)
  expect((await get('http://anything.example/ready')).status).toBe(200)
})

it('an application can use its other grants while one of them is disabled', async () => {
  const project = await makeProject(auth)
  const client = await makeClient(auth, {
    projectId: project.id,
    grantTypes: ['client_credentials', 'urn:openid:params:grant-type:ciba'],
  })
  expect((await machineToken(project.issuer, client)).status).toBe(200)
})

describe('NUL character:', () => {
  it('a request with a NUL character is rejected with a 4xx status', async () => {
    const { id, issuer } = await makeProject(auth)
    const { clientId, clientSecret } = await makeClient(auth, { projectId: id })
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    const post = (url: string, body: string, authorization: string) =>
      fetchVia(auth.address)(url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    const answers = await Promise.all([
      get(`${issuer}/auth?client_id=%00`),
      get(`${auth.baseUrl}/auth?client_id=%00`),
      get(`${issuer}/auth?client_id=${clientId}&response_type=code&scope=openid&login_hint=%00`),
      post(`${issuer}/token`, 'client_id=%00&grant_type=client_credentials', ''),
      post(
        `${auth.baseUrl}/token`,
        'grant_type=client_credentials',
        `Basic ${Buffer.from('\0:\0').toString('base64')}`,
      ),
      post(`${auth.baseUrl}/me`, 'client_id=%00&user_code=%00', ''),
      post(
        `${issuer}/request`,
        'response_type=code&login_hint=%00&redirect_uri=https%3A%2F%2Frp.example%2Fcallback',
        basic,
      ),
      post(`${issuer}/token`, 'grant_type=refresh_token&refresh_token=%00', basic),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status < 400 || status > 499)).toEqual([])
  })
})
