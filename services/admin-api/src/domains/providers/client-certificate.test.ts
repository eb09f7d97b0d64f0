import { createPrivateKey, X509Certificate } from 'node:crypto'
import { sql } from '@signet/db'
import { certificateKeyPlace, formerCertificateKeyPlace } from '@signet/federation'
import { makeCertificate } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upstream } from '../../../test/support/directories.ts'
import { projectWithUsers } from '../../../test/support/sign-in-users.ts'
import { ownProject } from '../../../test/support/things.ts'
import { startWorld, type World } from '../../../test/support/world.ts'

let world: World
let projectId: string
beforeAll(async () => {
  world = await startWorld()
  ;({ projectId } = await ownProject(world))
})
afterAll(() => world?.close())

const selfSigned = { clientAuthentication: 'self_signed_tls_client_auth' } as const
const byAuthority = { clientAuthentication: 'tls_client_auth' } as const
const { clientSecret: _none, ...plain } = upstream()

const add = (fields: object) =>
  world.ok(world.people.owner, 'federation_provider_create', { projectId, ...plain, ...fields })
const refusedAdd = (fields: object) =>
  world.refused(world.people.owner, 'federation_provider_create', { projectId, ...plain, ...fields })
const change = (at: { projectId: string; providerId: string }, fields: object) =>
  world.ok(world.people.super, 'federation_provider_update', { ...at, ...fields })
const renew = (providerId: string) =>
  world.ok(world.people.owner, 'federation_provider_certificate_renew', { projectId, providerId })

async function stored(id: string, inProject = projectId) {
  const [row] = await world.database.rows<Record<'own' | 'key' | 'former' | 'formerKey', string | null>>(sql`
    SELECT client_certificate AS own, client_certificate_key_sealed AS key, former_certificate AS former,
      former_certificate_key_sealed AS "formerKey"
    FROM identity_providers WHERE project_id = ${inProject} AND id = ${id}`)
  if (!row) throw new Error('no provider')
  return row
}

const authority = makeCertificate({ subject: [['CN', 'Example authority']] })
const issued = (options: object = {}) =>
  makeCertificate({
    subject: [
      ['C', 'NL'],
      ['O', 'Example, Inc.'],
      ['CN', 'signet'],
    ],
    issuer: authority,
    isAuthority: false,
    ...options,
  })
const pemOf = ({ pem, key }: ReturnType<typeof issued>) => `${key}${pem}${authority.pem}`

describe('certificate of a client at a provider:', () => {
  test.each([selfSigned, byAuthority])(
    '$clientAuthentication generates a certificate and returns its values without the key',
    async (method) => {
      const { id, ...answer } = await add(method)
      const { own, key } = await stored(id)
      const certificate = new X509Certificate(own ?? '')
      expect(answer).toMatchObject({
        ...method,
        clientSecretSet: false,
        assertionKey: null,
        clientCertificate: {
          certificate: own,
          subject: `CN=Signet ${id}`,
          sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
          expiresOn: new Date(certificate.validTo).toISOString().slice(0, 10),
          selfSigned: true,
          formerSha256: null,
        },
      })
      const pem = world.deps.vault.open(key ?? '', certificateKeyPlace({ projectId, providerId: id }))
      expect(certificate.checkPrivateKey(createPrivateKey(pem))).toBe(true)
      const replies = [
        await world.call(world.people.owner, 'federation_provider_get', { projectId, providerId: id }),
        await world.call(world.people.super, 'audit_list', { project: projectId }),
      ]
      for (const { text } of replies) expect(text).not.toContain('PRIVATE KEY')
    },
  )

  test('two providers never share a certificate, and a change to a secret deletes it', async () => {
    const [one, another] = [await add(selfSigned), await add(selfSigned)]
    expect(one.clientCertificate?.sha256).not.toBe(another.clientCertificate?.sha256)
    const at = { projectId, providerId: one.id }
    expect(await change(at, byAuthority)).toMatchObject({ clientCertificate: one.clientCertificate })
    expect(await change(at, { clientAuthentication: 'secret' })).toMatchObject({
      clientCertificate: null,
      secretExpiresOn: null,
    })
    expect(await stored(one.id)).toEqual({ own: null, key: null, former: null, formerKey: null })
  })

  test('a certificate of an authority is stored with its chain, and its first end is announced', async () => {
    const one = issued({ validTo: '310402' })
    const { id, ...answer } = await add({ ...byAuthority, clientCertificate: pemOf(one) })
    expect(answer).toMatchObject({
      secretExpiresOn: '2031-04-02',
      clientCertificate: {
        certificate: `${one.pem}${authority.pem}`,
        subject: 'CN=signet,O=Example\\, Inc.,C=NL',
        expiresOn: '2031-04-02',
        selfSigned: false,
      },
    })
    const next = issued({ validTo: '320402' })
    const at = { projectId, providerId: id }
    const replaced = await change(at, { clientCertificate: pemOf(next) })
    expect(replaced).toMatchObject({ secretExpiresOn: '2032-04-02' })
    const { entries } = await world.ok(world.people.super, 'audit_list', { project: projectId })
    expect(entries[0]).toMatchObject({ detail: { clientCertificate: { from: 'set', to: 'changed' } } })
    expect(JSON.stringify([replaced, entries])).not.toContain('PRIVATE KEY')
  })

  test.each<[string, () => string, string]>([
    ['no key', () => issued().pem, 'private key'],
    ['no certificate', () => issued().key, 'must contain a certificate'],
    ['the key of another certificate', () => `${issued().pem}${issued().key}`, 'its private key'],
    ['a chain in another order', () => `${issued().key}${authority.pem}`, 'its private key'],
    ['a certificate of another authority', () => pemOf(issued({ issuer: undefined })), 'that of its issuer'],
    ['an expired certificate', () => pemOf(issued({ validTo: '210101' })), 'has expired'],
    ['a short RSA key', () => pemOf(issued({ rsaBits: 1024 })), 'at least 2048 bits'],
    [
      'an unreadable certificate',
      () => `${issued().key}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`,
      'cannot be read',
    ],
    ['six certificates', () => `${pemOf(issued())}${authority.pem.repeat(4)}`, 'at most 5'],
  ])('%s is refused without a word of the text', async (_what, text, reason) => {
    const refused = await refusedAdd({ ...byAuthority, clientCertificate: text() })
    expect(refused).toMatchObject({ code: 'invalid_value', errors: [{ path: 'clientCertificate' }] })
    expect(refused.detail).toContain(reason)
    expect(JSON.stringify(refused)).not.toContain('BEGIN')
  })

  test.each<[string, object, string]>([
    ['a certificate with a secret', { clientCertificate: pemOf(issued()) }, 'clientCertificate'],
    [
      'a certificate of an authority with self_signed_tls_client_auth',
      { ...selfSigned, clientCertificate: pemOf(issued()) },
      'clientCertificate',
    ],
    [
      'a day in addition to a certificate',
      { ...selfSigned, secretExpiresOn: '2031-01-01' },
      'secretExpiresOn',
    ],
    ['a certificate for Okta', { ...selfSigned, catalogueId: 'okta' }, 'clientAuthentication'],
  ])('%s is refused', async (_what, fields, path) => {
    expect(await refusedAdd(fields)).toMatchObject({ code: 'invalid_value', errors: [{ path }] })
  })

  test('a change of the last sign-in method waits for a trial, and its certificate is returned before', async () => {
    const at = await projectWithUsers(world, { linked: 1, passwordLogin: false })
    await change(at, { secretExpiresOn: '2031-01-01' })
    expect(await change(at, selfSigned)).toMatchObject({
      clientAuthentication: 'secret',
      secretExpiresOn: '2031-01-01',
      clientCertificate: { selfSigned: true },
      pendingChange: { fields: ['clientAuthentication'] },
    })
    expect(await change(at, { pendingChange: null })).toMatchObject({ clientCertificate: null })
  })

  test('the key of a certificate that waits for a trial is stored sealed only', async () => {
    const at = await projectWithUsers(world, { linked: 1, passwordLogin: false })
    const answer = await change(at, { ...byAuthority, clientCertificate: pemOf(issued()) })
    expect(answer.pendingChange?.fields).toEqual(['clientAuthentication', 'clientCertificate'])
    const [row] = await world.database.rows(sql`
      SELECT to_jsonb(p) AS row FROM identity_providers p WHERE project_id = ${at.projectId}`)
    expect(JSON.stringify(row)).not.toContain('PRIVATE KEY')
  })
})

