import { type Sql, sql } from '@signet/db'
import { beginTrial, clientSecretPlace, newTryRef, readTrial, tryUrl } from '@signet/federation'
import { type FormBrowser, isPage } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Auth, makeProject } from '../support/harness.ts'
import { addProvider, browserOf, isCallback, startFederation, type Upstream } from './world.ts'

const providerId = 'upstream'
let auth: Auth
let upstream: Upstream
let project: { id: string; issuer: string }
let close: () => Promise<void>
beforeAll(async () => {
  ;({ auth, upstream, close } = await startFederation())
  project = await makeProject(auth)
  await addProvider(auth, project.id, upstream, { id: providerId })
})
beforeEach(() => upstream.answer('signed_in'))
afterAll(() => close?.())

const change = (columns: Sql) =>
  auth.database.run(
    sql`UPDATE identity_providers SET ${columns} WHERE project_id = ${project.id} AND id = ${providerId}`,
  )

async function begin({ id: projectId, issuer }: typeof project) {
  const at = { projectId, providerId, tryRef: newTryRef() }
  await auth.database.transaction((tx) => beginTrial(tx, auth.vault, at))
  return { at, url: tryUrl(issuer, providerId, at.tryRef), read: () => readTrial(auth.database, at) }
}

async function browse(start: string, { stop, browser = browserOf(auth) }: Browsing = {}) {
  const end = await browser.open(start, stop)
  return isPage(end)
    ? { url: end.url, status: end.status, text: end.html, browser }
    : { url: end.arrivedAt, status: 303, text: '', browser }
}

interface Browsing {
  readonly stop?: (url: URL) => boolean
  readonly browser?: FormBrowser
}

describe('trial sign-in:', () => {
  test('a trial signs in at the provider, stores the claims for the administrator who began it and creates no session', async () => {
    const trial = await begin(project)
    const end = await browse(trial.url)
    expect(end.status, end.text).toBe(200)
    expect(end.text).toContain('succeeded')
    expect(end.text).not.toContain(String(upstream.person.email))
    expect(await trial.read()).toMatchObject({
      result: {
        claims: { sub: upstream.person.sub, email: String(upstream.person.email), iss: upstream.issuer },
      },
    })
    const signedIn = await auth.database.rows<object>(
      sql`SELECT 1 FROM oidc_sessions WHERE account_id IS NOT NULL UNION ALL SELECT 1 FROM accounts WHERE project_id = ${project.id}`,
    )
    expect(signedIn).toEqual([])
  })

  test('a trial at the root address belongs to its own project', async () => {
    const [row] = await auth.database.rows<{ id: string }>(
      sql`SELECT administrators_project_id AS id FROM instance`,
    )
    const root = { id: row?.id ?? '', issuer: auth.baseUrl }
    await addProvider(auth, root.id, upstream, { id: providerId })
    const trial = await begin(root)
    expect((await browse(trial.url)).text).toContain('succeeded')
    expect(await trial.read()).toMatchObject({ result: { claims: { sub: upstream.person.sub } } })
  })

  test('a trial that the user cancels fails with the error of the provider', async () => {
    upstream.answer('denied')
    const trial = await begin(project)
    expect((await browse(trial.url)).text).toContain('failed')
    expect(await trial.read()).toMatchObject({
      result: { problem: expect.stringContaining('access_denied') },
    })
  })

  test('a completed trial rejects its address and its response', async () => {
    const trial = await begin(project)
    const back = await browse(trial.url, { stop: isCallback })
    const ends = [
      await browse(back.url.href, back),
      await browse(back.url.href, back),
      await browse(trial.url, back),
    ]
    expect(ends.map(({ status }) => status)).toEqual([200, 400, 400])
    expect(await trial.read()).toMatchObject({ result: { claims: { sub: upstream.person.sub } } })
  })

  test.each([
    ['an unknown state', (url: URL) => url.searchParams.set('state', 'another')],
    ['no state', (url: URL) => url.searchParams.delete('state')],
  ])('a response with %s is rejected', async (_which, alter) => {
    const trial = await begin(project)
    const { url, browser } = await browse(trial.url, { stop: isCallback })
    alter(url)
    expect((await browse(url.href, { browser })).status).toBe(400)
    expect(await trial.read()).toMatchObject({ result: null })
  })

  test('a response that names another issuer is rejected', async () => {
    const trial = await begin(project)
    const { url, browser } = await browse(trial.url, { stop: isCallback })
    url.searchParams.set('iss', 'https://evil.example')
    await browse(url.href, { browser })
    expect(await trial.read()).toMatchObject({ result: { problem: expect.any(String) } })
  })

  test('a trial with a secret unknown to the provider fails, and the secret is not shown', async () => {
    const wrong = 'canary-secret'
    const place = clientSecretPlace({ projectId: project.id, providerId })
    await change(sql`client_secret_sealed = ${auth.vault.seal(wrong, place)}`)
    onTestFinished(async () => {
      await change(sql`client_secret_sealed = ${auth.vault.seal(upstream.client.clientSecret, place)}`)
    })
    const trial = await begin(project)
    const end = await browse(trial.url)
    const { result } = (await trial.read()) ?? {}
    expect(result).toMatchObject({ problem: expect.stringContaining('invalid_client') })
    expect(JSON.stringify([result, end.text])).not.toContain(wrong)
  })

  test('a trial requests no forbidden address and states that the provider is unreachable', async () => {
    await change(sql`issuer = 'https://169.254.169.254'`)
    onTestFinished(async () => {
      await change(sql`issuer = ${upstream.issuer}`)
    })
    const trial = await begin(project)
    expect((await browse(trial.url)).text).toContain('failed')
    expect(await trial.read()).toMatchObject({
      result: {
        problem: 'The provider could not be reached at its address, or gave no answer of a provider.',
      },
    })
  })

  test('a trial is not found while federation is off', async () => {
    const trial = await begin(project)
    const set = (value: boolean) =>
      auth.database.run(sql`
        WITH bump AS (UPDATE instance SET version = version + 1)
        INSERT INTO settings (key, value) VALUES ('federation.enabled', ${String(value)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`)
    onTestFinished(async () => void (await set(true)))
    await set(false)
    expect((await browse(trial.url)).status).toBe(404)
  })

  test.each([
    ['ru', 'Пробный вход удался'],
    ['zh-CN', '测试登录成功'],
  ])('the page exists in %s', async (language, says) => {
    const trial = await begin(project)
    const { url, browser } = await browse(trial.url, { stop: isCallback })
    browser.headers['accept-language'] = language
    const page = await browser.open(url)
    expect(page).toMatchObject({
      headers: { 'content-language': language },
      html: expect.stringContaining(says),
    })
  })
})
