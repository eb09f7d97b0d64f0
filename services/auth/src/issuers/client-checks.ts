import { isRedirectUri } from '@signet/clients'
import type { Settings } from '@signet/contracts'
import Provider, { type Client, errors } from 'oidc-provider'

/** The grant type that using a route takes, where it is not named by the request (RFC 8628 3.1, CIBA Core 7.1). */
const grantOfRoute: Readonly<Record<string, string>> = {
  device_authorization: 'urn:ietf:params:oauth:grant-type:device_code',
  backchannel_authentication: 'urn:openid:params:grant-type:ciba',
}

/** What oidc-provider asks of a client, answered as the specifications name it. */
export function refineClientChecks(provider: Provider, settings: Settings): void {
  const { prototype } = provider.Client
  const { grantTypeAllowed, responseTypeAllowed, redirectUriAllowed } = prototype
  // RFC 6749 5.2 and 4.1.2.1: oidc-provider answers `invalid_request`.
  prototype.grantTypeAllowed = function allowed(this: Client, type) {
    if (grantTypeAllowed.call(this, type)) return true
    const { route = '', params } = Provider.ctx?.oidc ?? {}
    if (type === (route === 'token' ? params?.grant_type : grantOfRoute[route]))
      throw new errors.UnauthorizedClient('requested grant type is not allowed for this client')
    return false
  }
  prototype.responseTypeAllowed = function allowed(this: Client, type) {
    if (responseTypeAllowed.call(this, type)) return true
    throw new errors.UnauthorizedClient('requested response_type is not allowed for this client')
  }
  // An address that is pushed without being registered follows the rules of those that are (RFC 9126 2.4).
  prototype.redirectUriAllowed = function allowed(this: Client, uri) {
    if (redirectUriAllowed.call(this, uri)) return true
    const isPushed = Provider.ctx?.oidc.route === 'pushed_authorization_request'
    if (
      isPushed &&
      settings['par.allowUnregisteredRedirectUris'] &&
      !isRedirectUri(uri, this.applicationType ?? 'web')
    )
      throw new errors.InvalidRequest(
        'redirect_uri must be registered, or use https without a fragment or credentials',
      )
    return false
  }
}
