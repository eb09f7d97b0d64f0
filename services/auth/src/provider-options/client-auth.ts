import type { Settings } from '@signet/contracts'
import { type ClientAuthMethod, type Configuration, errors } from 'oidc-provider'
import type { OptionsContext } from './context.ts'

/** How applications may authenticate, and what an assertion must say. */
export const clientAuth = ({ settings }: OptionsContext): Configuration => ({
  clientAuthMethods: offeredMethods(settings),
  assertJwtClientAuthClaimsAndHeader(ctx, { aud }, { typ }) {
    // One audience, as one string: an assertion made for several servers could be replayed at another (RFC 7523bis, T03).
    if (typeof aud !== 'string') throw new errors.InvalidClientAuth('audience (aud) must be one string')
    if (settings['fapi.enabled'] && aud !== ctx.oidc.issuer)
      throw new errors.InvalidClientAuth('audience (aud) must be the issuer identifier')
    // Another kind of JWT of the same key is no assertion (T11).
    if (typ !== undefined && !assertionTypes.has(String(typ).toLowerCase()))
      throw new errors.InvalidClientAuth('the type (typ) of the assertion is another one')
  },
})

const assertionTypes = new Set(['jwt', 'client-authentication+jwt', 'application/client-authentication+jwt'])

/** FAPI 2.0 5.3.2.1: a key or a certificate; nothing that travels. */
const strong = new Set<ClientAuthMethod>([
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
])

/** What the settings leave. */
export function offeredMethods(settings: Settings): ClientAuthMethod[] {
  const offered: ClientAuthMethod[] = [...settings.clientAuthMethods]
  if (settings['mTLS.enabled'] && settings['mTLS.tlsClientAuth']) offered.push('tls_client_auth')
  if (settings['mTLS.enabled'] && settings['mTLS.selfSignedTlsClientAuth'])
    offered.push('self_signed_tls_client_auth')
  return settings['fapi.enabled'] ? offered.filter((method) => strong.has(method)) : offered
}