describe('renewal of a certificate:', () => {
  test('the former certificate is kept next to the new one, and the audit entry has both fingerprints', async () => {
    const { id, clientCertificate } = await add(selfSigned)
    const renewed = await renew(id)
    expect(renewed.clientCertificate).toMatchObject({ formerSha256: clientCertificate?.sha256 })
    expect(renewed.clientCertificate?.sha256).not.toBe(clientCertificate?.sha256)
    const { former, formerKey } = await stored(id)
    const key = world.deps.vault.open(
      formerKey ?? '',
      formerCertificateKeyPlace({ projectId, providerId: id }),
    )
    expect(new X509Certificate(former ?? '').checkPrivateKey(createPrivateKey(key))).toBe(true)
    const { entries } = await world.ok(world.people.super, 'audit_list', { project: projectId })
    expect(entries[0]).toMatchObject({
      action: 'federation.provider.update',
      detail: { clientCertificate: { from: new X509Certificate(former ?? '').fingerprint256 } },
    })
  })

  test('a second renewal replaces the certificate that no provider accepted yet', async () => {
    const { id, clientCertificate } = await add(selfSigned)
    await renew(id)
    expect((await renew(id)).clientCertificate).toMatchObject({ formerSha256: clientCertificate?.sha256 })
  })

  test('ten concurrent renewals keep the certificate from before them', async () => {
    const { id, clientCertificate } = await add(selfSigned)
    await Promise.all(Array.from({ length: 10 }, () => renew(id)))
    const { clientCertificate: after } = await world.ok(world.people.owner, 'federation_provider_get', {
      projectId,
      providerId: id,
    })
    expect(after?.formerSha256).toBe(clientCertificate?.sha256)
  })

  test('the renewal of a certificate of an authority is refused', async () => {
    const { id } = await add({ ...byAuthority, clientCertificate: pemOf(issued()) })
    const input = { projectId, providerId: id }
    expect(
      await world.refused(world.people.owner, 'federation_provider_certificate_renew', input),
    ).toMatchObject({
      code: 'invalid_value',
      errors: [{ path: 'clientCertificate' }],
    })
  })
})

test('the database refuses a provider that authenticates by a certificate that it does not have', async () => {
  const { id } = await add({})
  const writing = world.database.run(sql`
    UPDATE identity_providers SET client_authentication = 'tls_client_auth' WHERE project_id = ${projectId} AND id = ${id}`)
  await expect(writing).rejects.toThrow(/identity_providers_client_certificate/)
})
