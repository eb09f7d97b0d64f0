import { directionOf, locales } from '@signet/i18n'
import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

it('both discovery documents advertise the languages of the pages', async () => {
  const { issuer, name } = await makeProject(auth)
  for (const url of [
    `${issuer}/.well-known/openid-configuration`,
    `${auth.baseUrl}/.well-known/oauth-authorization-server/${name}`,
    `${auth.baseUrl}/.well-known/openid-configuration`,
    `${auth.baseUrl}/.well-known/oauth-authorization-server`,
  ]) {
    const metadata = (await (await fetchVia(auth.address)(url)).json()) as Record<string, unknown>
    expect(metadata.ui_locales_supported).toEqual(locales)
  }
})

it.each(locales)(
  'a page in %s states its language, its direction and the headers it varies on',
  async (language) => {
    const { issuer } = await makeProject(auth)
    const answer = await fetchVia(auth.address)(`${issuer}/auth?client_id=unknown`, {
      headers: { accept: 'text/html', 'accept-language': language },
    })
    expect(answer.headers.get('content-language')).toBe(language)
    const vary = (answer.headers.get('vary') ?? '').split(/,\s*/)
    expect(vary).toEqual(expect.arrayContaining(['Accept-Language', 'Cookie']))
    expect(await answer.text()).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
  },
)
