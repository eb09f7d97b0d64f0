import { sql } from '@signet/db'
import { fetchVia } from '@signet/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { signIn } from '../support/journey.ts'
import { callRegistration } from '../support/registering.ts'

let auth: Auth
let project: { id: string; issuer: string }
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'registration.enabled', true)
  project = await makeProject(auth)
})
afterAll(() => auth?.close())
afterEach(() => expect(auth.occurrences).toEqual([]))

const get = (path: string) =>
  fetchVia(auth.address)(`${project.issuer}${path}`, { headers: { accept: 'text/html' } })

describe('malformed input:', () => {
  it.each(['code', 1, { length: 1 }, [[[]]], null])(
    'a registration with the grant types %j is rejected',
    async (value) => {
      const metadata = { redirect_uris: ['https://rp.example/'], grant_types: value }
      expect((await callRegistration(auth, 'POST', `${project.issuer}/reg`, metadata)).status).toBe(400)
    },
  )

  it.each([
    'software_id',
    'application_type',
    'redirect_uris',
    'post_logout_redirect_uris',
    'client_uri',
    'scope',
  ])('a registration with an unpaired surrogate in %s causes no fault', async (field) => {
    const half = field.endsWith('uris') ? ['https://rp.example/\ud83d'] : 'https://rp.example/\ud83d'
    const metadata = { redirect_uris: ['https://rp.example/'], [field]: half }
    const { status } = await callRegistration(auth, 'POST', `${project.issuer}/reg`, metadata)
    expect([400, 201]).toContain(status)
  })

  it('a registration that is nested too deeply is rejected', async () => {
    const response = await fetchVia(auth.address)(`${project.issuer}/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"redirect_uris":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    })
    expect(response.status).toBe(400)
  })

  it.each(['a%0d%0aSet-Cookie:%20b=c', '%F0%9F%98%80', 'a;b', 'a,b', '%00', '', 'x'.repeat(200)])(
    'a mailed link with the token %j is rejected',
    async (token) => {
      for (const purpose of ['invitation', 'reset', 'verification']) {
        const { status, headers } = await get(`/account/${purpose}?token=${token}`)
        expect([400, 404]).toContain(status)
        expect(headers.get('set-cookie') ?? '').not.toContain(token || '\0')
      }
    },
  )

  it.each(['constructor', '__proto__', 'toString-x hasOwnProperty'])(
    'the language %j is ignored',
    async (tag) => {
      expect((await get(`/auth?ui_locales=${encodeURIComponent(tag)}`)).status).toBe(400)
    },
  )

  it('a device page without the cookie of its sign-in reports that it has expired', async () => {
    expect((await get('/device/V1StGXR8_Z5jdHi6B-myT')).status).toBe(422)
  })

  it('a stored claim named like a property of every object does not affect tokens', async () => {
    const user = await makeUser(auth, project.id)
    await auth.database.run(
      sql`UPDATE accounts SET claims = '{"constructor":"x","toString":"x","__proto__":{"a":1},"nickname":"N"}'::jsonb WHERE id = ${user.id}`,
    )
    const app = await storeClient(auth, project.id)
    const { tokens } = await signIn(auth, project.issuer, app, user.email, { scope: 'openid profile' })
    const response = await fetchVia(auth.address)(`${project.issuer}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(await response.json()).toMatchObject({ sub: user.id, nickname: 'N' })
  })
})
