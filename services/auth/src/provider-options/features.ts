import type { Configuration } from 'oidc-provider'
import { deviceFlow } from '../interactions/device.ts'
import { logoutSource, postLogoutSuccessSource } from '../interactions/logout.ts'
import { entitledAccount } from './accounts.ts'
import type { OptionsContext } from './context.ts'
import { resourceIndicators } from './resource-indicators.ts'

/** Settings that switch a feature of oidc-provider on or off, each under its registered name. */
export const features = (context: OptionsContext): Configuration => {
  const on = (key: Parameters<typeof enabled>[1]) => ({ enabled: enabled(context, key) })
  return {
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: on('backchannelLogout.enabled'),
      claimsParameter: on('claimsParameter.enabled'),
      clientCredentials: on('clientCredentials.enabled'),
      deviceFlow: deviceFlow(context),
      dPoP: on('dpop.enabled'),
      introspection: {
        ...on('introspection.enabled'),
        allowedPolicy: async (_ctx, client, token) =>
          (client.tokenEndpointAuthMethod !== 'none' || token.clientId === client.clientId) &&
          (!('accountId' in token) ||
            (await entitledAccount(context, String(token.accountId))) !== undefined),
      },
      jwtIntrospection: on('jwtIntrospection.enabled'),
      jwtResponseModes: on('responseMode.jwt.enabled'),
      jwtUserinfo: on('jwtUserinfo.enabled'),
      pushedAuthorizationRequests: {
        ...on('par.enabled'),
        allowUnregisteredRedirectUris: context.settings['par.allowUnregisteredRedirectUris'],
      },
      resourceIndicators: resourceIndicators(context),
      revocation: {
        ...on('revocation.enabled'),
        // RFC 7009 2.1: a token is revoked by the application it was issued to.
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        ...on('rpInitiatedLogout.enabled'),
        logoutSource: logoutSource(context),
        postLogoutSuccessSource: postLogoutSuccessSource(context),
      },
      userinfo: on('userinfo.enabled'),
    },
    // The code flow alone (RFC 9700 2.1.2): nothing of ours travels in a fragment.
    responseTypes: ['code'],
    acceptQueryParamAccessTokens: false,
    allowOmittingSingleRegisteredRedirectUri:
      context.settings['authorization.allowOmittingSingleRegisteredRedirectUri'],
    clientAuthMethods: [...context.settings.clientAuthMethods],
    // A public client cannot prove who redeems its code in any other way (RFC 9700 2.1.1).
    pkce: {
      required: (_ctx, client) =>
        context.settings['pkce.required'] || client.tokenEndpointAuthMethod === 'none',
    },
  }
}

const enabled = (
  { settings }: OptionsContext,
  key: Extract<keyof OptionsContext['settings'], `${string}.enabled`>,
): boolean => settings[key] === true
