import { limits } from '@signet/contracts'
import { join, raw, sql } from '@signet/db'
import { FormBrowser, fuzzRequests, fuzzSeed, inParallel, sendFuzzed } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeClient } from '../support/clients.ts'
import {
  type Auth,
  makeProject,
  makeUser,
  redirectUri,
  rootProjects,
  setSetting,
  startAuth,
} from '../support/harness.ts'
import { pageOf, signIn } from '../support/journey.ts'
import { callRegistration } from '../support/registering.ts'
import { type Known, readLists, requestOf } from './requests.ts'

const switches = [
  'registration.enabled',
  'registration.issueRegistrationAccessToken',
  'registrationManagement.enabled',
  'ciba.enabled',
  'globalTokenRevocation.enabled',
  'clientIdMetadataDocument.enabled',
  'requestObjects.enabled',
  'responseMode.jwt.enabled',
  'richAuthorizationRequests.enabled',
  'jwtIntrospection.enabled',
  'jwtUserinfo.enabled',
  'encryption.enabled',
]

const requests = fuzzRequests(2_500)

let auth: Auth
let knowns: readonly Known[]
beforeAll(async () => {
  auth = await startAuth()
  for (const name of switches) await setSetting(auth, name, true)
  const { defaultId } = await rootProjects(auth)
  knowns = await Promise.all(
    [await makeProject(auth), { id: defaultId, issuer: auth.baseUrl }].map((site) => knownAt(site)),
  )
})
afterAll(() => auth?.close())

async function knownAt(site: { id: string; issuer: string }): Promise<Known> {
  const { issuer } = site
  const user = await makeUser(auth, site.id)
  const grants = [
    'authorization_code',
    'refresh_token',
    'client_credentials',
    'urn:ietf:params:oauth:grant-type:device_code',
    'urn:openid:params:grant-type:ciba',
  ]
  const app = await storeClient(auth, site.id, {
    grant_types: grants,
    backchannel_token_delivery_mode: 'poll',
  })
  const open = await storeClient(auth, site.id, { token_endpoint_auth_method: 'none' })
  const { browser, rp, tokens } = await signIn(auth, issuer, app, user.email, {
    scope: 'openid offline_access',
    prompt: 'consent',
  })
  const waiting = new FormBrowser(auth.address, redirectUri)
  const { url } = await rp.begin()
  const page = pageOf(await waiting.open(url))
  const { body } = await callRegistration(auth, 'POST', `${issuer}/reg`, { redirect_uris: [redirectUri] })
  const cookiesOf = ({ cookies }: FormBrowser) =>
    cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  return {
    issuer,
    parameters: {
      ...Object.fromEntries([...url.searchParams].map(([name, value]) => [name, [value]])),
      client_id: [app.clientId, open.clientId, String(body.client_id)],
      grant_type: grants,
      login_hint: [user.email],
      refresh_token: [tokens.refresh_token ?? ''],
      token: [tokens.access_token, tokens.refresh_token ?? '', tokens.id_token ?? ''],
      code: ['x'],
    },
    authorizations: [
      basic(app.clientId, app.clientSecret),
      basic(app.clientId, 'wrong'),
      `Bearer ${tokens.access_token}`,
      `Bearer ${body.registration_access_token}`,
    ],
    cookies: [cookiesOf(browser), cookiesOf(waiting)],
    uids: [page.url.pathname.split('/').at(-1) ?? '', 'V1StGXR8_Z5jdHi6B-myT'],
    clientIds: [String(body.client_id), app.clientId],
  }
}

/**
 * A request without valid credentials may change its own artifacts, its counters and the clients it registers, which raise the version
 * of the project.
 */
const ownTraces =
  /^(?:oidc_.*|throttles|outbox|audit_entries|clients|client_errors|sign_in_hours|account_activity|projects|activity.*|account_tokens|passkey_challenges)$/

async function marks(): Promise<unknown> {
  const tables = await auth.database.rows<{ name: string }>(
    sql`SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  const one = ({ name }: { name: string }) =>
    sql`SELECT ${name}::text AS table, count(*)::int AS rows, COALESCE(max(xmin::text::bigint), 0)::text AS newest FROM ${raw(name)}`
  const lasting = tables.filter(({ name }) => !ownTraces.test(name))
  return auth.database.rows(sql`${join(lasting.map(one), ' UNION ALL ')} ORDER BY 1`)
}

it(`${requests} malformed requests are rejected, cause no fault and change nothing`, async () => {
  const lists = await readLists()
  const before = await marks()
  const failures: string[] = []
  await inParallel(requests, 12, async (index) => {
    const request = requestOf(fuzzSeed * 1_000_003 + index, lists, knowns)
    await sendFuzzed(auth.address, request).catch((error: Error) => {
      failures.push(error.message)
    })
  })
  const faults = new Set(auth.occurrences.map(({ message, stack }) => `${message}\n${stack}`))
  expect([...faults].slice(0, 10)).toEqual([])
  expect(failures.slice(0, 5)).toEqual([])
  expect(await marks()).toEqual(before)
  // Errors of applications are recorded, within their bound.
  await auth.clientErrors.flush()
  const beyond = await auth.database.rows(sql`
    SELECT client_id FROM client_errors GROUP BY project_id, client_id HAVING count(*) > ${limits.clientErrors}::int`)
  expect(beyond).toEqual([])
}, 3_600_000)
