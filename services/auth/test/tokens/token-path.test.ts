import type { AddressInfo } from 'node:net'
import { openDatabase, type Sql } from '@signet/db'
import { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openArtifacts } from '../../src/artifacts/artifact-store.ts'
import { type Auth, makeClient, makeProject, makeUser, redirectUri, startAuth } from '../support/harness.ts'
import { approveDevice, postForm, signIn } from '../support/journey.ts'

/** Tables with rows of projects in statements of the token path, with their aliases. */
const occurrence =
  /\b(?:FROM|JOIN|UPDATE|INTO|USING)\s+(oidc_\w+|accounts|group_members|groups|upstream_sessions|identity_providers)\b(?:\s+(?:AS\s+)?(?!SET\b|WHERE\b|ON\b|USING\b|ORDER\b)(\w+))?/g

const texts = new Set<string>()
let auth: Auth
let close: () => Promise<void>
beforeAll(async () => {
  auth = await startAuth()
  const { connectionString = '' } = auth.database.pool.options
  const tokens = openDatabase({ url: connectionString, name: 'recorded', as: 'token' })
  const noting = (statement: Sql): Sql => {
    texts.add(statement.text)
    return statement
  }
  const artifacts = openArtifacts({
    rows: (statement) => tokens.rows(noting(statement)),
    run: (statement) => tokens.run(noting(statement)),
  })
  const app = await buildApp({ ...auth.depsNow(), artifacts })
  await app.listen({ host: '127.0.0.1', port: 0 })
  auth = { ...auth, address: { host: '127.0.0.1', port: (app.server.address() as AddressInfo).port } }
  close = async () => {
    await app.close()
    await tokens.close()
    await auth.close()
  }
})
afterAll(() => close?.())

async function everyKindOfRequest(): Promise<void> {
  const project = await makeProject(auth)
  const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
  const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials', deviceGrant]
  const client = await makeClient(auth, { projectId: project.id, requireConsent: false, grantTypes })
  const user = await makeUser(auth, project.id)
  const at = (path: string, body: Record<string, string>) =>
    postForm(auth, `${project.issuer}${path}`, body, client)
  const scope = 'openid email groups offline_access'
  const { tokens } = await signIn(auth, project.issuer, client, user.email, { scope, prompt: 'consent' })
  const refreshed = await at('/token', {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token ?? '',
  })
  await at('/token/introspection', { token: String(refreshed.body.access_token) })
  await at('/token/revocation', { token: String(refreshed.body.refresh_token) })
  await at('/token', { grant_type: 'client_credentials' })
  const { body: device } = await at('/device/auth', { scope: 'openid' })
  const browser = new FormBrowser(auth.address, redirectUri)
  await approveDevice(browser, String(device.verification_uri_complete), user.email)
  await at('/token', { grant_type: deviceGrant, device_code: String(device.device_code) })
  await browser.open(`${project.issuer}/session/end`)
}

it('every statement that serves requests of several projects restricts each table to the project of its request', async () => {
  await everyKindOfRequest()
  const named = new Set<string>()
  for (const text of texts)
    for (const [whole, table = '', alias = table] of text.matchAll(occurrence)) {
      named.add(table)
      if (whole.startsWith('INTO')) expect(text, whole).toContain(`INTO ${table} (project_id,`)
      else
        expect(text, whole).toMatch(
          new RegExp(`\\b(${alias}\\.)?project_id = (v\\.p|\\w+\\.project_id|\\$\\d+)`),
        )
    }
  expect(texts.size).toBeGreaterThan(20)
  expect(named).toEqual(
    new Set([
      ...named,
      'accounts',
      'oidc_sessions',
      'oidc_grants',
      'oidc_access_tokens',
      'oidc_refresh_tokens',
    ]),
  )
})
