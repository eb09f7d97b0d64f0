import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Auth, makeProject, startAuth } from '../support/harness.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth?.close())

const discoveryPaths = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']

async function moved(form: 'path' | 'subdomain' | 'host') {
  const { id, issuer } = await makeProject(auth, { form })
  const slug = `moved-${form}-${Date.now()}`
  await auth.database.run(
    sql`UPDATE projects SET address_form = 'path', slug = ${slug}, host = NULL WHERE id = ${id}`,
  )
  await bumpProject(auth.database, id)
  return { id, former: issuer, issuer: `${new URL(auth.baseUrl).origin}/${slug}` }
}

const get = (url: string) => fetchVia(auth.address)(url)

it.for(['path', 'subdomain', 'host'] as const)(
  'discovery at a former %s address returns 410 with the new issuer, and other endpoints are not found',
  async (form) => {
    const { former, issuer } = await moved(form)
    for (const path of discoveryPaths) {
      const response = await get(`${former}${path}`)
      expect(response.status).toBe(410)
      expect(await response.json()).toMatchObject({
        error: 'issuer_moved',
        issuer,
        discovery: `${issuer}/.well-known/openid-configuration`,
      })
    }
    expect((await get(`${issuer}/.well-known/openid-configuration`)).status).toBe(200)
    for (const path of ['/jwks', '/auth', '/me', '/account'])
      expect((await get(`${former}${path}`)).status).toBe(404)
  },
)

it('a former address of a project scheduled for deletion names no issuer', async () => {
  const { id, former } = await moved('path')
  await auth.database.run(sql`UPDATE projects SET deletion_scheduled_at = now() WHERE id = ${id}`)
  expect((await get(`${former}${discoveryPaths[0]}`)).status).toBe(404)
})

it('an address that no project had is not found', async () => {
  const origin = new URL(auth.baseUrl).origin
  expect((await get(`${origin}/never-used${discoveryPaths[0]}`)).status).toBe(404)
})
