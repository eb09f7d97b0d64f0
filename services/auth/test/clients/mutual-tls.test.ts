import { createHash } from 'node:crypto'
import { fetchVia, makeCertificate } from '@signet/testkit'
import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeFlow, party, storeClient } from '../support/clients.ts'
import { type Auth, makeProject, makeUser, setSetting, startAuth } from '../support/harness.ts'
import { postForm } from '../support/journey.ts'

const subject = [
  ['C', 'NL'],
  ['O', 'Example, Inc.'],
  ['CN', 'client'],
] as const
const own = makeCertificate({
  subject,
  names: [
    ['dns', 'client.example'],
    ['uri', 'https://client.example/id'],
    ['email', 'c@client.example'],
  ],
})
const other = makeCertificate({ subject: [['CN', 'other']], names: [['dns', 'other.example']] })
const machine = { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] }
const switches = [
  'enabled',
  'trustProxyCertificateHeader',
  'certificateBoundAccessTokens',
  'selfSignedTlsClientAuth',
  'tlsClientAuth',
]

/** `auth` runs behind one proxy, `bare` without a proxy. */
let auth: Auth
let bare: Auth
beforeAll(async () => {
  auth = await startAuth([], { SIGNET_PROXY_HOPS: '1' })
  bare = await startAuth()
  for (const at of [auth, bare]) for (const name of switches) await setSetting(at, `mTLS.${name}`, true)
})
afterAll(() => Promise.all([auth?.close(), bare?.close()]))

const verified = (header: string) => ({ 'client-cert': header, 'client-cert-verify': 'SUCCESS' })

async function selfSigned(at: Auth) {
  const { id, issuer } = await makeProject(at)
  const client = await storeClient(at, id, {
    ...machine,
    token_endpoint_auth_method: 'self_signed_tls_client_auth',
    jwks: { keys: [own.jwk] },
  })
  return { issuer, clientId: client.clientId }
}

async function ofAuthority(metadata: Record<string, string>) {
  const { id, issuer } = await makeProject(auth)
  const client = await storeClient(auth, id, {
    ...machine,
    token_endpoint_auth_method: 'tls_client_auth',
    metadata,
  })
  return { issuer, clientId: client.clientId }
}

const token = (
  at: Auth,
  { issuer, clientId }: { issuer: string; clientId: string },
  headers: Record<string, string>,
) => postForm(at, `${issuer}/token`, { grant_type: 'client_credentials' }, { clientId }, headers)

describe('self-signed certificate:', () => {
  it('the registered key authenticates openid-client', async () => {
    const client = await selfSigned(auth)
    const { config } = await party(auth, {
      ...client,
      authentication: oidc.TlsClientAuth(),
      headers: { 'client-cert': own.header },
    })
    expect((await oidc.clientCredentialsGrant(config)).access_token).toEqual(expect.any(String))
  })

  it('the certificate is also read in the format of nginx', async () => {
    const client = await selfSigned(auth)
    const headers = { 'client-cert': encodeURIComponent(own.pem) }
    expect((await token(auth, client, headers)).status).toBe(200)
  })

  it('a certificate of another client, none and a malformed one are rejected', async () => {
    const client = await selfSigned(auth)
    const wrong = [
      other.header,
      '',
      'x',
      ':AAAA:',
      `${own.header}, ${own.header}`,
      encodeURIComponent(other.pem),
    ]
    for (const header of wrong)
      expect((await token(auth, client, header ? { 'client-cert': header } : {})).status, header).toBe(401)
  })
})

