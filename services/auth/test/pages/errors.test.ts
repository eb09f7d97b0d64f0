import { raw, sql, Unavailable } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { FormBrowser, fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { party } from '../support/clients.ts'
import { type Auth, makeProject, password, redirectUri, startAuth } from '../support/harness.ts'
import { applicationAndUser, arrivalOf, pageOf, postForm, signIn } from '../support/journey.ts'

let auth: Auth
let issuer: string
let projectId: string
beforeAll(async () => {
  auth = await startAuth()
  const project = await makeProject(auth)
  issuer = project.issuer
  projectId = project.id
})
afterAll(() => auth.close())

const page = async (url: string, language: string) => {
  const answer = await fetchVia(auth.address)(url, {
    headers: { accept: 'text/html', 'accept-language': language },
  })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const words = {
  en: ['That did not work', 'This page has expired', 'There is nothing here'],
  ru: ['Не получилось', 'Срок действия страницы истёк', 'Страница не найдена'],
  'zh-CN': ['操作未成功', '此页面已过期', '页面不存在'],
} as const

describe.each(Object.entries(words))('language %s:', (language, [refused, expired, nothing]) => {
  it.each([
    ['/auth?client_id=unknown', refused, 400],
    [`/interaction/${'a'.repeat(43)}`, expired, 400],
  ])('%s returns an error page that cannot be framed and runs no script', async (path, said, status) => {
    const answer = await page(issuer + path, language)
    expect(answer.status).toBe(status)
    expect(answer.html).toContain(said)
    expect(answer.html).toContain(`<html lang="${language}" dir="ltr">`)
    expect(answer.headers.get('content-language')).toBe(language)
    expect(answer.headers.get('vary')).toMatch(/Accept-Language/i)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src')
    expect(answer.html).not.toContain('<script')
  })

  it('an address without a project returns a page that reports it', async () => {
    const answer = await page(`${auth.baseUrl}/no-such-project/auth`, language)
    expect(answer.status).toBe(404)
    expect(answer.html).toContain(nothing)
  })
})

it('ui_locales takes precedence over the browser language', async () => {
  expect((await page(`${issuer}/auth?client_id=unknown&ui_locales=ru`, 'en')).html).toContain(words.ru[0])
})

it('a defect is shown with the reference of the recorded fault and without its message', async () => {
  const project = await makeProject(auth)
  const id = 'app_broken'
  // oidc-provider rejects the metadata of the row, which no release writes.
  await auth.database.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO clients (project_id, id, client_name, grant_types, response_types, redirect_uris, token_endpoint_auth_method, secret_sealed, id_token_signed_response_alg)
      VALUES (${project.id}, ${id}, 'Broken', ${['authorization_code']}, ${['code']}, ${['https://rp.example/callback']}, 'client_secret_jwt', 'not sealed by us', 'HS256')`)
    await bumpProject(tx, project.id)
  })
  for (const [language, title] of [
    ['en', 'Something went wrong on our side'],
    ['ru', 'Ошибка на нашей стороне'],
    ['zh-CN', '服务出现问题'],
  ] as const) {
    const answer = await page(`${project.issuer}/auth?client_id=${id}`, language)
    expect(answer.status).toBe(500)
    expect(answer.html).toContain(title)
    const reference = /err_\w{16}/.exec(answer.html)?.[0]
    expect(auth.occurrences.some((occurrence) => occurrence.reference === reference)).toBe(true)
    expect(answer.html).not.toContain('sealed')
    expect(answer.html).toContain('<a class="button way main" href="">')
  }
})

it.each([
  ['an internal error', new Error('internal error'), 500, 'Something went wrong on our side', 1],
  ['an unavailable database', new Unavailable('away'), 503, 'Please try again in a moment', 0],
] as const)(
  '%s during a sign-in returns a page, and nothing is printed',
  async (_what, error, status, said, captured) => {
    const { client, user } = await applicationAndUser(auth, projectId)
    const rp = await party(auth, { issuer, ...client })
    const browser = new FormBrowser(auth.address, redirectUri)
    const signIn = pageOf(await browser.open((await rp.begin()).url))
    const before = auth.occurrences.length
    const printed = vi.spyOn(console, 'error')
    const failing = vi.spyOn(auth.passwords, 'verify').mockRejectedValue(error)
    const answer = pageOf(await browser.submit(signIn, '/login', { login: user.email, password }))
    failing.mockRestore()
    expect([answer.status, printed.mock.calls]).toEqual([status, []])
    printed.mockRestore()
    expect(answer.html).toContain(said)
    const again = pageOf(
      await browser.open(new URL(/href="(\.\.\/[^"]+)"/.exec(answer.html)?.[1] ?? '', answer.url)),
    )
    expect(again.html).toContain('name="password"')
    expect(auth.occurrences.length - before).toBe(captured)
    if (captured > 0)
      expect(auth.occurrences.at(-1)).toMatchObject({
        route: 'interaction.login',
        surface: 'oauth',
        clientId: client.clientId,
      })
    // Submits the same form after the failure.
    await browser.submit(signIn, '/login', { login: user.email, password }).then(arrivalOf)
  },
)

describe('fault of a page outside a sign-in:', () => {
  const broken = new Error('internal error')

  it('the fault has the route of the page and its application', async () => {
    const { client, user } = await applicationAndUser(auth, projectId)
    const { browser } = await signIn(auth, issuer, client, user.email)
    const home = pageOf(await browser.open(`${issuer}/account`))
    const failing = vi.spyOn(auth.passwords, 'verify').mockRejectedValue(broken)
    const answer = pageOf(
      await browser.submit(home, '/account', { current: password, password: `${password} new` }),
    )
    failing.mockRestore()
    expect(answer.status).toBe(500)
    expect(auth.occurrences.at(-1)).toMatchObject({
      route: 'account',
      clientId: 'signet-account',
      actor: `enduser:${projectId}:${user.id}`,
    })
  })

  it('the fault has the application of a request that oidc-provider rejected', async () => {
    const project = await makeProject(auth)
    const id = 'app_unreadable'
    await auth.database.run(sql`
      INSERT INTO clients (project_id, id, client_name, grant_types, response_types, redirect_uris, token_endpoint_auth_method, secret_sealed, id_token_signed_response_alg)
      VALUES (${project.id}, ${id}, 'Broken', ${['authorization_code']}, ${['code']}, ${['https://rp.example/callback']}, 'client_secret_jwt', 'not sealed by us', 'HS256')`)
    await page(`${project.issuer}/auth?client_id=${id}`, 'en')
    expect(auth.occurrences.at(-1)).toMatchObject({ route: 'authorization', clientId: id })
  })
})

it('a JSON error of a defect has the reference of its fault', async () => {
  const project = await makeProject(auth)
  const id = 'app_unreadable_json'
  await auth.database.run(sql`
    INSERT INTO clients (project_id, id, client_name, grant_types, response_types, redirect_uris, token_endpoint_auth_method, secret_sealed, id_token_signed_response_alg)
    VALUES (${project.id}, ${id}, 'Broken', ${['client_credentials']}, ${[]}, ${[]}, 'client_secret_jwt', 'not sealed by us', 'HS256')`)
  const answer = await fetchVia(auth.address)(`${project.issuer}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: 'x',
    }).toString(),
  })
  expect(answer.status).toBe(500)
  const body = (await answer.json()) as { error: string; error_description: string }
  expect(body.error).toBe('server_error')
  const reference = /err_\w{16}/.exec(body.error_description)?.[0]
  expect(auth.occurrences.at(-1)).toMatchObject({ reference, route: 'token' })
})

