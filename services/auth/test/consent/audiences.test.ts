import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { party } from '../support/clients.ts'
import { type Auth, makeClient, makeProject, makeUser, password, startAuth } from '../support/harness.ts'
import { arrivalOf, type ClientCredentials, pageOf } from '../support/journey.ts'
import { ask, newBrowser, textOf } from './journey.ts'

const [orders, stock] = ['https://orders.example', 'https://stock.example']

let auth: Auth
let project: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  auth = await startAuth()
  project = await makeProject(auth)
  for (const [identifier, name, description] of [
    [orders, 'Orders', 'see your orders'],
    [stock, 'Stock', 'see the stock'],
  ] as const)
    await auth.database.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, scope_descriptions)
      VALUES (${project.id}, ${`res_${name}`}, ${project.id}, ${identifier}, ${identifier}, ${name}, ${['read', 'write']},
        ${JSON.stringify({ read: { description, kind: 'see' } })}::jsonb)`)
  await auth.database.transaction((tx) => bumpProject(tx, project.id))
})
afterAll(() => auth?.close())

const both = { scope: 'openid read write' }

/** `URLSearchParams` of the helper cannot repeat a parameter. */
async function askBoth(client: ClientCredentials, login: string) {
  const rp = await party(auth, { issuer: project.issuer, ...client })
  const { url, checks } = await rp.beginRaw(both)
  for (const resource of [orders, stock]) url.searchParams.append('resource', resource)
  const browser = newBrowser(auth)
  const page = pageOf(await browser.submit(pageOf(await browser.open(url)), '/login', { login, password }))
  return { rp, checks, browser, page }
}

async function tokenFor(
  { rp, checks }: Awaited<ReturnType<typeof askBoth>>,
  answer: URL,
  resource: string,
): Promise<string> {
  const tokens = await oidc.authorizationCodeGrant(rp.config, answer, checks, { resource })
  return String(decodeJwt(tokens.access_token).scope ?? '')
}

describe('consent for several APIs:', () => {
  it('the page names each audience with the permissions of the application there', async () => {
    const client = await makeClient(auth, { projectId: project.id })
    const { page } = await askBoth(client, (await makeUser(auth, project.id)).email)
    expect(textOf(page.html)).toContain(
      `At Orders the app will be able to ${orders} see your orders see only Without a description by the developer write At Stock the app will be able to ${stock} see the stock see only Without a description by the developer write`,
    )
  })

  it.each([
    [orders, 'read'],
    [stock, 'read write'],
  ])('the scopes of each audience are decided separately: %s keeps %s', async (resource, left) => {
    const client = await makeClient(auth, { projectId: project.id, partialConsent: true })
    const asked = await askBoth(client, (await makeUser(auth, project.id)).email)
    const answer = arrivalOf(await asked.browser.submit(asked.page, '/consent', { 'scope:write': '' }))
    expect(await tokenFor(asked, answer, resource)).toBe(left)
  })

  it('an audience without a requested scope is named, and a new audience requires consent', async () => {
    const client = await makeClient(auth, { projectId: project.id })
    const login = (await makeUser(auth, project.id)).email
    const browser = newBrowser(auth)
    const at = { auth, issuer: project.issuer, client, login, browser }
    await (await ask(at, { scope: 'openid' })).answer()
    const first = await ask(at, { scope: 'openid', resource: orders })
    expect(first.said).toContain('At Orders the app will be able to')
    expect(first.said).toContain('reach it in your name')
    await first.answer()
    expect((await ask(at, { scope: 'openid', resource: orders })).page).toBeUndefined()
    expect((await ask(at, { scope: 'openid read', resource: orders })).said).toContain('see your orders')
    expect((await ask(at, { scope: 'openid', resource: stock })).said).toContain('At Stock')
  })

  it('a scope that the audience does not declare is not shown', async () => {
    const client = await makeClient(auth, { projectId: project.id })
    const login = (await makeUser(auth, project.id)).email
    const { said, answer } = await ask(
      { auth, issuer: project.issuer, client, login },
      { scope: 'openid read everything', resource: orders },
    )
    expect(said).not.toContain('everything')
    expect(decodeJwt((await answer()).access_token).scope).toBe('read')
  })
})
