import { isRedirectUri } from '@signet/clients'
import Provider, { errors } from 'oidc-provider'
import type { Members, Wrapper } from './override.ts'

type Checks = Members['Client.prototype']

/** Grant types of routes without a parameter for them (RFC 8628 3.1, CIBA Core 7.1). */
const grantOfRoute: Readonly<Record<string, string>> = {
  device_authorization: 'urn:ietf:params:oauth:grant-type:device_code',
  backchannel_authentication: 'urn:openid:params:grant-type:ciba',
}

/** RFC 6749 5.2: `unauthorized_client`; oidc-provider sends `invalid_request`. */
export const rejectGrantType: Wrapper<Checks['grantTypeAllowed']> = (isAllowed) =>
  function allowed(type) {
    if (isAllowed.call(this, type)) return true
    const { route = '', params } = Provider.ctx?.oidc ?? {}
    if (type === (route === 'token' ? params?.grant_type : grantOfRoute[route]))
      throw new errors.UnauthorizedClient('requested grant type is not allowed for this client')
    return false
  }

/** RFC 6749 4.1.2.1: `unauthorized_client`; oidc-provider sends `invalid_request`. */
export const rejectResponseType: Wrapper<Checks['responseTypeAllowed']> = (isAllowed) =>
  function allowed(type) {
    if (isAllowed.call(this, type)) return true
    throw new errors.UnauthorizedClient('requested response_type is not allowed for this client')
  }

/** A pushed address needs no registration (RFC 9126 2.4), but follows the rules of registered ones. */
export const rejectRedirectUri: Wrapper<Checks['redirectUriAllowed']> = (isAllowed, { context }) =>
  function allowed(uri) {
    if (isAllowed.call(this, uri)) return true
    const isPushed = Provider.ctx?.oidc.route === 'pushed_authorization_request'
    if (
      isPushed &&
      context.settings['par.allowUnregisteredRedirectUris'] &&
      !isRedirectUri(uri, this.applicationType ?? 'web')
    )
      throw new errors.InvalidRequest(
        'redirect_uri must be registered, or use https without a fragment or credentials',
      )
    return false
  }
