import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { causeOf } from '@signet/contracts'
import { sql } from '@signet/db'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorEvents } from '../../src/provider/recent-errors.ts'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, startAuth } from '../support/harness.ts'
import { authorize, type ClientCredentials, codeRequest, postForm, signIn } from '../support/journey.ts'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
let email: string
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  email = (await makeUser(auth, project.id)).email
})
afterAll(() => auth?.close())

type Row = { endpoint: string; error: string; reason: string; value: string; count: number }

async function errorsOf({ clientId }: ClientCredentials) {
  await auth.clientErrors.flush()
  const rows = await auth.database.rows<Row>(sql`
    SELECT endpoint, error, reason, value, count FROM client_errors WHERE client_id = ${clientId} ORDER BY first_at, reason`)
  return rows.map(({ reason, ...row }) => ({ ...row, cause: causeOf(row.error, reason).cause }))
}

const token = (client: ClientCredentials, parameters: Record<string, string>) =>
  postForm(auth, `${project.issuer}/token`, { redirect_uri: redirectUri, ...parameters }, client)

async function codeFor({ clientId }: ClientCredentials): Promise<string> {
  const url = new URL(`${project.issuer}/auth`)
  url.search = new URLSearchParams({ ...codeRequest, client_id: clientId }).toString()
  const arrived = await authorize(new FormBrowser(auth.address, redirectUri), url, email)
  return arrived.searchParams.get('code') ?? ''
}

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const grant = { grant_type: 'authorization_code' }

describe('causes of invalid_grant:', () => {
  const cases: readonly [cause: string, send: (client: ClientCredentials) => Promise<unknown>][] = [
    ['code_unknown', (client) => token(client, { ...grant, code: 'none', code_verifier: verifier })],
    [
      'code_used',
      async (client) => {
        const code = await codeFor(client)
        await token(client, { ...grant, code, code_verifier: verifier })
        await token(client, { ...grant, code, code_verifier: verifier })
      },
    ],
    ['verifier_missing', async (client) => token(client, { ...grant, code: await codeFor(client) })],
    [
      'verifier_wrong',
      async (client) =>
        token(client, { ...grant, code: await codeFor(client), code_verifier: 'w'.repeat(43) }),
    ],
    [
      'redirect_uri_differs',
      async (client) => {
        const code = await codeFor(client)
        const at = `${redirectUri}/other?email=a@b.example`
        await token(client, { ...grant, code, code_verifier: verifier, redirect_uri: at })
      },
    ],
    [
      'other_application',
      async (client) => {
        const code = await codeFor(await storeClient(auth, project.id))
        await token(client, { ...grant, code, code_verifier: verifier })
      },
    ],
    [
      'refresh_token_unknown',
      (client) => token(client, { grant_type: 'refresh_token', refresh_token: 'none' }),
    ],
    [
      'refresh_token_used',
      async (client) => {
        const scope = 'openid offline_access'
        const { tokens } = await signIn(auth, project.issuer, client, email, { scope, prompt: 'consent' })
        const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) }
        await token(client, refresh)
        await auth.database.run(
          sql`UPDATE oidc_refresh_tokens SET consumed_at = now() - interval '1 minute' WHERE consumed_at IS NOT NULL`,
        )
        await token(client, refresh)
      },
    ],
  ]

  it.each(cases)('a token request with the cause %s is recorded with it', async (cause, send) => {
    const client = await storeClient(auth, project.id)
    await send(client)
    const value = cause === 'redirect_uri_differs' ? `${redirectUri}/other` : ''
    expect(await errorsOf(client)).toEqual([
      { endpoint: 'token', error: 'invalid_grant', cause, value, count: 1 },
    ])
  })
})

it('a wrong secret and a rejected redirect address are recorded, and equal errors are counted', async () => {
  const client = await storeClient(auth, project.id)
  for (const _time of [1, 2, 3])
    await token({ ...client, clientSecret: 'wrong' }, { grant_type: 'client_credentials' })
  const url = new URL(`${project.issuer}/auth`)
  const request = { ...codeRequest, client_id: client.clientId, redirect_uri: 'https://other.example/cb?x=1' }
  url.search = new URLSearchParams(request).toString()
  const page = await (await fetchVia(auth.address)(url.href)).text()
  expect(page).toContain('<code>redirect_uri: https://other.example/cb?x=1</code>')
  const application = `/admin/projects/${project.id}/applications/${client.clientId}?tab=errors`
  expect(page).toContain(`<a href="${auth.baseUrl}${application}" rel="nofollow">`)
  expect(await errorsOf(client)).toEqual([
    { endpoint: 'token', error: 'invalid_client', cause: 'secret_wrong', value: '', count: 3 },
    {
      endpoint: 'authorization',
      error: 'invalid_redirect_uri',
      cause: 'redirect_uri_unregistered',
      value: 'https://other.example/cb',
      count: 1,
    },
  ])
})

it('the page for an unknown application shows its client_id, escaped and cut', async () => {
  const url = new URL(`${project.issuer}/auth`)
  const unknown = `<b>${'x'.repeat(400)}`
  url.search = new URLSearchParams({ ...codeRequest, client_id: unknown }).toString()
  const page = await (await fetchVia(auth.address)(url.href)).text()
  expect(page).toContain(`<code>client_id: &lt;b&gt;${'x'.repeat(297)}</code>`)
  expect(page).not.toContain('tab=errors')
})

it('a parameter of another product is recorded, and a silent request of a signed-out browser is not', async () => {
  const client = await storeClient(auth, project.id)
  for (const extra of [{ prompt: 'none' }, { audience: 'https://api.example' }]) {
    const url = new URL(`${project.issuer}/auth`)
    url.search = new URLSearchParams({ ...codeRequest, client_id: client.clientId, ...extra }).toString()
    await fetchVia(auth.address)(url.href)
  }
  expect(await errorsOf(client)).toEqual([
    {
      endpoint: 'authorization',
      error: 'ignored_parameter',
      cause: 'ignored_parameter',
      value: 'audience',
      count: 1,
    },
  ])
})

it('an application has at most 20 new errors per interval', async () => {
  const client = await storeClient(auth, project.id)
  for (let index = 0; index < 30; index += 1) {
    const error = { error: 'invalid_scope', reason: `scope ${index}`, value: '\u0000' }
    auth.clientErrors.note({ projectId: project.id, clientId: client.clientId, endpoint: 'token', ...error })
  }
  expect(await errorsOf(client)).toHaveLength(20)
})

describe('reasons of oidc-provider:', () => {
  const library = join(dirname(createRequire(import.meta.url).resolve('oidc-provider')))
  const sources = readdirSync(library, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(library, name), 'utf8'))
    .join('\n')

  it('every literal reason of invalid_grant has a cause', () => {
    const literals = [...sources.matchAll(/new InvalidGrant\(\s*(['`])(.*?)\1/g)].map(([, , text = '']) =>
      text.replace(/\$\{label\}/, 'authorization code').replace(/\$\{entityLabel\}/, 'code'),
    )
    const unused = /pre-authorized|tx_code|attestation/
    const unknown = literals.filter(
      (text) => !unused.test(text) && causeOf('invalid_grant', text).cause === 'other',
    )
    expect(literals.length).toBeGreaterThan(15)
    expect(unknown).toEqual([])
  })

  it('every event that is listened to exists', () => {
    expect(errorEvents.filter((event) => !sources.includes(`'${event}'`))).toEqual([])
  })
})
