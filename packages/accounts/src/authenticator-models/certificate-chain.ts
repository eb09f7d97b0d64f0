import type { X509Certificate } from 'node:crypto'
import { getCertificateInfo } from '@simplewebauthn/server/helpers'

const maxCertificates = 4

const basicConstraints = '2.5.29.19'

/** Applied by this module, or permit nothing more: key usage, alternative names, basic constraints, policies, extended key usage. */
const knownExtensions = new Set(['2.5.29.15', '2.5.29.17', basicConstraints, '2.5.29.32', '2.5.29.37'])

export interface CertificateExtension {
  readonly isCritical: boolean
  /** DER. */
  readonly value: Buffer
}

export function extensionsOf(certificate: X509Certificate): ReadonlyMap<string, CertificateExtension> {
  const { extensions } = getCertificateInfo(new Uint8Array(certificate.raw)).parsedCertificate.tbsCertificate
  return new Map(
    (extensions ?? []).map(({ extnID, critical, extnValue }) => [
      extnID,
      { isCritical: critical, value: Buffer.from(extnValue.buffer) },
    ]),
  )
}

/** False for a critical extension that is not applied (RFC 5280 4.2). */
function isUsable(certificate: X509Certificate, now: Date): boolean {
  const isUnknown = ([id, { isCritical }]: [string, CertificateExtension]) =>
    isCritical && !knownExtensions.has(id)
  return (
    certificate.validFromDate <= now &&
    now <= certificate.validToDate &&
    ![...extensionsOf(certificate)].some(isUnknown)
  )
}

/** DER of BasicConstraints of an authority, with the limit of its path (RFC 5280 4.2.1.9). */
const authority = /^3003(?:0101ff)$|^30060101ff0201([0-7][0-9a-f])$/

/** Number of authorities that may follow a certificate; -1 when it is no authority. */
function pathLength(certificate: X509Certificate): number {
  const constraints = extensionsOf(certificate).get(basicConstraints)?.value.toString('hex') ?? ''
  const found = authority.exec(constraints)
  if (!certificate.ca || !found) return -1
  return found[1] === undefined ? maxCertificates : Number.parseInt(found[1], 16)
}

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

/** @param between authorities between the issuer and the first certificate of the chain */
const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate, between: number): boolean =>
  pathLength(issuer) >= between && isSignedBy(certificate, issuer)

/**
 * Some manufacturers have roots of X.509 version 1, which signed themselves and state no constraints. An anchor that is the certificate
 * of an authenticator states that it is no authority.
 */
const isIssuedByAnchor = (certificate: X509Certificate, anchor: X509Certificate, between: number): boolean =>
  extensionsOf(anchor).has(basicConstraints)
    ? isIssuedBy(certificate, anchor, between)
    : isSignedBy(anchor, anchor) && isSignedBy(certificate, anchor)

/**
 * Requires that each certificate is valid and issued by the next one, and that the last one is or was issued by a trust anchor (RFC
 * 5280 6.1). Sends no request: lists of revoked certificates are not read.
 * @param chain the certificate of the signing key first
 */
export function endsInAnchor(
  chain: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  now = new Date(),
): boolean {
  const last = chain.at(-1)
  if (!last || chain.length > maxCertificates || !chain.every((one) => isUsable(one, now))) return false
  const isLinked = chain.every((one, index) => {
    const issuer = chain[index + 1]
    return !issuer || isIssuedBy(one, issuer, index)
  })
  return (
    isLinked &&
    anchors.some(
      (anchor) =>
        anchor.raw.equals(last.raw) ||
        (isUsable(anchor, now) && isIssuedByAnchor(last, anchor, chain.length - 1)),
    )
  )
}
