import { sql } from '@signet/db'
import { FormBrowser, fetchVia, someOf } from '@signet/testkit'
import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oauth4webapi } from '../libraries/oauth4webapi.ts'
import { openidClient } from '../libraries/openid-client.ts'
import { type LibraryClient, methods } from '../libraries/types.ts'
import { keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { answerRequest, approveDevice, authorize } from '../support/journey.ts'

const noRedirect = { response_types: [], redirect_uris: [] }
const grants = {
  code: { grant_types: ['authorization_code', 'refresh_token'] },
  device: {
    ...noRedirect,
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  },
  ciba: {
    ...noRedirect,
    grant_types: ['urn:openid:params:grant-type:ciba', 'refresh_token'],
    backchannel_token_delivery_mode: 'poll',
  },
  machine: { ...noRedirect, grant_types: ['client_credentials'] },
} as const

const libraries = { 'openid-client': openidClient, oauth4webapi } as const
const forms = ['path', 'subdomain', 'host'] as const
const combinations = Object.entries(libraries).flatMap(([name, open]) =>
  forms.map((form) => [name, open, form] as const),
)
const offline = { scope: 'openid offline_access', prompt: 'consent' }
const orders = 'https://orders.example/'
const stock = 'https://stock.example/'

type Place = { id: string; issuer: string; email: string; userId: string }

let auth: Auth
let key: Awaited<ReturnType<typeof keyOf>>
const places = new Map<string, Place>()
beforeAll(async () => {
  auth = await startAuth()
  key = await keyOf()
  await setSetting(auth, 'ciba.enabled', true)
  for (const form of forms) places.set(form, await place(form))
})
afterAll(() => auth.close())

async function place(form: (typeof forms)[number]): Promise<Place> {
  const { id, issuer } = await makeProject(auth, { form })
  const user = await makeUser(auth, id)
  for (const [identifier, format] of [
    [orders, 'jwt'],
    [stock, 'opaque'],
  ] as const)
    await auth.database.run(sql`
      INSERT INTO resources (project_id, id, namespace, identifier, identifier_key, name, scopes, token_format)
      VALUES (${id}, ${identifier}, ${id}, ${identifier}, ${identifier}, 'API', ${['read']}, ${format})`)
  return { id, issuer, email: user.email, userId: user.id }
}

const newBrowser = () => new FormBrowser(auth.address, redirectUri)

describe.each(someOf(combinations))('%s:', (_name, open, form) => {
  describe(`at a ${form} project:`, () => {
    const world = async (
      grant: keyof typeof grants,
      { method = 'client_secret_basic', dpop = false }: Partial<Pick<LibraryClient, 'method' | 'dpop'>> = {},
    ) => {
      const at = places.get(form)
      if (!at) throw new Error(`no project at a ${form}`)
      const { clientId, clientSecret } = await storeClient(auth, at.id, {
        ...grants[grant],
        token_endpoint_auth_method: method,
        ...(method === 'private_key_jwt' ? { jwks: key.jwks } : {}),
      })
      const secret = method.startsWith('client_secret') ? { clientSecret } : {}
      const client = {
        issuer: at.issuer,
        clientId,
        ...secret,
        method,
        key: key.privateKey,
        kid: key.kid,
        dpop,
      }
      return { ...at, client, library: await open(auth, client) }
    }

    it.each(methods)(
      'the code grant completes with PKCE, refresh with rotation, userinfo, introspection and revocation as %s',
      async (method) => {
        const { library, email, userId } = await world('code', { method })
        const { url, redeem } = await library.begin(offline)
        const first = await redeem(await authorize(newBrowser(), url, email))
        const next = await library.refresh(first.refreshToken ?? '')
        expect([first.sub, next.sub]).toEqual([userId, userId])
        expect(next.refreshToken).not.toBe(first.refreshToken)
        expect(await library.userinfo(next.accessToken, userId)).toMatchObject({ sub: userId })
        // Token introspection requires an authenticated client.
        if (method !== 'none')
          expect(await library.introspect(next.accessToken)).toMatchObject({ active: true, sub: userId })
        await library.revoke(next.refreshToken ?? '')
        await expect(library.refresh(next.refreshToken ?? '')).rejects.toThrow()
        await expect(library.userinfo(next.accessToken, userId)).rejects.toThrow()
        if (method !== 'none') expect(await library.introspect(next.accessToken)).toEqual({ active: false })
      },
    )

    it('a pushed request completes with its code', async () => {
      const { library, email, userId, issuer } = await world('code')
      const { url, redeem } = await library.begin({ scope: 'openid' }, { pushed: true })
      expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
      expect(url.href.startsWith(`${issuer}/auth?`)).toBe(true)
      expect((await redeem(await authorize(newBrowser(), url, email))).sub).toBe(userId)
    })

    it.each(['client_secret_basic', 'none'] as const)(
      'code, refresh and userinfo complete with DPoP-bound tokens as %s',
      async (method) => {
        const { library, client, email, userId, issuer } = await world('code', { dpop: true, method })
        const { url, redeem } = await library.begin(offline)
        const first = await redeem(await authorize(newBrowser(), url, email))
        const next = await library.refresh(first.refreshToken ?? '')
        expect([first.type, next.type]).toEqual(['dpop', 'dpop'])
        expect(await library.userinfo(next.accessToken, userId)).toMatchObject({ sub: userId })
        const headers = { authorization: `Bearer ${next.accessToken}` }
        expect((await fetchVia(auth.address)(`${issuer}/me`, { headers })).status).toBe(401)
        // A public client's refresh token is bound too: another key is rejected.
        const thief = await open(auth, client)
        if (method === 'none') await expect(thief.refresh(next.refreshToken ?? '')).rejects.toThrow()
      },
    )

    it('the device grant completes and its refresh token works', async () => {
      const { library, email, userId } = await world('device')
      const { complete, redeem } = await library.device(offline)
      await approveDevice(newBrowser(), complete, email)
      const tokens = await redeem()
      expect(tokens.sub).toBe(userId)
      expect((await library.refresh(tokens.refreshToken ?? '')).sub).toBe(userId)
    })

    it('the backchannel grant completes by polling and its refresh token works', async () => {
      const { library, issuer, email, userId } = await world('ciba')
      const { redeem } = await library.backchannel({ scope: offline.scope, login_hint: email })
      await answerRequest(newBrowser(), issuer, email)
      const tokens = await redeem()
      expect(tokens.sub).toBe(userId)
      expect((await library.refresh(tokens.refreshToken ?? '')).sub).toBe(userId)
    })

    it('the client credentials grant returns a JWT that the keys of the project verify', async () => {
      const { library, issuer, client } = await world('machine')
      const { accessToken } = await library.machine({ resource: orders, scope: 'read' })
      const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`), {
        [customFetch]: (url) => fetchVia(auth.address)(url),
      })
      const { payload, protectedHeader } = await jwtVerify(accessToken, keys, { issuer, audience: orders })
      expect(protectedHeader.typ).toBe('at+jwt')
      expect(payload).toMatchObject({ client_id: client.clientId, scope: 'read' })
    })

    it('the client credentials grant returns an opaque token that introspection describes', async () => {
      const { library, client } = await world('machine')
      const { accessToken } = await library.machine({ resource: stock, scope: 'read' })
      expect(accessToken).not.toContain('.')
      const said = { active: true, aud: stock, client_id: client.clientId, scope: 'read' }
      expect(await library.introspect(accessToken)).toMatchObject(said)
      await library.revoke(accessToken)
      expect(await library.introspect(accessToken)).toEqual({ active: false })
    })
  })
})
