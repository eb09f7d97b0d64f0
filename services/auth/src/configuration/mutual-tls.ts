import type { KoaContextWithOIDC, MTLSConfiguration } from 'oidc-provider'
import { certificateOf, isVerified, subjectMatches } from '../certificates/index.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

/**
 * RFC 8705. The proxy terminates TLS and sends the certificate in a header, trusted only when the setting declares it and the
 * deployment has a proxy: otherwise clients could forge it.
 */
export function mutualTls({ deps, settings }: OptionsContext): MTLSConfiguration {
  if (!settings['mTLS.enabled']) return { enabled: false }
  const isTrusted = settings['mTLS.trustProxyCertificateHeader'] && deps.config.SIGNET_PROXY_HOPS > 0
  return {
    enabled: true,
    certificateBoundAccessTokens: settings['mTLS.certificateBoundAccessTokens'],
    selfSignedTlsClientAuth: settings['mTLS.selfSignedTlsClientAuth'],
    tlsClientAuth: settings['mTLS.tlsClientAuth'],
    getCertificate: (ctx: KoaContextWithOIDC) => (isTrusted ? certificateOf(ctx.req.headers) : undefined),
    certificateAuthorized: (ctx: KoaContextWithOIDC) => isTrusted && isVerified(ctx.req.headers),
    certificateSubjectMatches(ctx: KoaContextWithOIDC, property: string, expected: string) {
      const certificate = isTrusted ? certificateOf(ctx.req.headers) : undefined
      return certificate !== undefined && subjectMatches(certificate, property, expected)
    },
  }
}
