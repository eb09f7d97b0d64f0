import { sql } from '@signet/db'
import {
  beginTrial,
  type ClientCertificate,
  certificateKeyPlace,
  formerCertificateKeyPlace,
  newTryRef,
  type PendingChange,
  readTrial,
  sealPendingChange,
  tryUrl,
} from '@signet/federation'
import { makeCertificate } from '@signet/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Auth, startAuth } from '../support/harness.ts'
import { arrivalOf } from '../support/journey.ts'
import { type Accepted, startCertificateEndpoint } from './certificate-endpoint.ts'
import { startCraftedProvider } from './crafted-provider.ts'
import { accountsOf, browserOf, problemOn, projectWith, signInThrough } from './world.ts'

const providerId = 'corp'
const away = 'Corp could not sign you in right now. Please try again in a moment.'
const email = 'ada@corp.example'

const authority = makeCertificate({ subject: [['CN', 'Example authority']] })
const issuedBy = (issuer: typeof authority, name: string) =>
  makeCertificate({ subject: [['CN', name]], issuer, isAuthority: false })
const selfSigned = (name: string) => makeCertificate({ subject: [['CN', name]], isAuthority: null })
type Made = ReturnType<typeof makeCertificate>
const credential = ({ pem, key }: Made): ClientCertificate => ({ certificate: pem, key })
const known = (...certificates: readonly Made[]): Accepted => ({
  fingerprints: certificates.map(({ certificate }) => certificate.fingerprint256),
})

interface Certificates {
  readonly present: Made
  readonly former?: Made
  readonly method?: 'tls_client_auth' | 'self_signed_tls_client_auth'
}

async function giveCertificates(
  { database, vault }: Auth,
  projectId: string,
  { present, former, method = 'self_signed_tls_client_auth' }: Certificates,
): Promise<void> {
  const at = { projectId, providerId }
  await database.run(sql`
    UPDATE identity_providers SET client_authentication = ${method}, client_secret_sealed = NULL,
      client_certificate = ${present.pem}, client_certificate_key_sealed = ${vault.seal(present.key, certificateKeyPlace(at))},
      former_certificate = ${former?.pem ?? null},
      former_certificate_key_sealed = ${former ? vault.seal(former.key, formerCertificateKeyPlace(at)) : null}
    WHERE project_id = ${projectId} AND id = ${providerId}`)
}

/** The endpoints require a certificate, named by aliases or as the only endpoints. */
async function startWith(certificates: Certificates | null, { hasAliases = true } = {}) {
  const upstream = await startCraftedProvider()
  const endpoint = await startCertificateEndpoint(upstream.issuer, { sub: 'crafted', email })
  const auth = await startAuth([upstream.pair, endpoint.pair])
  onTestFinished(async () => {
    await auth.close()
    await endpoint.close()
    await upstream.close()
  })
  const { endpoints } = endpoint
  // The plain UserInfo endpoint is never called, because the alias replaces it.
  const userInfo = { userinfo_endpoint: `${upstream.issuer}/plain-userinfo` }
  upstream.misbehave({ metadata: hasAliases ? { ...userInfo, mtls_endpoint_aliases: endpoints } : endpoints })
  const project = await projectWith(auth, upstream)
  if (certificates) await giveCertificates(auth, project.id, certificates)
  const signIn = async () => {
    const { end, page } = await signInThrough(auth, project)
    return 'html' in end ? problemOn(page()) : arrivalOf(end).searchParams.has('code')
  }
  const former = async () => {
    const [row] = await auth.database.rows<{ former: string | null; key: string | null }>(sql`
      SELECT former_certificate AS former, former_certificate_key_sealed AS key FROM identity_providers
      WHERE project_id = ${project.id} AND id = ${providerId}`)
    return row
  }
  return { auth, upstream, endpoint, project, signIn, former }
}

const subjects = ({ endpoint }: Awaited<ReturnType<typeof startWith>>) =>
  endpoint.requests.map(({ path, subject }) => [path, subject])

