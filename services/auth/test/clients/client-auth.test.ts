import { digest } from '@signet/secrets'
import { CompactSign, exportJWK, type SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeClient, keyOf, party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, setSetting, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

let auth: Auth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

const machine = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] }
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

type Key = Awaited<ReturnType<typeof keyOf>>

async function world(method: string, form: 'path' | 'subdomain' | 'host' = 'path', alg = 'ES256') {
  const { id, issuer } = await makeProject(auth, { form })
  const key = await keyOf(alg)
  const client = await storeClient(auth, id, {
    ...machine,
    token_endpoint_auth_method: method,
    ...(method === 'private_key_jwt' ? { jwks: key.jwks } : {}),
  })
  return { issuer, key, ...client }
}

const authentication = (method: string, secret: string, key: Key): oidc.ClientAuth => {
  if (method === 'client_secret_post') return oidc.ClientSecretPost(secret)
  if (method === 'client_secret_jwt') return oidc.ClientSecretJwt(secret)
  if (method === 'private_key_jwt') return oidc.PrivateKeyJwt({ key: key.privateKey, kid: key.kid })
  return oidc.ClientSecretBasic(secret)
}

const methods = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt'] as const
const forms = ['path', 'subdomain', 'host'] as const

describe.each(methods)('%s:', (method) => {
  it.each(forms)('openid-client authenticates at a %s project', async (form) => {
    const { issuer, clientId, clientSecret, key } = await world(method, form)
    const rp = await party(auth, {
      issuer,
      clientId,
      authentication: authentication(method, clientSecret, key),
      // The HMAC key of client_secret_jwt.
      ...(method === 'client_secret_jwt' ? { clientSecret } : {}),
    })
    expect((await oidc.clientCredentialsGrant(rp.config)).access_token).toEqual(expect.any(String))
  })

  it('the method is rejected and absent from discovery while the setting omits it', async () => {
    const { issuer, clientId, clientSecret, key } = await world(method)
    const options = {
      issuer,
      clientId,
      clientSecret,
      authentication: authentication(method, clientSecret, key),
    }
    await setSetting(auth, 'clientAuthMethods', ['none', ...methods.filter((other) => other !== method)])
    try {
      const { config } = await party(auth, options)
      expect(config.serverMetadata().token_endpoint_auth_methods_supported).not.toContain(method)
      await expect(oidc.clientCredentialsGrant(config)).rejects.toThrow()
    } finally {
      await setSetting(auth, 'clientAuthMethods', ['none', ...methods])
    }
    const { config } = await party(auth, options)
    expect(config.serverMetadata().token_endpoint_auth_methods_supported).toContain(method)
    await expect(oidc.clientCredentialsGrant(config)).resolves.toBeTruthy()
  })
})

interface Assertion {
  readonly aud?: unknown
  readonly claims?: Record<string, unknown>
  readonly header?: Record<string, unknown>
  readonly key?: Parameters<SignJWT['sign']>[0]
}

async function present(
  { issuer, clientId, key }: { issuer: string; clientId: string; key: Key },
  { aud = issuer, claims = {}, header = {}, key: signer = key.privateKey }: Assertion = {},
) {
  const now = Math.floor(Date.now() / 1000)
  const payload = {
    iss: clientId,
    sub: clientId,
    aud,
    jti: crypto.randomUUID(),
    iat: now,
    exp: now + 60,
    ...claims,
  }
  const assertion = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
    .sign(signer)
  return send(issuer, clientId, assertion)
}

const send = (issuer: string, clientId: string, assertion: string) =>
  postForm(
    auth,
    `${issuer}/token`,
    { grant_type: 'client_credentials', client_assertion_type: assertionType, client_assertion: assertion },
    { clientId },
  )

describe('audience of a client assertion:', () => {
  it('the issuer and the token endpoint are accepted as the audience', async () => {
    const at = await world('private_key_jwt')
    expect((await present(at)).status).toBe(200)
    expect((await present(at, { aud: `${at.issuer}/token` })).status).toBe(200)
  })

  it('a list and another server are rejected as the audience', async () => {
    const at = await world('private_key_jwt')
    const other = await makeProject(auth)
    for (const aud of [
      [at.issuer],
      [at.issuer, other.issuer],
      other.issuer,
      `${other.issuer}/token`,
      '',
      undefined,
      7,
    ])
      expect(
        (await present(at, aud === undefined ? { claims: { aud: undefined } } : { aud })).status,
        String(aud),
      ).toBe(401)
  })

  it('only the issuer is accepted as the audience under the FAPI profile', async () => {
    const at = await world('private_key_jwt')
    await setSetting(auth, 'fapi.enabled', true)
    try {
      const refused = await present(at, { aud: `${at.issuer}/token` })
      expect(refused.body).toMatchObject({ error: 'invalid_client' })
    } finally {
      await setSetting(auth, 'fapi.enabled', false)
    }
  })
})

describe('forged client assertion:', () => {
  it('an assertion without a signature is rejected', async () => {
    const at = await world('private_key_jwt')
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const exp = Math.floor(Date.now() / 1000) + 60
    const claims = part({ iss: at.clientId, sub: at.clientId, aud: at.issuer, jti: 'n', exp })
    for (const alg of ['none', 'None', 'ES256'])
      expect((await send(at.issuer, at.clientId, `${part({ alg })}.${claims}.`)).status, alg).toBe(401)
  })

  it('an assertion signed with the public key as an HMAC secret is rejected', async () => {
    const at = await world('private_key_jwt')
    for (const secret of [JSON.stringify(await exportJWK(at.key.publicKey)), at.key.kid, ''])
      expect(
        (
          await present(at, {
            header: { alg: 'HS256' },
            key: new TextEncoder().encode(secret.padEnd(32, ' ')),
          })
        ).status,
      ).toBe(401)
  })

  it('an assertion signed with a key from its own header is rejected', async () => {
    const at = await world('private_key_jwt')
    const own = await keyOf()
    const jwk = await exportJWK(own.publicKey)
    expect((await present(at, { header: { jwk }, key: own.privateKey })).status).toBe(401)
    expect(
      (await present(at, { header: { jku: 'https://evil.example/jwks' }, key: own.privateKey })).status,
    ).toBe(401)
    expect((await present(at, { key: own.privateKey })).status).toBe(401)
  })

  it('an assertion of another JWT type, expired or of another client is rejected', async () => {
    const at = await world('private_key_jwt')
    const past = Math.floor(Date.now() / 1000) - 120
    for (const wrong of [
      { header: { typ: 'logout+jwt' } },
      { header: { typ: 'dpop+jwt' } },
      { claims: { exp: past } },
      { claims: { exp: undefined } },
      { claims: { jti: undefined } },
      { claims: { iss: 'another-client' } },
    ])
      expect((await present(at, wrong)).status, JSON.stringify(wrong)).toBe(401)
  })

  it('an assertion signed with the stored digest of the secret is rejected', async () => {
    const { id, issuer } = await makeProject(auth)
    const { clientId, clientSecret } = await storeClient(auth, id, {
      ...machine,
      token_endpoint_auth_method: 'client_secret_jwt',
    })
    await changeClient(auth, clientId, 'secret_sealed', null)
    const key = await keyOf()
    const signer = new TextEncoder().encode(digest(clientSecret))
    expect((await present({ issuer, clientId, key }, { header: { alg: 'HS256' }, key: signer })).status).toBe(
      401,
    )
  })
})
