import { fetchVia } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Auth, makeClient, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { type ClientCredentials, postForm, signIn } from '../support/journey.ts'

const own = 'https://app.example'
const foreign = [
  'https://other.example',
  'null',
  'https://app.example.evil.example',
  'https://evil-app.example',
  'http://app.example',
  'https://app.example:8443',
  'https://APP.example',
  'https://sub.app.example',
  'file://',
  'https://app.example@evil.example',
]

let auth: Auth
let issuer: string
let projectId: string
let client: ClientCredentials
let other: ClientCredentials
let token: string
beforeAll(async () => {
  auth = await startAuth()
  const project = await makeProject(auth)
  issuer = project.issuer
  projectId = project.id
  const options = { projectId: project.id, requireConsent: false }
  client = await makeClient(auth, { ...options, corsOrigins: [own] })
  other = await makeClient(auth, { ...options, corsOrigins: ['https://other.example'] })
  const user = await makeUser(auth, project.id)
  token = (await signIn(auth, issuer, client, user.email)).tokens.access_token
})
afterAll(() => auth.close())

type Ask = (origin: string) => Promise<{ headers: Headers }>
const form =
  (path: string, body: Record<string, string>): Ask =>
  (origin) =>
    postForm(auth, `${issuer}${path}`, body, client, { origin })

const endpoints: Record<string, Ask> = {
  token: form('/token', { grant_type: 'refresh_token', refresh_token: 'x' }),
  introspection: form('/token/introspection', { token: 'x' }),
  revocation: form('/token/revocation', { token: 'x' }),
  'pushed request': form('/request', { response_type: 'code' }),
  userinfo: (origin) =>
    fetchVia(auth.address)(`${issuer}/me`, { headers: { authorization: `Bearer ${token}`, origin } }),
}

const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')

describe('CORS:', () => {
  it.each(Object.entries(endpoints))(
    '%s is readable only from the origins of its application',
    async (_name, ask) => {
      expect(allowed(await ask(own))).toBe(own)
      for (const origin of foreign) expect([origin, allowed(await ask(origin))]).toEqual([origin, null])
    },
  )

  it.each(Object.entries(endpoints))('%s never allows credentials', async (_name, ask) => {
    for (const origin of [own, ...foreign])
      expect((await ask(origin)).headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('the origin of one application is not allowed for another', async () => {
    const answer = await postForm(auth, `${issuer}/token`, { grant_type: 'x' }, other, { origin: own })
    expect(allowed(answer)).toBeNull()
  })

  it('discovery and the key set are readable from every origin, without credentials', async () => {
    for (const path of ['/jwks', '/.well-known/openid-configuration']) {
      const answer = await fetchVia(auth.address)(`${issuer}${path}`, {
        headers: { origin: 'https://any.example' },
      })
      expect(['*', 'https://any.example']).toContain(allowed(answer))
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  it('pages are readable from no other origin', async () => {
    for (const path of ['/session/end', `/auth?client_id=${client.clientId}`]) {
      const answer = await fetchVia(auth.address)(`${issuer}${path}`, {
        headers: { origin: own, accept: 'text/html' },
      })
      expect([path, allowed(answer)]).toEqual([path, null])
    }
  })

  it('cors.enabled closes every endpoint when switched off', async () => {
    await setSetting(auth, 'cors.enabled', false)
    for (const [name, ask] of Object.entries(endpoints))
      expect([name, allowed(await ask(own))]).toEqual([name, null])
    await setSetting(auth, 'cors.enabled', true)
  })
})

describe('CORS of a public browser application without a list of origins:', () => {
  const spa = 'https://spa.example'
  const callFrom = (at: ClientCredentials, origin: string) =>
    postForm(auth, `${issuer}/token`, { grant_type: 'refresh_token', refresh_token: 'x' }, at, { origin })
  const make = async (options: Partial<Parameters<typeof makeClient>[1]>) => {
    const { clientId } = await makeClient(auth, {
      projectId,
      confidential: false,
      redirectUris: [`${spa}/callback`, 'http://localhost:5173/callback'],
      ...options,
    })
    return { clientId }
  }

  it('the origins of its redirect URIs are allowed and no others', async () => {
    const application = await make({})
    for (const origin of [spa, 'http://localhost:5173'])
      expect(allowed(await callFrom(application, origin))).toBe(origin)
    for (const origin of [...foreign, own, 'http://localhost:5174'])
      expect([origin, allowed(await callFrom(application, origin))]).toEqual([origin, null])
  })

  it('a list of origins takes precedence, and other kinds of applications are not allowed from a browser', async () => {
    expect(allowed(await callFrom(await make({ corsOrigins: [own] }), spa))).toBeNull()
    const native = await make({ native: true })
    expect(allowed(await callFrom(native, spa))).toBeNull()
    const confidential = await makeClient(auth, { projectId, redirectUris: [`${spa}/callback`] })
    expect(allowed(await callFrom(confidential, spa))).toBeNull()
  })
})