describe('certificate header of the proxy:', () => {
  it('the header is ignored while the setting is off', async () => {
    const client = await selfSigned(auth)
    await setSetting(auth, 'mTLS.trustProxyCertificateHeader', false)
    try {
      expect((await token(auth, client, verified(own.header))).status).toBe(401)
    } finally {
      await setSetting(auth, 'mTLS.trustProxyCertificateHeader', true)
    }
    expect((await token(auth, client, verified(own.header))).status).toBe(200)
  })

  it('the header is ignored without a proxy, also while the setting is on', async () => {
    const client = await selfSigned(bare)
    expect((await token(bare, client, verified(own.header))).status).toBe(401)
  })

  it('an ignored header binds no token', async () => {
    const { id, issuer } = await makeProject(bare)
    const client = await storeClient(bare, id, {
      ...machine,
      metadata: { tls_client_certificate_bound_access_tokens: true },
    })
    const answer = await postForm(
      bare,
      `${issuer}/token`,
      { grant_type: 'client_credentials' },
      client,
      verified(own.header),
    )
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
})

describe('certificate of an authority:', () => {
  const names = [
    { tls_client_auth_subject_dn: 'CN=client,O=Example\\, Inc.,C=NL' },
    { tls_client_auth_subject_dn: 'cn=client, o=Example\\, Inc., c=NL' },
    { tls_client_auth_san_dns: 'client.example' },
    { tls_client_auth_san_uri: 'https://client.example/id' },
    { tls_client_auth_san_email: 'c@client.example' },
  ]
  it.each(names)('the registered name %j authenticates the client', async (metadata) => {
    const client = await ofAuthority(metadata as Record<string, string>)
    expect((await token(auth, client, verified(own.header))).status).toBe(200)
    expect((await token(auth, client, verified(other.header))).status).toBe(401)
  })

  it('a certificate whose name of another type equals the registered name is rejected', async () => {
    for (const name of [
      { tls_client_auth_san_uri: 'client.example' },
      { tls_client_auth_san_email: 'https://client.example/id' },
      { tls_client_auth_san_dns: 'c@client.example' },
    ]) {
      const client = await ofAuthority(name as Record<string, string>)
      expect((await token(auth, client, verified(own.header))).status, JSON.stringify(name)).toBe(401)
    }
  })

  it('a certificate that the proxy did not verify is rejected', async () => {
    const client = await ofAuthority({ tls_client_auth_san_dns: 'client.example' })
    for (const verify of ['NONE', 'FAILED:self signed certificate', 'success', ''])
      expect(
        (await token(auth, client, { 'client-cert': own.header, 'client-cert-verify': verify })).status,
      ).toBe(401)
    expect((await token(auth, client, { 'client-cert': own.header })).status).toBe(401)
  })

  it('a certificate whose name resembles the registered one is rejected', async () => {
    for (const metadata of [
      { tls_client_auth_subject_dn: 'C=NL,O=Example\\, Inc.,CN=client' },
      { tls_client_auth_subject_dn: 'CN=client' },
      { tls_client_auth_san_dns: 'example' },
      { tls_client_auth_san_uri: 'https://client.example/' },
      { tls_client_auth_san_ip: '127.0.0.1' },
    ])
      expect((await token(auth, await ofAuthority(metadata as never), verified(own.header))).status).toBe(401)
  })
})

describe('certificate-bound token:', () => {
  it('the token names the certificate and is accepted at userinfo only with it', async () => {
    const { id, issuer } = await makeProject(auth)
    const user = await makeUser(auth, id)
    const client = await storeClient(auth, id, {
      metadata: { tls_client_certificate_bound_access_tokens: true },
    })
    const headers = { 'client-cert': own.header }
    const { tokens } = await codeFlow(auth, { issuer, ...client, headers }, user.email)
    const bearer = { authorization: `Bearer ${tokens.access_token}` }
    const me = (more: Record<string, string>) =>
      fetchVia(auth.address)(`${issuer}/me`, { headers: { ...bearer, ...more } })
    expect((await me(headers)).status).toBe(200)
    expect((await me({ 'client-cert': other.header })).status).toBe(401)
    expect((await me({})).status).toBe(401)
    const asked = await postForm(
      auth,
      `${issuer}/token/introspection`,
      { token: tokens.access_token },
      client,
    )
    const thumbprint = createHash('sha256').update(own.certificate.raw).digest('base64url')
    expect(asked.body).toMatchObject({ active: true, cnf: { 'x5t#S256': thumbprint } })
    expect(decodeJwt(tokens.id_token ?? '').sub).toBe(user.id)
  })

  it('a client that must bind its tokens obtains none without a certificate', async () => {
    const { id, issuer } = await makeProject(auth)
    const client = await storeClient(auth, id, {
      ...machine,
      metadata: { tls_client_certificate_bound_access_tokens: true },
    })
    const answer = await postForm(auth, `${issuer}/token`, { grant_type: 'client_credentials' }, client)
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
})

it('mtls_endpoint_aliases lists the endpoints that accept a certificate while mutual TLS is enabled (RFC 8705 5)', async () => {
  const { issuer } = await makeProject(auth)
  const read = async () => {
    const answer = await fetchVia(auth.address)(`${issuer}/.well-known/openid-configuration`)
    return (await answer.json()) as { mtls_endpoint_aliases?: Record<string, string> }
  }
  expect((await read()).mtls_endpoint_aliases).toMatchObject({
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    pushed_authorization_request_endpoint: `${issuer}/request`,
  })
  await setSetting(auth, 'mTLS.enabled', false)
  try {
    expect(await read()).not.toHaveProperty('mtls_endpoint_aliases')
  } finally {
    await setSetting(auth, 'mTLS.enabled', true)
  }
})
