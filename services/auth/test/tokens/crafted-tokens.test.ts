import { FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { CompactSign, decodeJwt, decodeProtectedHeader, exportJWK, exportSPKI, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFlow, keyOf, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, redirectUri, setSetting, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

type Key = Awaited<ReturnType<typeof keyOf>>
type Part = Readonly<Record<string, unknown>>

interface Good {
  readonly header: Part
  readonly claims: Part
  /** Null when only the server can sign the token. */
  readonly key: Key | null
  readonly publicKey: JWK
}

interface Entry {
  readonly good: () => Promise<Good>
  readonly takes: (token: string) => Promise<boolean>
}

let auth: Auth
let issuer: string
let key: Key
let otherKey: Key
let machine: { clientId: string }
let app: { clientId: string; clientSecret: string }
let flow: Awaited<ReturnType<typeof codeFlow>>
beforeAll(async () => {
  auth = await startAuth()
  await setSetting(auth, 'requestObjects.enabled', true)
  const project = await makeProject(auth)
  issuer = project.issuer
  key = await keyOf()
  otherKey = await keyOf()
  const { clientId } = await storeClient(auth, project.id, {
    grant_types: ['client_credentials'],
    response_types: [],
    redirect_uris: [],
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: key.jwks,
  })
  machine = { clientId }
  app = await storeClient(auth, project.id, { jwks: key.jwks })
  const user = await makeUser(auth, project.id)
  flow = await codeFlow(auth, { issuer, ...app }, user.email)
})
afterAll(() => auth?.close())

const now = () => Math.floor(Date.now() / 1000)
const encode = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url')
const sign = (header: Part, claims: Part, { privateKey }: Key) =>
  new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ ...header, alg: 'ES256' })
    .sign(privateKey)

const entries: Readonly<Record<string, Entry>> = {
  'a client assertion': {
    good: async () => ({
      header: { alg: 'ES256', kid: key.kid },
      claims: {
        iss: machine.clientId,
        sub: machine.clientId,
        aud: issuer,
        jti: crypto.randomUUID(),
        iat: now(),
        exp: now() + 60,
      },
      key,
      publicKey: await exportJWK(key.publicKey),
    }),
    takes: async (assertion) => {
      const body = {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }
      return (await postForm(auth, `${issuer}/token`, body, machine)).status === 200
    },
  },
  'a request object': {
    good: async () => ({
      header: { alg: 'ES256', kid: key.kid },
      claims: {
        iss: app.clientId,
        aud: issuer,
        client_id: app.clientId,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: redirectUri,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
        jti: crypto.randomUUID(),
        exp: now() + 60,
      },
      key,
      publicKey: await exportJWK(key.publicKey),
    }),
    takes: async (request) => {
      const query = new URLSearchParams({ client_id: app.clientId, request })
      const answer = await fetchVia(auth.address)(`${issuer}/auth?${query}`, {
        headers: { accept: 'text/html' },
      })
      return (answer.headers.get('location') ?? '').includes('/interaction/')
    },
  },
  'a proof of possession': {
    good: async () => ({
      header: { alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(key.publicKey) },
      claims: { htm: 'POST', htu: `${issuer}/token`, jti: crypto.randomUUID(), iat: now() },
      key,
      publicKey: await exportJWK(key.publicKey),
    }),
    takes: async (dpop) => {
      const assertion = await entries['a client assertion']?.good()
      if (!assertion) throw new Error('no assertion')
      const body = {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await sign(assertion.header, assertion.claims, key),
      }
      return (await postForm(auth, `${issuer}/token`, body, machine, { dpop })).status === 200
    },
  },
  'an ID token hint of a sign-out': {
    good: async () => {
      const token = flow.tokens.id_token ?? ''
      const { kid } = decodeProtectedHeader(token)
      const set = (await (await fetchVia(auth.address)(`${issuer}/jwks`)).json()) as { keys: JWK[] }
      return {
        header: { ...decodeProtectedHeader(token) },
        claims: decodeJwt(token),
        key: null,
        publicKey: set.keys.find((each) => each.kid === kid) ?? {},
      }
    },
    takes: async (hint) => {
      const query = new URLSearchParams({ id_token_hint: hint })
      const answer = await new FormBrowser(auth.address, redirectUri).open(`${issuer}/session/end?${query}`)
      return isPage(answer) && answer.status === 200
    },
  },
}

const withEmptySignature = ({ header, claims }: Good, alg: unknown) =>
  `${encode({ ...header, alg })}.${encode(claims)}.`

/** Signs with HMAC and public data of the key as the secret. */
const asSecret = async ({ header, claims }: Good, secret: string) =>
  new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ ...header, alg: 'HS256' })
    .sign(Buffer.from(secret.padEnd(32, '\0')))

async function resigned(good: Good, change: (parts: string[]) => string[]): Promise<string> {
  const token = good.key ? await sign(good.header, good.claims, good.key) : (flow.tokens.id_token ?? '')
  return change(token.split('.')).join('.')
}

type Trick = (good: Good) => Promise<string>