describe('certificate of the client at a provider:', () => {
  test.each([true, false])(
    'the token and UserInfo endpoints get the certificate of an authority, and no secret (aliases: %j)',
    async (hasAliases) => {
      const present = issuedBy(authority, 'signet')
      const world = await startWith({ present, method: 'tls_client_auth' }, { hasAliases })
      world.endpoint.accept({ authority: authority.pem })
      expect(await world.signIn()).toBe(true)
      expect(subjects(world)).toEqual([
        ['/token', 'CN=signet'],
        ['/userinfo', 'CN=signet'],
      ])
      expect((await accountsOf(world.auth, world.project.id))[0]).toMatchObject({ email })
      const form = new URLSearchParams(world.endpoint.requests[0]?.body)
      expect(form.get('client_id')).toBe('signet')
      expect([...form.keys()]).not.toContain('client_secret')
    },
  )

  test.each<[string, Certificates | null]>([
    ['no certificate', null],
    ['a certificate of another authority', { present: issuedBy(selfSigned('Stranger'), 'signet') }],
    ['a self-signed certificate', { present: selfSigned('signet') }],
  ])('a provider that verifies the authority rejects %s', async (_which, certificates) => {
    const world = await startWith(certificates, { hasAliases: false })
    world.endpoint.accept({ authority: authority.pem })
    expect(await world.signIn()).toBe(away)
    expect(world.endpoint.requests).toEqual([])
  })

  test('a provider that registered another certificate refuses the client, and the failure is stored', async () => {
    const world = await startWith({ present: selfSigned('signet') })
    world.endpoint.accept(known(selfSigned('signet')))
    expect(await world.signIn()).toBe(away)
    const [row] = await world.auth.database.rows<{ detail: string }>(sql`
      SELECT last_failure->>'detail' AS detail FROM identity_providers WHERE project_id = ${world.project.id}`)
    expect(row?.detail).toContain('invalid_client')
    expect(world.endpoint.requests).toHaveLength(1)
  })

  test('the key set of the provider is fetched without the certificate', async () => {
    const present = selfSigned('signet')
    const world = await startWith({ present })
    const { endpoints, keySet } = world.endpoint
    world.upstream.misbehave({ metadata: { ...endpoints, jwks_uri: keySet } })
    world.endpoint.accept(known(present))
    expect(await world.signIn()).toBe(true)
    expect(subjects(world)).toContainEqual(['/jwks', undefined])
  })
})

describe('renewed certificate of a client:', () => {
  const present = selfSigned('present')
  const former = selfSigned('former')

  test('the former certificate signs in until the provider accepts the new one, which deletes the former', async () => {
    const world = await startWith({ present, former })
    world.endpoint.accept(known(former))
    expect(await world.signIn()).toBe(true)
    expect(await world.signIn()).toBe(true)
    expect(await world.former()).toMatchObject({ former: former.pem })
    world.endpoint.accept(known(present))
    expect(await world.signIn()).toBe(true)
    expect(await world.former()).toEqual({ former: null, key: null })
    world.endpoint.accept(known(former))
    expect(await world.signIn()).toBe(away)
  })

  test('the certificate that the provider accepted is presented first from then on', async () => {
    const world = await startWith({ present, former })
    world.endpoint.accept(known(former))
    await world.signIn()
    await world.signIn()
    expect(subjects(world)).toEqual([
      ['/token', 'CN=present'],
      ['/token', 'CN=former'],
      ['/userinfo', 'CN=former'],
      ['/token', 'CN=former'],
      ['/userinfo', 'CN=former'],
    ])
  })

  test('a certificate that the handshake rejects is followed by the former one', async () => {
    const old = issuedBy(authority, 'former')
    const world = await startWith({ present, former: old })
    world.endpoint.accept({ authority: authority.pem })
    expect(await world.signIn()).toBe(true)
    expect(await world.former()).toMatchObject({ former: old.pem })
  })

  test('a provider that refuses both certificates gets each once, and the former one stays', async () => {
    const world = await startWith({ present, former })
    world.endpoint.accept(known())
    expect(await world.signIn()).toBe(away)
    expect(subjects(world)).toEqual([
      ['/token', 'CN=present'],
      ['/token', 'CN=former'],
    ])
    expect(await world.former()).toMatchObject({ former: former.pem })
  })
})

