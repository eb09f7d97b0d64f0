import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applicationOf, signInPageOf } from '../support/account-pages.ts'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

it.each(['path', 'host'] as const)(
  'pages of a project at a %s load Inter by script from addresses that change with the font',
  async (form) => {
    const project = await makeProject(auth, { form })
    const { origin } = new URL(project.issuer)
    const read = (path: string, method = 'GET') => fetchVia(auth.address)(`${origin}${path}`, { method })
    const { page } = await signInPageOf(auth, project.issuer, await applicationOf(auth, project.id))
    expect(page.headers['content-security-policy']).toContain("font-src 'self';")
    const styles = await (await read(/href="(\/assets\/signet-[^"]+)"/.exec(page.html)?.[1] ?? '')).text()
    const fonts = [...styles.matchAll(/url\((\/assets\/[^)]+)\) format\("woff2"\)/g)].map(
      ([, path = '']) => path,
    )
    expect(fonts.map((path) => path.replace(/-[0-9a-f]{12}\./, '-HASH.'))).toEqual([
      '/assets/inter-latin-HASH.woff2',
      '/assets/inter-latin-ext-HASH.woff2',
      '/assets/inter-cyrillic-HASH.woff2',
    ])
    for (const path of fonts) {
      const sent = await read(path)
      expect([sent.status, sent.headers.get('content-type'), sent.headers.get('cache-control')]).toEqual([
        200,
        'font/woff2',
        'public, max-age=31536000, immutable',
      ])
      const bytes = Buffer.from(await sent.arrayBuffer())
      expect(bytes.subarray(0, 4).toString()).toBe('wOF2')
      const head = await read(path, 'HEAD')
      expect([head.headers.get('content-length'), await head.text()]).toEqual([String(bytes.length), ''])
    }
    expect((await read('/assets/inter-latin-000000000000.woff2')).status).toBe(404)
  },
)
