import { sql } from '@signet/db'
import { bumpProject } from '@signet/directory'
import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, makeProject, startAuth } from './harness.ts'

let auth: Auth
let issuer: string
beforeAll(async () => {
  auth = await startAuth()
  issuer = (await makeProject(auth)).issuer
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
  ru: ['Не получилось', 'Срок действия страницы истёк', 'Здесь ничего нет'],
  'zh-CN': ['操作未成功', '此页面已过期', '这里什么都没有'],
} as const

describe.each(Object.entries(words))('in the language %s', (language, [refused, expired, nothing]) => {
  it.each([
    ['/auth?client_id=unknown', refused, 400],
    [`/interaction/${'a'.repeat(43)}`, expired, 400],
  ])(
    '%s is answered with a page that says so, and nothing of ours can be framed or scripted',
    async (path, said, status) => {
      const answer = await page(issuer + path, language)
      expect(answer.status).toBe(status)
      expect(answer.html).toContain(said)
      expect(answer.html).toContain(`<html lang="${language}">`)
      expect(answer.headers.get('content-language')).toBe(language)
      expect(answer.headers.get('vary')).toMatch(/Accept-Language/i)
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(answer.headers.get('content-security-policy')).not.toContain('script-src')
      expect(answer.html).not.toContain('<script')
    },
  )

  it('an address where no project answers says so', async () => {
    const answer = await page(`${auth.baseUrl}/no-such-project/auth`, language)
    expect(answer.status).toBe(404)
    expect(answer.html).toContain(nothing)
  })
})

it('ui_locales of the request wins over the browser language', async () => {
  expect((await page(`${issuer}/auth?client_id=unknown&ui_locales=ru`, 'en')).html).toContain(words.ru[0])
})

it('a defect is shown with a reference, which the captured fault carries, and none of its words', async () => {
  const project = await makeProject(auth)
  const id = 'app_broken'
  // A stored colour cannot do this, but a row that no release wrote can: metadata the provider cannot take.
  await auth.database.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO clients (project_id, id, client_name, grant_types, response_types, redirect_uris, token_endpoint_auth_method, secret_sealed, id_token_signed_response_alg)
      VALUES (${project.id}, ${id}, 'Broken', ${['authorization_code']}, ${['code']}, ${['https://rp.example/callback']}, 'client_secret_jwt', 'not sealed by us', 'HS256')`)
    await bumpProject(tx, project.id)
  })
  for (const [language, title] of [
    ['en', 'Something went wrong on our side'],
    ['ru', 'Ошибка на нашей стороне'],
    ['zh-CN', '我们这边出了点问题'],
  ] as const) {
    const answer = await page(`${project.issuer}/auth?client_id=${id}`, language)
    expect(answer.status).toBe(500)
    expect(answer.html).toContain(title)
    const reference = /err_\w{16}/.exec(answer.html)?.[0]
    expect(auth.occurrences.some((occurrence) => occurrence.reference === reference)).toBe(true)
    expect(answer.html).not.toContain('sealed')
  }
})

it('a program gets the error as JSON', async () => {
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
