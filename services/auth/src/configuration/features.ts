import type { Client, Configuration } from 'oidc-provider'
import { ownSettings } from '../clients/client-metadata.ts'
import type { OptionsContext } from '../core/issuer-context.ts'
import { deviceFlow } from '../pages/device/handler.ts'
import { logoutSource, postLogoutSuccessSource } from '../pages/sign-out/handler.ts'
import { ciba } from '../protocol/ciba.ts'
import { richAuthorization } from '../protocol/rich-authorization.ts'
import { dpop } from './dpop.ts'
import { introspection } from './introspection.ts'
import { metadataDocuments } from './metadata-documents.ts'
import { mutualTls } from './mutual-tls.ts'
import { registration } from './registration.ts'
import { requestObjects } from './request-objects.ts'
import { resourceIndicators } from './resource-indicators.ts'

export const features = (context: OptionsContext): Configuration => {
  const on = (key: Parameters<typeof enabled>[1]) => ({ enabled: enabled(context, key) })
  const { settings } = context
  const isFapi = settings['fapi.enabled']
  return {
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: on('backchannelLogout.enabled'),
      ciba: ciba(context),
      claimsParameter: on('claimsParameter.enabled'),
      clientCredentials: on('clientCredentials.enabled'),
      clientIdMetadataDocument: metadataDocuments(context),
      deviceFlow: deviceFlow(context),
      dPoP: dpop(context),
      encryption: on('encryption.enabled'),
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      fapi: { enabled: isFapi, profile: '2.0' },
      introspection: introspection(context),
      jwtIntrospection: on('jwtIntrospection.enabled'),
      jwtResponseModes: on('responseMode.jwt.enabled'),
      jwtUserinfo: on('jwtUserinfo.enabled'),
      mTLS: mutualTls(context),
      pushedAuthorizationRequests: {
        ...on('par.enabled'),
        // FAPI 2.0 5.3.2.2 accepts pushed authorization requests only.
        requirePushedAuthorizationRequests: isFapi,
        allowUnregisteredRedirectUris: settings['par.allowUnregisteredRedirectUris'],
      },
      requestObjects: requestObjects(context),
      resourceIndicators: resourceIndicators(context),
      revocation: {
        ...on('revocation.enabled'),
        // RFC 7009 2.1: only the application that a token was issued to may revoke it.
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      ...registration(context),
      richAuthorizationRequests: richAuthorization(context),

      rpInitiatedLogout: {
        ...on('rpInitiatedLogout.enabled'),
        logoutSource: logoutSource(context),
        postLogoutSuccessSource: postLogoutSuccessSource(context),
      },
      userinfo: on('userinfo.enabled'),
    },
    // RFC 9700 2.1.2: no response parameter is sent in a fragment.
    responseTypes: ['code'],
    acceptQueryParamAccessTokens: false,
    allowOmittingSingleRegisteredRedirectUri:
      settings['authorization.allowOmittingSingleRegisteredRedirectUri'],
    pkce: { required: (_ctx, client) => isFapi || requiresPkce(client, settings['pkce.required']) },
  }
}

/** A public client has no other way to prove that it redeems its own code (RFC 9700 2.1.1). */
function requiresPkce(client: Client, byDefault: boolean): boolean {
  const { pkce } = ownSettings(client)
  return client.tokenEndpointAuthMethod === 'none' || (pkce ? pkce === 'required' : byDefault)
}

const enabled = (
  { settings }: OptionsContext,
  key: Extract<keyof OptionsContext['settings'], `${string}.enabled`>,
): boolean => settings[key] === true
