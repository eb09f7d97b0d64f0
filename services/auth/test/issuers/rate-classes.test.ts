import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth([], { SIGNET_PROXY_HOPS: '1' })
  await setSetting(auth, 'rateLimit.enabled', true)
  await setSetting(auth, 'rateLimit.trustedProxy', true)
})
afterAll(() => auth?.close())

const classes = ['strict', 'ordinary', 'public'] as const
const routes: readonly (readonly [path: string, method: string, limited: (typeof classes)[number]])[] = [
  ['/auth', 'GET', 'strict'],
  ['/token', 'POST', 'strict'],
  ['/token/introspection', 'POST', 'strict'],
  ['/session/end', 'GET', 'strict'],
  ['/me', 'GET', 'ordinary'],
  ['/account', 'GET', 'ordinary'],
  ['/jwks', 'GET', 'public'],
  ['/.well-known/openid-configuration', 'GET', 'public'],
  ['/assets/paint-336699.css', 'GET', 'public'],
  ['/no-such-page', 'GET', 'public'],
]

it.each(routes)('%s (%s) is limited only by the class %s', async (path, method, limited) => {
  const { issuer } = await makeProject(auth)
  const row = routes.findIndex(([at]) => at === path) + 1
  for (const [index, name] of classes.entries()) {
    for (const other of classes) await setSetting(auth, `rateLimit.${other}.max`, other === name ? 1 : 1000)
    // Requests without an endpoint are counted by the settings of the last request with an endpoint.
    await fetchVia(auth.address)(`${issuer}/jwks`, {
      headers: { 'x-forwarded-for': `198.51.${index}.${row}` },
    })
    const origin = `192.0.${index}.${row}`
    const ask = async () => {
      const headers = { 'x-forwarded-for': origin }
      return (await fetchVia(auth.address)(`${issuer}${path}`, { method, headers })).status
    }
    expect(await ask()).not.toBe(429)
    expect((await ask()) === 429, name).toBe(name === limited)
  }
})
