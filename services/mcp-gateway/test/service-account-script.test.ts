import { generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto'
import { type AdminClient, createClient } from '@signet/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchOf } from './support/agent.ts'
import { type Instance, startInstance } from './support/instance.ts'

const issuer = 'https://token.actions.example'
const subject = 'repo:acme/infra:ref:refs/heads/main'
type Pair = ReturnType<typeof makePair>

function makePair(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, kid, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' } }
}

let instance: Instance
let ofIssuer: Pair
let teamId: string
beforeAll(async () => {
  instance = await startInstance()
  ofIssuer = makePair('github-1')
  teamId = 'team_customers'
  await instance.query(`INSERT INTO teams (id, name, kind) VALUES ($1, 'Customers', 'regular')`, [teamId])
})
afterAll(() => instance?.close())

/** Stores a service account as the administration API does; its operations have tests of their own. */
async function makeAccount(id: string, columns: { keys?: object[]; workloads?: object[] }): Promise<string> {
  await instance.query(
    `INSERT INTO service_accounts (id, team_id, role, name, scopes, keys, workloads)
     VALUES ($1, $2, 'member', 'Deploy', '{admin:read,admin:write}', $3, $4)`,
    [id, teamId, JSON.stringify(columns.keys ?? []), JSON.stringify(columns.workloads ?? [])],
  )
  return id
}

interface Signed {
  readonly pair: Pair
  readonly iss: string
  readonly sub: string
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function sign({ pair, iss, sub }: Signed): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss, sub, aud: instance.baseUrl, iat, exp: iat + 120, jti: randomUUID() }
  const text = `${encode({ alg: 'EdDSA', kid: pair.kid })}.${encode(claims)}`
  return `${text}.${signBytes(null, Buffer.from(text), pair.privateKey).toString('base64url')}`
}

async function token(form: Record<string, string>) {
  const answer = await fetchOf(instance)(`${instance.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ resource: `${instance.baseUrl}/mcp`, ...form }).toString(),
  })
  return (await answer.json()) as { access_token?: string; error?: string; error_description?: string }
}

const byJob = async (clientId: string, sub = subject) =>
  token({
    client_id: clientId,
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: sign({ pair: ofIssuer, iss: issuer, sub }),
  })

/** Uses private_key_jwt. */
const byKey = async (clientId: string, pair: Pair) =>
  token({
    client_id: clientId,
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: sign({ pair, iss: clientId, sub: clientId }),
  })

function apiWith(accessToken: string | undefined): AdminClient {
  const { host, port } = instance.adminApi
  return createClient({
    baseUrl: `http://${host}:${port}/admin/api`,
    headers: { authorization: `Bearer ${accessToken}` },
  })
}

/** Changes nothing that exists already. */
async function setUpCustomer(api: AdminClient) {
  const { projects } = await api.call('project_list', {})
  const project =
    projects.find(({ name }) => name === 'Globex') ??
    (await api.call('project_create', { name: 'Globex', slug: 'globex', teamId }))
  const at = { projectId: project.id }
  const { clients } = await api.call('client_list', at)
  if (!clients.some(({ clientName }) => clientName === 'Shop'))
    await api.call('client_create', {
      ...at,
      clientName: 'Shop',
      grantTypes: ['authorization_code'],
      redirectUris: ['https://shop.example/callback'],
      tokenEndpointAuthMethod: 'none',
    })
  const { resources } = await api.call('resource_list', at)
  if (resources.length === 0)
    await api.call('resource_declare', {
      ...at,
      identifier: 'https://api.example',
      name: 'Orders',
      scopes: ['orders'],
    })
  const { totalResults } = await api.call('project_user_list', at)
  if (totalResults === 0) await api.call('project_user_create', { ...at, email: 'ann@globex.example' })
  const { applications, apis } = await api.call('project_get', at)
  return { id: project.id, applications, apis, users: (await api.call('project_user_list', at)).totalResults }
}

it('a job sets up a customer twice with the same result, and the entries name the service account', async () => {
  const workloads = [
    { kind: 'github', issuer, subject: 'repo:acme/infra:ref:refs/heads/*', jwks: { keys: [ofIssuer.jwk] } },
  ]
  const id = await makeAccount('sva_job', { workloads })
  const first = await byJob(id)
  expect(first.error_description).toBeUndefined()
  const result = await setUpCustomer(apiWith(first.access_token))
  expect(result).toMatchObject({ applications: 1, apis: 1, users: 1 })
  const second = await byJob(id)
  expect(await setUpCustomer(apiWith(second.access_token))).toEqual(result)
  const entries = await instance.query(
    `SELECT action, actor_name FROM audit_entries WHERE actor = 'service:sva_job' ORDER BY id`,
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'service_account.exchange',
    'project.create',
    'client.create',
    'resource.create',
    'enduser.create',
    'service_account.exchange',
  ])
  expect(new Set(entries.map((entry) => entry.actor_name))).toEqual(new Set(['Deploy']))
  expect(await byJob(id, 'repo:acme/other:ref:refs/heads/main')).toMatchObject({
    error: 'invalid_grant',
    error_description: 'the account does not accept the sub of the assertion',
  })
})

it('a script rotates its own key, and signs in with each of the two latest keys', async () => {
  const keys = [makePair('first'), makePair('second'), makePair('third')] as const
  const [first, second, third] = keys
  const stored = [{ kid: first.kid, jwk: first.jwk, createdAt: new Date(0).toISOString() }]
  const id = await makeAccount('sva_script', { keys: stored })
  const rotate = async (from: Pair, to: Pair) =>
    apiWith((await byKey(id, from)).access_token).call('service_account_key_rotate', { key: to.jwk })
  await rotate(first, second)
  expect(await byKey(id, first)).toHaveProperty('access_token')
  expect(await byKey(id, second)).toHaveProperty('access_token')
  await rotate(second, third)
  expect(await byKey(id, first)).toMatchObject({ error: 'invalid_client' })
  const api = apiWith((await byKey(id, third)).access_token)
  expect((await api.call('whoami', {})).id).toBe(id)
})

it('a token of a deleted service account is rejected with the next call', async () => {
  const key = makePair('only')
  const stored = [{ kid: key.kid, jwk: key.jwk, createdAt: new Date(0).toISOString() }]
  const id = await makeAccount('sva_short', { keys: stored })
  const api = apiWith((await byKey(id, key)).access_token)
  await api.call('whoami', {})
  await instance.query('DELETE FROM service_accounts WHERE id = $1', [id])
  await expect(api.call('whoami', {})).rejects.toMatchObject({ problem: { code: 'unauthenticated' } })
})
