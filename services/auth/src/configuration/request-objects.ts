import { type Configuration, errors } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { isIssuedAhead } from '../protocol/issued-at.ts'

type RequestObjects = NonNullable<NonNullable<Configuration['features']>['requestObjects']>

/** Seconds (FAPI 2.0 Message Signing 5.3.1, FAPI-CIBA 5.2.2). */
const maxLifetime = 3600

export function requestObjects({ settings }: OptionsContext): RequestObjects {
  const isFapi = settings['fapi.enabled']
  return {
    // FAPI-CIBA 5.2.2 requires signed backchannel requests.
    enabled: settings['requestObjects.enabled'] || (isFapi && settings['ciba.enabled']),
    requireSignedRequestObject: settings['requestObjects.requireSignedRequestObject'],
    assertJwtClaimsAndHeader({ oidc: { route } }, claims) {
      const needed = [
        ...(isFapi ? ['exp', 'aud', 'nbf'] : []),
        // CIBA Core 7.1.1
        ...(route === 'backchannel_authentication' ? ['exp', 'iat', 'nbf', 'jti'] : []),
      ]
      const missing = needed.find((name) => claims[name] === undefined)
      if (missing) throw new errors.InvalidRequestObject(`Request Object is missing the '${missing}' claim`)
      if (isIssuedAhead(claims.iat)) throw new errors.InvalidRequestObject('Request Object is of the future')
      const lifetime = Number(claims.exp) - Number(claims.nbf)
      if (isFapi && !(lifetime > 0 && lifetime <= maxLifetime))
        throw new errors.InvalidRequestObject("Request Object 'exp' claim too far from 'nbf' claim")
    },
  }
}
