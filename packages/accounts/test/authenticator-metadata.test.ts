import { sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@signet/runtime'
import { type CertificateOptions, makeCertificate } from '@signet/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { openAuthenticatorModels } from '../src/authenticator-models/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'passkeys-'))
afterAll(() => rmSync(folder, { recursive: true }))

const aaguid = 'ADCE0002-35BC-C60A-648B-0B25F1F05503'
const entry = {
  aaguid,
  metadataStatement: { description: ' Key ', attestationRootCertificates: ['AAAA'] },
  statusReports: [{ status: 'FIDO_CERTIFIED' }],
}
const payload = { no: 7, nextUpdate: '2030-01-01', entries: [entry, { aaid: '1#2', statusReports: [] }] }

const root = makeCertificate({ subject: [['CN', 'root']] })
const authority = makeCertificate({ subject: [['CN', 'authority']], issuer: root })
const signer = (more: Partial<CertificateOptions> = {}) =>
  makeCertificate({
    subject: [['CN', 'signer']],
    names: [['dns', 'mds.fidoalliance.org']],
    issuer: authority,
    isAuthority: false,
    ...more,
  })

const base64Url = (data: string | Buffer): string => Buffer.from(data).toString('base64url')

interface Signed {
  readonly chain?: readonly ReturnType<typeof makeCertificate>[]
  readonly alg?: string
  readonly content?: object
}

function token({ chain = [signer(), authority], alg = 'ES256', content = payload }: Signed = {}): string {
  const x5c = chain.map(({ certificate }) => certificate.raw.toString('base64'))
  const body = `${base64Url(JSON.stringify({ alg, typ: 'JWT', x5c }))}.${base64Url(JSON.stringify(content))}`
  const key = chain[0]?.key ?? ''
  return `${body}.${base64Url(sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }))}`
}

async function read(text: string, roots: readonly ReturnType<typeof makeCertificate>[] | null = [root]) {
  const files = {
    SIGNET_FIDO_METADATA_FILE: join(folder, 'blob'),
    SIGNET_FIDO_METADATA_ROOT_FILE: join(folder, 'roots'),
  }
  writeFileSync(files.SIGNET_FIDO_METADATA_FILE, text)
  writeFileSync(files.SIGNET_FIDO_METADATA_ROOT_FILE, (roots ?? []).map(({ pem }) => pem).join('\n'))
  const { SIGNET_FIDO_METADATA_FILE } = files
  return openAuthenticatorModels(
    roots ? files : { SIGNET_FIDO_METADATA_FILE },
    createLogger('test', 'silent'),
  ).read()
}

describe('metadata of authenticators:', () => {
  it('a signed file is read under the root of the operator', async () => {
    const metadata = await read(`${token()}\n`)
    if (typeof metadata === 'string') throw new Error(metadata)
    expect(metadata.nextUpdate).toBe('2030-01-01')
    expect([...metadata.models.values()]).toEqual([
      { aaguid: aaguid.toLowerCase(), name: 'Key', anchors: ['AAAA'], isCompromised: false },
    ])
  })

  it('a file with the payload only is read, because the operator supplies it', async () => {
    expect(await read(JSON.stringify(payload), null)).toMatchObject({ nextUpdate: '2030-01-01' })
  })

  it.each([
    'ATTESTATION_KEY_COMPROMISE',
    'REVOKED',
    'USER_KEY_PHYSICAL_COMPROMISE',
    'USER_KEY_REMOTE_COMPROMISE',
    'USER_VERIFICATION_BYPASS',
  ])('a model with the status %s is compromised, also after an update', async (status) => {
    const reports = [{ status }, { status: 'UPDATE_AVAILABLE' }]
    const metadata = await read(
      JSON.stringify({ ...payload, entries: [{ ...entry, statusReports: reports }] }),
    )
    if (typeof metadata === 'string') throw new Error(metadata)
    expect([...metadata.models.values()]).toMatchObject([{ isCompromised: true }])
  })

  it('a service without a file has no metadata', async () => {
    expect(await openAuthenticatorModels({}, createLogger('test', 'silent')).read()).toBe('absent')
  })

  const [header = '', body = '', signature = ''] = token().split('.')
  const unusable: Readonly<Record<string, () => ReturnType<typeof read>>> = {
    'no token and no payload': () => read('hello'),
    'a payload of another form': () => read('{"entries":[]}'),
    'a changed payload': () =>
      read(`${header}.${base64Url(JSON.stringify({ ...payload, no: 8 }))}.${signature}`),
    'no signature': () => read(`${header}.${body}.`),
    'the algorithm none': () => read(token({ alg: 'none' })),
    'the algorithm of another key': () => read(token({ alg: 'RS256' })),
    'a chain of another root': () => read(token(), [makeCertificate({ subject: [['CN', 'root']] })]),
    'no root': () => read(token(), []),
    'a private root under the public ones': () => read(token(), null),
    'a signer of another host under the same root': () =>
      read(token({ chain: [signer({ names: [['dns', 'shop.example']] }), authority] })),
    'an expired signer': () => read(token({ chain: [signer({ validTo: '210101' }), authority] })),
    'a signer that an authenticated host issued': () => {
      const host = signer()
      return read(token({ chain: [signer({ issuer: host }), host, authority] }))
    },
    'a signer without its authority': () => read(token({ chain: [signer()] })),
  }

  it.each(Object.entries(unusable))('a file with %s is not used', async (_name, result) => {
    expect(await result()).toBe('unusable')
  })

  it('a file that is not there is not used, and is read when it appears', async () => {
    const path = join(folder, 'later')
    const models = openAuthenticatorModels(
      { SIGNET_FIDO_METADATA_FILE: path },
      createLogger('test', 'silent'),
    )
    expect(await models.read()).toBe('unusable')
    writeFileSync(path, JSON.stringify(payload))
    expect(await models.read()).toMatchObject({ nextUpdate: '2030-01-01' })
  })
})