/** Locks the table until the work is done: its statements fail after `lock_timeout`. */
const whileAway = <Result>(table: string, work: () => Promise<Result>): Promise<Result> =>
  auth.database.transaction(async (tx) => {
    await tx.run(sql`LOCK TABLE ${raw(table)} IN ACCESS EXCLUSIVE MODE`)
    return work()
  })

it('a token request returns 503 without a fault while the database is unavailable, and the token is valid afterwards', async () => {
  const { client, user } = await applicationAndUser(auth, projectId)
  const { tokens } = await signIn(auth, issuer, client, user.email, {
    scope: 'openid offline_access',
    prompt: 'consent',
  })
  const refresh = () =>
    postForm(
      auth,
      `${issuer}/token`,
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' },
      client,
    )
  const before = auth.occurrences.length
  const refused = await whileAway('oidc_refresh_tokens', refresh)
  expect([refused.status, refused.body]).toEqual([503, { error: 'temporarily_unavailable' }])
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(auth.occurrences.length).toBe(before)
  expect((await refresh()).status).toBe(200)
})

it.each([
  ['the authorization endpoint', '/auth?client_id=app_unknown', 'clients'],
  ['the page of a device', '/device?user_code=BCDF-GHJK', 'oidc_device_codes'],
  ['the sign-out', '/session/end?client_id=app_unknown', 'clients'],
])('a page returns 503 without a fault while the database is unavailable: %s', async (_what, path, table) => {
  const before = auth.occurrences.length
  const answer = await whileAway(table, () => page(issuer + path, 'en'))
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(answer.html).toContain('Please try again in a moment')
  expect(auth.occurrences.length).toBe(before)
})

it('a client that accepts no HTML receives the error as JSON', async () => {
  const answer = await fetchVia(auth.address)(`${issuer}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=authorization_code',
  })
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  })
})
