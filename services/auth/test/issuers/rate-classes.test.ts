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

it('a burst of requests for a document receives exactly the allowed number, each with its id and the same headers', async () => {
  const { issuer } = await makeProject(auth)
  await setSetting(auth, 'rateLimit.public.max', 30)
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const get = () => fetchVia(auth.address)(`${issuer}/jwks`, { headers })
  const responses = [await get()]
  // Part of the burst is sent from memory within a millisecond of a read, and part waits for a read.
  while (responses.length < 60) responses.push(...(await Promise.all(Array.from({ length: 20 }, get))))
  const sent = responses.filter(({ status }) => status === 200)
  expect(sent).toHaveLength(30)
  const shown = sent.map(({ headers: all }) =>
    [...all].filter(([name]) => !['x-request-id', 'date'].includes(name)).toString(),
  )
  expect(new Set(shown).size).toBe(1)
  expect(new Set(responses.map((response) => response.headers.get('x-request-id'))).size).toBe(
    responses.length,
  )
})
