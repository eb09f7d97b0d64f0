import { type Executor, sql } from '@signet/db'
import { endAccount, endAccountAtClient } from '@signet/sessions'
import { bumpProject } from '@signet/tenancy'
import type { FormBrowser } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, makeClient, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import type { ClientCredentials } from '../support/journey.ts'
import { ask, newBrowser } from './journey.ts'

const api = 'https://api.example'

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'acrValues', { 'urn:example:strong': ['pwd', 'otp'] })
  project = await makeProject(auth)
  await auth.database.run(sql`
    INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes)
    VALUES (${project.id}, 'res_api', ${project.id}, ${api}, ${api}, 'API', ${['read', 'write']})`)
  await auth.database.transaction((tx) => bumpProject(tx, project.id))
})
afterAll(() => auth?.close())

type Options = Partial<Parameters<typeof makeClient>[1]>

async function world(options: Options = {}) {
  const { clientId, clientSecret } = await makeClient(auth, { projectId: project.id, ...options })
  const client: ClientCredentials = options.confidential === false ? { clientId } : { clientId, clientSecret }
  const user = await makeUser(auth, project.id)
  const go = (browser: FormBrowser, parameters: Record<string, string>) =>
    ask({ auth, issuer: project.issuer, client, login: user.email, browser }, parameters)
  return { client, user, go }
}

const errorOf = ({ at }: Awaited<ReturnType<typeof ask>>): string | null =>
  'arrivedAt' in at ? at.arrivedAt.searchParams.get('error') : null

describe('stored consent:', () => {
  it('a consent is valid in another browser, and only new scopes are requested', async () => {
    const { go } = await world()
    await (await go(newBrowser(auth), { scope: 'openid email' })).answer()
    const otherBrowser = newBrowser(auth)
    const again = await go(otherBrowser, { scope: 'openid email' })
    expect(again.page).toBeUndefined()
    expect((await again.answer()).scope).toBe('openid email')
    const more = await go(newBrowser(auth), { scope: 'openid profile' })
    expect(more.said).toContain('see your name and profile')
    await more.answer()
    expect((await go(newBrowser(auth), { scope: 'openid email profile' })).page).toBeUndefined()
  })

  it('a declined scope stays declined in another browser', async () => {
    const { go } = await world({ partialConsent: true })
    await (await go(newBrowser(auth), { scope: 'openid email' })).answer({ 'scope:email': '' })
    const again = await go(newBrowser(auth), { scope: 'openid email' })
    expect(again.page).toBeUndefined()
    expect((await again.answer()).scope).toBe('openid')
  })

  it('consent is requested again on demand and after the application was removed', async () => {
    const { client, user, go } = await world()
    await (await go(newBrowser(auth), { scope: 'openid' })).answer()
    expect((await go(newBrowser(auth), { scope: 'openid', prompt: 'consent' })).page).toBeDefined()
    await auth.database.transaction((tx) =>
      endAccountAtClient(tx, { id: project.id, issuer: project.issuer }, user.id, client.clientId),
    )
    expect((await go(newBrowser(auth), { scope: 'openid' })).said).toContain('asks for access')
  })

  it('a consent is valid for one user only', async () => {
    const { client, go } = await world()
    await (await go(newBrowser(auth), { scope: 'openid' })).answer()
    const { email: login } = await makeUser(auth, project.id)
    const other = await ask({ auth, issuer: project.issuer, client, login }, { scope: 'openid' })
    expect(other.said).toContain('asks for access')
  })

  it('each browser has its own grant', async () => {
    const { go } = await world()
    const offline = { scope: 'openid' }
    const first = newBrowser(auth)
    const tokens = await (await go(first, offline)).answer()
    const second = newBrowser(auth)
    await (await go(second, offline)).answer()
    const [grants] = await auth.database.rows<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM oidc_grants WHERE project_id = ${project.id} AND payload->>'accountId' = ${String(tokens.claims()?.sub)}`,
    )
    expect(grants?.count).toBe(2)
  })
})

describe('application without consent:', () => {
  it('no consent is requested, also for more scopes of an API than before', async () => {
    const { go } = await world({ requireConsent: false })
    const browser = newBrowser(auth)
    await (await go(browser, { scope: 'openid read', resource: api })).answer()
    const more = await go(browser, { scope: 'openid email read write', resource: api })
    expect(more.page).toBeUndefined()
    expect((await more.answer()).scope).toBe('read write')
  })
})

describe('native application (RFC 8252 8.6):', () => {
  it.each([true, false])(
    'a second code is not issued without a page, with consent required: %s',
    async (requireConsent) => {
      const { go } = await world({ native: true, confidential: false, requireConsent })
      const browser = newBrowser(auth)
      const first = await go(browser, { scope: 'openid' })
      expect(first.page === undefined).toBe(!requireConsent)
      await first.answer()
      const second = await go(browser, { scope: 'openid' })
      expect(second.said).toContain('asks for access')
      expect((await second.answer()).access_token).toBeTruthy()
      expect(errorOf(await go(browser, { scope: 'openid', prompt: 'none' }))).toBe('interaction_required')
    },
  )
})

describe('unmet essential claims (OpenID Connect Core 5.5.1):', () => {
  const essential = (member: object) => JSON.stringify({ id_token: member })

  it.each([
    ['a class that the sign-in does not reach', { acr: { essential: true, value: 'urn:example:strong' } }],
    ['an undefined class', { acr: { essential: true, values: ['urn:example:unknown'] } }],
  ])('the request fails with %s', async (_what, member) => {
    const { go } = await world({ requireConsent: false })
    const answer = await go(newBrowser(auth), { scope: 'openid', claims: essential(member) })
    expect(errorOf(answer)).toBe('unmet_authentication_requirements')
  })

  it('the request fails when another user than the requested one signs in', async () => {
    const { go } = await world({ requireConsent: false })
    const claims = essential({ sub: { value: 'usr_other' } })
    expect(errorOf(await go(newBrowser(auth), { scope: 'openid', claims }))).toBe('login_required')
  })
})

type SignOut = (tx: Executor, userId: string, clientId: string) => Promise<unknown>

it.each<[string, SignOut]>([
  ['of all applications', (tx, userId) => endAccount(tx, project, userId)],
  ['of one application', (tx, userId, clientId) => endAccountAtClient(tx, project, userId, clientId)],
])('a user who was signed out %s must consent again at the next sign-in', async (_of, end) => {
  const { client, user, go } = await world()
  await (await go(newBrowser(auth), { scope: 'openid email' })).answer()
  expect((await go(newBrowser(auth), { scope: 'openid email' })).page).toBeUndefined()
  await auth.database.transaction((tx) => end(tx, user.id, client.clientId))
  const again = await go(newBrowser(auth), { scope: 'openid email' })
  expect(again.page).toBeDefined()
  expect((await again.answer()).access_token).toBeTruthy()
})
