import type { Settings } from '@signet/contracts'
import type { Metadata } from '../clients/client-adapter.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { jwtBearer, tokenExchange } from '../protocol/grant-types.ts'

const ciba = 'urn:openid:params:grant-type:ciba'

/** Grants that the administrators' project does not have. */
const ofTenants = [tokenExchange, jwtBearer]

/** oidc-provider rejects a whole client for one unsupported value; this filter keeps the other grants and modes usable. */
export const metadataInForce =
  ({ settings, project }: OptionsContext) =>
  (metadata: Metadata): Metadata => {
    const mode = metadata.backchannel_token_delivery_mode
    const hasMode = settings['ciba.deliveryModes'].some((offered) => offered === mode)
    const off = grantTypesOff(settings)
    if (!hasMode) off.add(ciba)
    if (project.reserved === 'administrators') for (const type of ofTenants) off.add(type)
    return {
      ...metadata,
      grant_types: texts(metadata.grant_types).filter((type) => !off.has(type)),
      authorization_details_types: texts(metadata.authorization_details_types).filter((type) =>
        Object.hasOwn(settings['richAuthorizationRequests.types'], type),
      ),
      ...(hasMode ? {} : { backchannel_token_delivery_mode: undefined }),
      ...scopeInForce(metadata, settings),
      ...assertionAlgorithm(metadata),
      ...senderConstraint(metadata, settings),
    }
  }

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function grantTypesOff(settings: Settings): Set<string> {
  const needed: readonly (readonly [string, boolean])[] = [
    ['client_credentials', settings['clientCredentials.enabled']],
    ['urn:ietf:params:oauth:grant-type:device_code', settings['deviceFlow.enabled']],
    [ciba, settings['ciba.enabled']],
    ['refresh_token', settings.scopes.includes('offline_access')],
  ]
  return new Set(needed.filter(([, isOn]) => !isOn).map(([type]) => type))
}

/** Scopes of APIs are checked with their API. */
function scopeInForce({ scope }: Metadata, settings: Settings): Metadata {
  if (typeof scope !== 'string' || scope === '') return { scope: undefined }
  const known = [...settings.scopes, ...Object.keys(settings.claims)]
  return {
    scope:
      scope
        .split(' ')
        .filter((name) => known.includes(name))
        .join(' ') || 'openid',
  }
}

/** Drops an algorithm that remains from another authentication method. */
const assertionAlgorithm = ({ token_endpoint_auth_method: method }: Metadata): Metadata =>
  /_jwt$/.test(String(method)) ? {} : { token_endpoint_auth_signing_alg: undefined }

/** FAPI 2.0 5.3.2.1: access tokens are bound to a key of the application. */
function senderConstraint(metadata: Metadata, settings: Settings): Metadata {
  if (!settings['fapi.enabled']) return {}
  const byCertificate =
    settings['mTLS.certificateBoundAccessTokens'] &&
    (metadata.tls_client_certificate_bound_access_tokens === true || !settings['dpop.enabled'])
  return {
    dpop_bound_access_tokens: !byCertificate,
    tls_client_certificate_bound_access_tokens: byCertificate,
  }
}
