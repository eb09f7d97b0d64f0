import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applicationOf, signInPageOf } from '../support/account-pages.ts'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

const image = (last: number) => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, last])

const setLogo = (projectId: string, logo: Buffer | null) =>
  auth.database.transaction(async (tx) => {
    await tx.run(
      sql`UPDATE projects SET logo = ${logo}, logo_type = ${logo && 'image/png'} WHERE id = ${projectId}`,
    )
    await bumpProject(tx, projectId)
  })

async function logoOf({ id, issuer }: { id: string; issuer: string }) {
  const { page } = await signInPageOf(auth, issuer, await applicationOf(auth, id))
  return /<p class="project"><img src="([^"]+)"/.exec(page.html)?.[1]
}

it.each(['path', 'host'] as const)(
  'pages of a project at a %s show its logo at an address that changes with the image',
  async (form) => {
    const project = await makeProject(auth, { form })
    const { origin } = new URL(project.issuer)
    const read = (path = '', method = 'GET') => fetchVia(auth.address)(`${origin}${path}`, { method })
    expect(await logoOf(project)).toBeUndefined()
    await setLogo(project.id, image(1))
    const first = await logoOf(project)
    const sent = await read(first)
    expect(sent.status).toBe(200)
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(image(1))
    const head = await read(first, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '9', ''])
    expect((await read(first, 'POST')).status).toBe(404)

    await setLogo(project.id, image(2))
    const second = await logoOf(project)
    expect(second).not.toBe(first)
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    await setLogo(project.id, null)
    expect(await logoOf(project)).toBeUndefined()
    expect((await read(second)).status).toBe(404)
  },
)
