import { type Sql, sql } from '@signet/db'
import { beginTrial, clientSecretPlace, newTryRef, readTrial, tryUrl } from '@signet/federation'
import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Auth, makeProject, startAuth } from './harness.ts'
import { startUpstream } from './upstream.ts'

const providerId = 'upstream'
let auth: Auth
let upstream: Awaited<ReturnType<typeof startUpstream>>
let project: { id: string; issuer: string }
beforeAll(async () => {
  const allowed: string[] = []
  auth = await startAuth(allowed)
  project = await makeProject(auth)
  const callback = `/federation/${providerId}/callback`
  upstream = await startUpstream(() => [`${project.issuer}${callback}`, `${auth.baseUrl}${callback}`])
  allowed.push(upstream.pair)
  auth = { ...auth, ...(await auth.startReplica()) }
  await addProvider(project.id)
})
beforeEach(() => upstream.answer('signed_in'))
afterAll(async () => {
  await upstream?.close()
  await auth?.close()
})

async function addProvider(projectId: string): Promise<void> {
  const { clientId, clientSecret } = upstream.client
  await auth.database.run(sql`
    INSERT INTO identity_providers (project_id, id, display_name, issuer, client_id, client_secret_sealed, scopes, position)
    VALUES (${projectId}, ${providerId}, 'Upstream', ${upstream.issuer}, ${clientId},
      ${auth.vault.seal(clientSecret, clientSecretPlace({ projectId, providerId }))}, ${['email']}, 0)`)
}

const change = (columns: Sql) =>
  auth.database.run(
    sql`UPDATE identity_providers SET ${columns} WHERE project_id = ${project.id} AND id = ${providerId}`,
  )

async function begin({ id: projectId, issuer }: typeof project) {
  const at = { projectId, providerId, tryRef: newTryRef() }
  await auth.database.transaction((tx) => beginTrial(tx, auth.vault, at))
  return { at, url: tryUrl(issuer, providerId, at.tryRef), read: () => readTrial(auth.database, at) }
}

/** A browser without JavaScript that follows redirects at both providers, with a cookie jar for each. */
async function browse(start: string, stop: (url: URL) => boolean = () => false) {
  const here = fetchVia(auth.address)
  const jars = new Map<string, Map<string, string>>()
  for (let url = new URL(start), step = 0; step < 12; step += 1) {
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    const headers = {
      accept: 'text/html',
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    const isUpstream = url.origin === upstream.issuer
    const answer = await (isUpstream
      ? fetch(url, { headers, redirect: 'manual' })
      : here(url.href, { headers }))
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) return { url, status: answer.status, text: await answer.text(), headers: answer.headers }
    url = new URL(location, url)
    if (stop(url)) return { url, status: answer.status, text: '', headers: answer.headers }
  }
  throw new Error('Too many redirects.')
}

describe('a trial sign-in', () => {
  test('goes to the provider and back, keeps the claims for who began it, and signs nobody in', async () => {
    const trial = await begin(project)
    const end = await browse(trial.url)
    expect(end.status, end.text).toBe(200)
    expect(end.text).toContain('succeeded')
    expect(end.text).not.toContain(upstream.person.email)
    expect(await trial.read()).toMatchObject({
      result: { claims: { sub: upstream.person.sub, email: upstream.person.email, iss: upstream.issuer } },
    })
    const signedIn = await auth.database.rows<object>(
      sql`SELECT 1 FROM oidc_sessions WHERE account_id IS NOT NULL UNION ALL SELECT 1 FROM accounts WHERE project_id = ${project.id}`,
    )
    expect(signedIn).toEqual([])
  })

  test('at the root address is led to its own project', async () => {
    const [row] = await auth.database.rows<{ id: string }>(
      sql`SELECT administrators_project_id AS id FROM instance`,
    )
    const root = { id: row?.id ?? '', issuer: auth.baseUrl }
    await addProvider(root.id)
    const trial = await begin(root)
    expect((await browse(trial.url)).text).toContain('succeeded')
    expect(await trial.read()).toMatchObject({ result: { claims: { sub: upstream.person.sub } } })
  })

  test('that the person refuses has failed, with what the provider said', async () => {
    upstream.answer('denied')
    const trial = await begin(project)
    expect((await browse(trial.url)).text).toContain('failed')
    expect(await trial.read()).toMatchObject({
      result: { problem: expect.stringContaining('access_denied') },
    })
  })

  test('T08: is over once it was answered: neither its address nor its answer is taken again', async () => {
    const trial = await begin(project)
    const back = await browse(trial.url, (url) => url.pathname.endsWith('/callback'))
    const ends = [await browse(back.url.href), await browse(back.url.href), await browse(trial.url)]
    expect(ends.map(({ status }) => status)).toEqual([200, 400, 400])
    expect(await trial.read()).toMatchObject({ result: { claims: { sub: upstream.person.sub } } })
  })

  test.each([
    ['an unknown state', (url: URL) => url.searchParams.set('state', 'another')],
    ['no state', (url: URL) => url.searchParams.delete('state')],
  ])('T14: takes no answer with %s', async (_which, alter) => {
    const trial = await begin(project)
    const { url } = await browse(trial.url, (each) => each.pathname.endsWith('/callback'))
    alter(url)
    expect((await browse(url.href)).status).toBe(400)
    expect(await trial.read()).toMatchObject({ result: null })
  })

  test('T03: takes no answer that names another issuer', async () => {
    const trial = await begin(project)
    const { url } = await browse(trial.url, (each) => each.pathname.endsWith('/callback'))
    url.searchParams.set('iss', 'https://evil.example')
    await browse(url.href)
    expect(await trial.read()).toMatchObject({ result: { problem: expect.any(String) } })
  })

  test('with a secret that the provider does not know fails, and says so without it', async () => {
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

  test('T19: asks no address that the guard refuses, and says that it could not', async () => {
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

  test('is not there while federation is off', async () => {
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
  ])('speaks %s to who prefers it', async (language, says) => {
    const trial = await begin(project)
    const { url } = await browse(trial.url, (each) => each.pathname.endsWith('/callback'))
    const answer = await fetchVia(auth.address)(url.href, { headers: { 'accept-language': language } })
    expect(answer.headers.get('content-language')).toBe(language)
    expect(await answer.text()).toContain(says)
  })
})
