import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import {
  type CallCounts,
  type CountedRequest,
  FormBrowser,
  fetchVia,
  someOf,
  startCountedService,
} from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, makeClient, makeProject, makeUser, redirectUri, startAuth } from '../support/harness.ts'
import { authorize, type ClientCredentials, codeRequest, postForm, signIn } from '../support/journey.ts'

let auth: Auth
let server: Awaited<ReturnType<typeof startCountedService>>
let issuer: string
let projectId: string
let client: ClientCredentials
let email: string
beforeAll(async () => {
  const started = await startAuth()
  const { connectionString = '' } = started.database.pool.options
  server = await startCountedService('auth', {
    ...process.env,
    DATABASE_URL: connectionString,
    NATS_URL: 'nats://127.0.0.1:1',
    SIGNET_BASE_URL: started.baseUrl,
    SIGNET_SECRET_KEYS: started.secretKeys,
    SIGNET_PROXY_HOPS: '0',
    LOG_LEVEL: 'fatal',
  })
  auth = { ...started, address: server.address }
  const project = await makeProject(auth)
  issuer = project.issuer
  projectId = project.id
  await auth.database.run(sql`
    INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, token_format)
    VALUES (${project.id}, 'res_jwt', ${project.id}, 'https://jwt.example', 'https://jwt.example', 'JWT', ARRAY['read'], 'jwt'),
      (${project.id}, 'res_opaque', ${project.id}, 'https://opaque.example', 'https://opaque.example', 'Opaque', ARRAY['read'], 'opaque')`)
  client = await makeClient(auth, {
    projectId: project.id,
    requireConsent: false,
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  })
  email = (await makeUser(auth, project.id)).email
})
afterAll(async () => {
  await server?.stop()
  await auth?.close()
})

const post = async (path: string, body: Record<string, string>) => {
  const { status, body: answer, text } = await postForm(auth, `${issuer}${path}`, body, client)
  expect(status, text).toBe(200)
  return answer
}

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetchVia(auth.address)(`${issuer}${path}`, { headers })
  expect(response.status, await response.text()).toBe(200)
}

const machine = (resource: string) => async () => ({
  send: () => post('/token', { grant_type: 'client_credentials', resource, scope: 'read' }),
})

async function newCode(): Promise<string> {
  const url = new URL(`${issuer}/auth`)
  const query = { ...codeRequest, client_id: client.clientId, prompt: 'login' }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const arrived = await authorize(new FormBrowser(auth.address, redirectUri), url, email)
  return arrived.searchParams.get('code') ?? ''
}

const redeem = (code: string) =>
  post('/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  })

const newTokens = async (parameters: { readonly scope: string; readonly resource?: string }) =>
  (await signIn(auth, issuer, client, email, { prompt: 'consent', ...parameters })).tokens

const refresh = (resource?: string) => async () => {
  const scope = resource ? 'openid offline_access read' : 'openid offline_access'
  let { refresh_token: token = '' } = await newTokens({ scope, ...(resource && { resource }) })
  return {
    async send() {
      const form = { grant_type: 'refresh_token', refresh_token: token, ...(resource && { resource }) }
      token = String((await post('/token', form)).refresh_token)
    },
  }
}

async function declare(claims: readonly object[]): Promise<void> {
  const list = claims.map((entry) => ({ ...entry, in: ['id_token', 'userinfo', 'access_token'] }))
  await auth.database.transaction(async (tx) => {
    await tx.run(
      sql`UPDATE clients SET declared_claims = ${JSON.stringify(list)}::jsonb WHERE id = ${client.clientId}`,
    )
    await bumpProject(tx, projectId)
  })
}

type Prepare = () => Promise<CountedRequest>

/**
 * The largest cost of one request: statements sent to PostgreSQL, and calls of functions of the service and its libraries. A change
 * that needs more states it here; `SIGNET_PRINT_COSTS=1` prints the measured counts.
 */
const most: Readonly<Record<string, CallCounts & { readonly prepare: Prepare }>> = {
  'a discovery document': {
    statements: 1,
    calls: 175,
    prepare: async () => ({ send: () => get('/.well-known/openid-configuration') }),
  },
  'a key set': { statements: 1, calls: 175, prepare: async () => ({ send: () => get('/jwks') }) },
  'client credentials with a JWT': { statements: 1, calls: 830, prepare: machine('https://jwt.example') },
  'client credentials with an opaque token': {
    statements: 2,
    calls: 924,
    prepare: machine('https://opaque.example'),
  },
  'a code exchange': {
    statements: 3,
    calls: 1_340,
    async prepare() {
      const codes: string[] = []
      return {
        async prepareRound(requests) {
          while (codes.length < requests) codes.push(await newCode())
        },
        send: () => redeem(codes.pop() ?? ''),
      }
    },
  },
  'a refresh with an opaque token': { statements: 3, calls: 1_376, prepare: refresh() },
  'a refresh with a JWT': { statements: 3, calls: 1_434, prepare: refresh('https://jwt.example') },
  UserInfo: {
    statements: 2,
    calls: 860,
    async prepare() {
      const { access_token: token } = await newTokens({ scope: 'openid email' })
      return { send: () => get('/me', { authorization: `Bearer ${token}` }) }
    },
  },
  introspection: {
    statements: 2,
    calls: 828,
    async prepare() {
      const { access_token: token } = await newTokens({ scope: 'openid email' })
      return { send: () => post('/token/introspection', { token, token_type_hint: 'access_token' }) }
    },
  },
  'a sign-in with a password, to the code': {
    statements: 13,
    calls: 5_900,
    prepare: async () => ({ send: newCode }),
  },
  // Last: the lists of the application stay.
  'a refresh with a JWT and declared claims without groups': {
    statements: 3,
    calls: 1_475,
    async prepare() {
      await declare([{ claim: 'tenant', source: 'fixed', value: 'acme' }])
      return refresh('https://jwt.example')()
    },
  },
  'a refresh with a JWT and declared claims with groups, which one statement reads for both tokens': {
    statements: 4,
    calls: 1_650,
    async prepare() {
      await declare([{ claim: 'group_ids', source: 'groupIds' }])
      return refresh('https://jwt.example')()
    },
  },
}

describe('cost of a request:', { timeout: 120_000 }, () => {
  it.each(someOf(Object.entries(most)))(
    'the statements and function calls of %s do not grow',
    async (_, { prepare, ...limit }) => {
      expect(await server.excessOf(await prepare(), limit)).toEqual([])
    },
  )
})
