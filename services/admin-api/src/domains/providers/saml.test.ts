import { X509Certificate } from 'node:crypto'
import { sql } from '@signet/db'
import { makeCertificate } from '@signet/testkit'
import { type SamlProvider, startSamlProvider } from '@signet/testkit/saml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownProject, unique } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let idp: SamlProvider
let projectId: string
beforeAll(async () => {
  idp = await startSamlProvider()
  world = await startWorld([idp.pair])
  ;({ projectId } = await ownProject(world))
})
afterAll(async () => {
  await world?.close()
  await idp?.close()
})

const input = (fields: object) => ({ projectId, id: unique('s'), protocol: 'saml' as const, ...fields })
const add = (fields: object) => world.ok(world.people.owner, 'federation_provider_create', input(fields))
const refused = async (fields: object): Promise<string> => {
  const answer = await world.call(world.people.owner, 'federation_provider_create', input(fields))
  expect(answer.status).toBe(422)
  return JSON.stringify(answer.body)
}
const rsa = (rsaBits: number) => makeCertificate({ subject: [['CN', 'idp.example']], rsaBits }).pem
const plain = () => ({
  issuer: 'urn:example:idp',
  ssoUrl: 'https://idp.example/sso',
  signingCertificates: [idp.certificate()],
})

describe('a provider with SAML:', () => {
  test('pasted metadata sets entity ID, address and certificates, and the answer names the values of Signet', async () => {
    const provider = await add({ metadata: idp.metadata() })
    expect(provider).toMatchObject({
      protocol: 'saml',
      issuer: idp.entityId,
      ssoUrl: idp.ssoUrl,
      metadataUrl: null,
      clientId: '',
      signsRequests: false,
      recognised: null,
      scopes: [],
      secretExpiresOn: '2049-12-31',
      serviceProvider: {
        acsUrl: provider.callbackUri,
        entityId: expect.stringMatching(/\/federation\/s[\w-]+\/metadata$/),
        certificate: null,
      },
    })
    expect(provider.signingCertificates).toEqual([idp.certificate().trim()])
  })

  test('an address of metadata is read through the guarded egress', async () => {
    expect(await add({ metadataUrl: idp.metadataUrl })).toMatchObject({
      metadataUrl: idp.metadataUrl,
      issuer: idp.entityId,
      ssoUrl: idp.ssoUrl,
    })
    expect(await refused({ metadataUrl: 'https://127.0.0.1:9/metadata' })).toContain('gave no metadata')
  })

  test('signed requests have a key of the provider, with a certificate that states it', async () => {
    const { id, serviceProvider } = await add({ ...plain(), signsRequests: true })
    const certificate = new X509Certificate(serviceProvider?.certificate ?? '')
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    const changed = await world.ok(world.people.owner, 'federation_provider_update', {
      projectId,
      providerId: id,
      signsRequests: false,
    })
    expect(changed.serviceProvider?.certificate).toBeNull()
    const [row] = await world.database.rows<{ sealed: string | null }>(
      sql`SELECT assertion_key_sealed AS sealed FROM identity_providers WHERE project_id = ${projectId} AND id = ${id}`,
    )
    expect(row?.sealed).toBeNull()
  })

  test.each([
    ['a short key', () => ({ ...plain(), signingCertificates: [rsa(1_024)] }), 'at least 2048 bits'],
    [
      'an address without TLS',
      () => ({ ...plain(), ssoUrl: 'http://idp.example/sso' }),
      'must be an https address',
    ],
    ['a client secret', () => ({ ...plain(), clientSecret: 'secret' }), 'means nothing for SAML'],
    ['scopes', () => ({ ...plain(), scopes: ['email'] }), 'means nothing for SAML'],
    ['a recognised kind', () => ({ ...plain(), catalogueId: 'okta' }), 'means nothing for SAML'],
    ['no certificate', () => ({ ...plain(), signingCertificates: [] }), 'signingCertificates'],
    [
      'metadata beside an entity ID',
      () => ({ issuer: 'urn:a', metadata: idp.metadata() }),
      'is stated by metadata',
    ],
    [
      'metadata with a document type',
      () => ({ metadata: idp.metadata().replace('<EntityDescriptor', '<!DOCTYPE a><EntityDescriptor') }),
      'document type',
    ],
    [
      'metadata that has expired',
      () => ({
        metadata: idp.metadata().replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID='),
      }),
      'expired at',
    ],
    [
      'metadata of a service provider',
      () => ({ metadata: idp.metadata().replaceAll('IDPSSO', 'SPSSO') }),
      'no identity provider',
    ],
    ['back-channel logout', () => ({ ...plain(), acceptsBackChannelLogout: true }), 'sends no such signal'],
    [
      'automatic sign-out',
      () => ({ ...plain(), signOut: 'automatic' as const }),
      'signOut cannot be automatic',
    ],
  ])('%s is refused', async (_name, fields, says) => {
    expect(await refused(fields())).toContain(says)
  })

  test('a project file of a project with SAML creates the same provider in another project and plans no change there', async () => {
    const { owner } = world.people
    await add({ ...plain(), nameIdFormat: 'persistent', signsRequests: true })
    const { projectId: other } = await ownProject(world)
    const { file } = await world.ok(owner, 'project_file_get', { projectId })
    const { apis: _apis, ...objects } = file
    const { digest } = await world.ok(owner, 'project_file_plan', { projectId: other, file: objects })
    await world.ok(owner, 'project_file_apply', { projectId: other, file: objects, digest })
    const { changes } = await world.ok(owner, 'project_file_plan', { projectId: other, file: objects })
    expect(changes).toEqual([])
    const { providers } = await world.ok(owner, 'federation_provider_list', { projectId: other })
    expect(providers.map(({ protocol }) => protocol)).toContain('saml')
    expect(providers.find(({ nameIdFormat }) => nameIdFormat === 'persistent')).toMatchObject({
      issuer: 'urn:example:idp',
      signsRequests: true,
      serviceProvider: { certificate: expect.stringContaining('BEGIN CERTIFICATE') },
    })
  })

  test('an update replaces the certificates by metadata, which the audit lists by the stated fields', async () => {
    const { owner } = world.people
    const { id, issuer } = await add({ metadata: idp.metadata() })
    const former = idp.certificate().trim()
    idp.changeKey()
    const at = { projectId, providerId: id }
    const changed = await world.ok(owner, 'federation_provider_update', { ...at, metadata: idp.metadata() })
    expect(changed).toMatchObject({ issuer, pendingChange: null })
    expect(changed.signingCertificates).not.toContain(former)
    const [entry] = await world.database.rows<{ detail: object }>(sql`
      SELECT detail FROM audit_entries WHERE action = 'federation.provider.update' AND project_id = ${projectId} ORDER BY at DESC LIMIT 1`)
    expect(entry?.detail).toHaveProperty('signingCertificates')
    expect(entry?.detail).not.toHaveProperty('metadata')
  })

  test('a provider with OpenID Connect needs a client id and has no fields of SAML', async () => {
    expect(await refused({ protocol: 'oidc', issuer: 'https://idp.example' })).toContain('clientId')
    const fields = { protocol: 'oidc', issuer: 'https://idp.example', clientId: 'signet' }
    expect(await refused({ ...fields, ssoUrl: 'https://idp.example/sso' })).toContain('means nothing')
    expect(await refused({ ...fields, metadata: idp.metadata() })).toContain('means nothing')
  })
})
