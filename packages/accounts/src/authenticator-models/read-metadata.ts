import { verify, X509Certificate } from 'node:crypto'
import { SettingsService } from '@simplewebauthn/server'
import * as z from 'zod'
import { endsInAnchor } from './certificate-chain.ts'

export interface AuthenticatorModel {
  readonly aaguid: string
  readonly name: string
  /** DER in base64; the attestation of the model ends in one of them. */
  readonly anchors: readonly string[]
  /** The model was revoked or its keys are compromised, by the metadata. */
  readonly isCompromised: boolean
}

export interface AuthenticatorMetadata {
  readonly models: ReadonlyMap<string, AuthenticatorModel>
  /** `YYYY-MM-DD`. */
  readonly nextUpdate: string
}

/** Name in the signing certificate, whose authority issues certificates for other names too. */
const publisher = 'mds.fidoalliance.org'

/** End the trust in a model, also when a later report follows: an attestation does not prove the update. */
const compromised = new Set([
  'ATTESTATION_KEY_COMPROMISE',
  'REVOKED',
  'USER_KEY_PHYSICAL_COMPROMISE',
  'USER_KEY_REMOTE_COMPROMISE',
  'USER_VERIFICATION_BYPASS',
])

/** FIDO Metadata Service 3, 3.1; only the members that are used. */
const Payload = z.object({
  nextUpdate: z.iso.date(),
  entries: z.array(
    z.object({
      aaguid: z.guid().optional(),
      metadataStatement: z
        .object({ description: z.string().max(1_000), attestationRootCertificates: z.array(z.string()) })
        .optional(),
      statusReports: z.array(z.object({ status: z.string() })),
    }),
  ),
})

const Header = z.object({ alg: z.enum(['RS256', 'ES256']), x5c: z.array(z.base64()).min(1).max(4) })

const keyTypes = { RS256: 'rsa', ES256: 'ec' } as const

export const certificatesIn = (text: string): X509Certificate[] =>
  (text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  )

/** GlobalSign, under which the FIDO Alliance publishes. */
const publicRoots = (): X509Certificate[] =>
  SettingsService.getRootCertificates({ identifier: 'mds' }).map((pem) => new X509Certificate(pem))

/**
 * Reads the published JWT, whose signature is verified, or its payload.
 * @param roots certificates in which the chain of the JWT ends
 * @throws Error with a sentence for the operator
 */
export function readMetadata(text: string, roots = publicRoots(), now = new Date()): AuthenticatorMetadata {
  const trimmed = text.trim()
  const payload = trimmed.startsWith('{') ? trimmed : verifiedPayload(trimmed, roots, now)
  const { success, data } = Payload.safeParse(json(payload))
  if (!success) throw new Error('The content is no metadata of the FIDO Metadata Service, version 3.')
  const models = data.entries.flatMap(({ aaguid, metadataStatement, statusReports }) =>
    aaguid && metadataStatement
      ? [
          {
            aaguid: aaguid.toLowerCase(),
            name: metadataStatement.description.trim().slice(0, 200),
            anchors: metadataStatement.attestationRootCertificates,
            isCompromised: statusReports.some(({ status }) => compromised.has(status)),
          },
        ]
      : [],
  )
  return { nextUpdate: data.nextUpdate, models: new Map(models.map((model) => [model.aaguid, model])) }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const decoded = (part: string): string => Buffer.from(part, 'base64url').toString()

function verifiedPayload(token: string, roots: readonly X509Certificate[], now: Date): string {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  const { success, data } = Header.safeParse(json(decoded(header)))
  if (!success || more.length > 0) throw new Error('The content is neither a signed JWT nor its payload.')
  const chain = data.x5c.map((one) => new X509Certificate(Buffer.from(one, 'base64')))
  const [signer] = chain
  if (!signer?.checkHost(publisher) || !endsInAnchor(chain, roots, now))
    throw new Error(`The certificate of the signature is not a valid one of ${publisher} under a known root.`)
  const isSigned =
    signer.publicKey.asymmetricKeyType === keyTypes[data.alg] &&
    verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key: signer.publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  if (!isSigned) throw new Error('The signature is not valid.')
  return decoded(payload)
}
