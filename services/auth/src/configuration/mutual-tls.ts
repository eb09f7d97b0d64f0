import type { KoaContextWithOIDC, MTLSConfiguration } from 'oidc-provider'
import { certificateOf, isVerified, subjectMatches } from '../certificates/index.ts'
import type { OptionsContext } from '../core/issuer-context.ts'

/**
 * Client certificates (RFC 8705). TLS ends at the proxy in front, so a certificate can only come from its header; it is
 * believed where the setting says that the proxy writes that header, and the deployment says that there is a proxy (T22).
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
