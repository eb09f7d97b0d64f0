import { randomUUID, sign } from 'node:crypto'
import { type CertificateOptions, type Deviation, makeCertificate } from '@signet/testkit'

const modelExtension = '2b0601040182e51c010104'

export const bytesOf = (aaguid: string): Buffer => Buffer.from(aaguid.replaceAll('-', ''), 'hex')

type Certificate = ReturnType<typeof makeCertificate>

export class AuthenticatorModel {
  readonly aaguid: string = randomUUID()
  readonly name = `Key ${this.aaguid.slice(0, 4)}`
  readonly root: Certificate

  /** @param root options of the certificate in the metadata */
  constructor(root: Partial<CertificateOptions> = {}) {
    this.root = makeCertificate({ subject: [['CN', `root of ${this.name}`]], ...root })
  }

  certificate(deviation: Partial<CertificateOptions> = {}): Certificate {
    return makeCertificate({
      subject: [
        ['C', 'NL'],
        ['O', 'Keys'],
        ['OU', 'Authenticator Attestation'],
        ['CN', this.name],
      ],
      issuer: this.root,
      isAuthority: false,
      extensions: [this.extension()],
      ...deviation,
    })
  }

  extension = (aaguid = this.aaguid) => ({
    id: modelExtension,
    value: Buffer.concat([Buffer.from([4, 16]), bytesOf(aaguid)]),
  })

  /** Returns a correct attestation; the first certificate signs. */
  attestation(chain: readonly Certificate[] = [this.certificate()]): Deviation {
    return {
      aaguid: bytesOf(this.aaguid),
      format: 'packed',
      statement: (signed) =>
        new Map<string, unknown>([
          ['alg', -7],
          ['sig', sign('sha256', signed, chain[0]?.privateKey ?? '')],
          ['x5c', chain.map(({ certificate }) => certificate.raw)],
        ]),
    }
  }

  entry = (statuses: readonly string[] = ['FIDO_CERTIFIED_L1']) => ({
    aaguid: this.aaguid,
    metadataStatement: {
      description: this.name,
      attestationRootCertificates: [this.root.certificate.raw.toString('base64')],
    },
    statusReports: statuses.map((status) => ({ status })),
    timeOfLastStatusChange: '2026-01-01',
  })
}

export const payloadWith = (entries: readonly object[]) => ({
  legalHeader: 'test',
  no: 1,
  nextUpdate: '2030-01-01',
  entries,
})