describe('trial of a certificate:', () => {
  const present = selfSigned('present')
  const former = selfSigned('former')

  async function tryIt({ auth, project }: Awaited<ReturnType<typeof startWith>>) {
    const at = { projectId: project.id, providerId, tryRef: newTryRef() }
    await auth.database.transaction((tx) => beginTrial(tx, auth.vault, at))
    await browserOf(auth).open(tryUrl(project.issuer, providerId, at.tryRef))
    return (await readTrial(auth.database, at))?.result
  }

  test('a trial presents the new certificate only, and a successful one deletes the former', async () => {
    const world = await startWith({ present, former })
    world.endpoint.accept(known(former))
    expect(await tryIt(world)).toMatchObject({ problem: expect.stringContaining('invalid_client') })
    expect(await world.former()).toMatchObject({ former: former.pem })
    world.endpoint.accept(known(present))
    expect(await tryIt(world)).toMatchObject({ claims: { sub: 'crafted' } })
    expect(await world.former()).toEqual({ former: null, key: null })
  })

  test('a pending certificate of an authority takes effect after a successful trial with it', async () => {
    const next = issuedBy(authority, 'next')
    const world = await startWith({ present })
    const { auth, project } = world
    const values: PendingChange['values'] = {
      clientAuthentication: 'tls_client_auth',
      clientCertificate: credential(next),
    }
    const sealed = sealPendingChange(
      auth.vault,
      { projectId: project.id, providerId },
      { by: 'usr_1', values },
    )
    await auth.database.run(sql`
      UPDATE identity_providers SET pending_id = 'change', pending_sealed = ${sealed},
        pending_fields = ${Object.keys(values)}, pending_since = now() WHERE project_id = ${project.id}`)
    world.endpoint.accept(known(present))
    expect(await tryIt(world)).toMatchObject({ problem: expect.any(String) })
    expect(await world.signIn()).toBe(true)
    world.endpoint.accept(known(next))
    expect(await tryIt(world)).toMatchObject({ appliedFields: ['clientAuthentication', 'clientCertificate'] })
    expect(await world.signIn()).toBe(true)
    const rows = await auth.database.rows(sql`
      SELECT client_authentication AS method, client_certificate AS certificate, secret_expires_on::text AS day
      FROM identity_providers WHERE project_id = ${project.id}`)
    expect(rows).toEqual([{ method: 'tls_client_auth', certificate: next.pem, day: '2049-12-31' }])
  })

  test('a successful trial with a secret deletes the certificate and its announced day', async () => {
    const world = await startWith({ present })
    const { auth, project } = world
    await auth.database.run(sql`
      UPDATE identity_providers SET secret_expires_on = '2049-12-31' WHERE project_id = ${project.id}`)
    world.upstream.misbehave({})
    const values: PendingChange['values'] = { clientAuthentication: 'secret', clientSecret: 'a-secret' }
    const sealed = sealPendingChange(
      auth.vault,
      { projectId: project.id, providerId },
      { by: 'usr_1', values },
    )
    await auth.database.run(sql`
      UPDATE identity_providers SET pending_id = 'change', pending_sealed = ${sealed},
        pending_fields = ${Object.keys(values)}, pending_since = now() WHERE project_id = ${project.id}`)
    expect(await tryIt(world)).toMatchObject({ appliedFields: ['clientAuthentication', 'clientSecret'] })
    const rows = await auth.database.rows(sql`
      SELECT client_certificate AS certificate, client_certificate_key_sealed AS key, secret_expires_on AS day
      FROM identity_providers WHERE project_id = ${project.id}`)
    expect(rows).toEqual([{ certificate: null, key: null, day: null }])
  })
})