const tricks: Readonly<Record<string, Trick>> = {
  'the algorithm none': async (good) => withEmptySignature(good, 'none'),
  'the algorithm nOnE': async (good) => withEmptySignature(good, 'nOnE'),
  'a header without alg': async (good) => withEmptySignature(good, undefined),
  'a list of algorithms': async (good) => withEmptySignature(good, ['ES256']),
  'an empty signature': async (good) => withEmptySignature(good, good.header.alg),
  'a signature of zeros': (good) =>
    resigned(good, ([header = '', claims = '']) => [header, claims, Buffer.alloc(64).toString('base64url')]),
  'half a signature': (good) =>
    resigned(good, ([header = '', claims = '', signature = '']) => [header, claims, signature.slice(0, 43)]),
  'replaced claims under the same signature': (good) =>
    resigned(good, ([header = '', , signature = '']) => [
      header,
      encode({ ...good.claims, exp: now() + 3600, more: true }),
      signature,
    ]),
  'a fourth part': (good) => resigned(good, (parts) => [...parts, 'AAAA']),
  'the public key as a secret': (good) => asSecret(good, JSON.stringify(good.publicKey)),
  'a coordinate of the public key as a secret': (good) =>
    asSecret(good, good.publicKey.x ?? good.publicKey.n ?? ''),
  'the public key’s PEM as a secret': async (good) => asSecret(good, await exportSPKI(key.publicKey)),
  'an empty secret': (good) => asSecret(good, ''),
  'the signature of another key under the correct key id': ({ header, claims }) =>
    sign(header, claims, otherKey),
  'the signature of another key without a key id': ({ header: { kid: _kid, ...header }, claims }) =>
    sign(header, claims, otherKey),
  ...Object.fromEntries(
    ['../../../../dev/null', "' OR 1=1 --", '__proto__', ''].map((kid): [string, Trick] => [
      `the key id ${JSON.stringify(kid)}`,
      ({ header, claims }) => sign({ ...header, kid }, claims, otherKey),
    ]),
  ),
  ...Object.fromEntries(
    ['jku', 'x5u'].map((name): [string, Trick] => [
      `keys to be fetched from ${name}`,
      ({ header, claims }) => sign({ ...header, [name]: 'https://evil.example/jwks' }, claims, otherKey),
    ]),
  ),
  'an unknown critical extension': ({ header, claims }) =>
    // Signs with the valid key when the test has it, so that only the extension can be the reason.
    rawlySigned({ ...header, crit: ['urn:unknown'], 'urn:unknown': 1 }, claims),
}

async function rawlySigned(header: Part, claims: Part): Promise<string> {
  const input = `${encode({ ...header, alg: 'ES256' })}.${encode(claims)}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key.privateKey,
    Buffer.from(input),
  )
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}

describe.each(Object.entries(entries))('%s:', (_name, { good, takes }) => {
  it('a valid token is accepted', async () => {
    expect(await takes(await resigned(await good(), (parts) => parts))).toBe(true)
  })

  it.each(Object.entries(tricks))('a token with %s is rejected', async (_trick, craft) => {
    expect(await takes(await craft(await good()))).toBe(false)
    expect(auth.occurrences).toEqual([])
  })

  it('a token of another kind is rejected', async () => {
    for (const other of Object.values(entries)) {
      if (other.takes === takes) continue
      const token = await resigned(await other.good(), (parts) => parts)
      expect(await takes(token)).toBe(false)
    }
  })
})

it.each(['a client assertion', 'a request object'])(
  '%s signed with a key from its own header is rejected',
  async (name) => {
    const entry = entries[name]
    if (!entry) throw new Error(`no ${name}`)
    const { header, claims } = await entry.good()
    const jwk = await exportJWK(otherKey.publicKey)
    for (const more of [{ jwk }, { jwk, kid: undefined }, { x5c: ['AAAA'] }])
      expect(await entry.takes(await sign({ ...header, ...more }, claims, otherKey))).toBe(false)
  },
)

it('a DPoP proof for another address, method or time, or with a private key, is rejected', async () => {
  const entry = entries['a proof of possession']
  if (!entry) throw new Error('no proof')
  const { header, claims } = await entry.good()
  const wrong: readonly [Part, Part][] = [
    [{}, { htu: `${issuer}/me` }],
    [{}, { htu: (await makeProject(auth)).issuer }],
    [{}, { htm: 'GET' }],
    [{}, { iat: now() - 3600 }],
    [{}, { iat: now() + 3600 }],
    [{}, { jti: undefined }],
    [{ typ: 'JWT' }, {}],
    [{ jwk: await exportJWK(key.privateKey) }, {}],
    [{ jwk: { kty: 'oct', k: 'AAAA' } }, {}],
    [{ jwk: undefined }, {}],
  ]
  for (const [moreHeader, moreClaims] of wrong) {
    const token = await sign({ ...header, ...moreHeader }, { ...claims, ...moreClaims }, key)
    expect([moreHeader, moreClaims, await entry.takes(token)]).toEqual([moreHeader, moreClaims, false])
  }
})
