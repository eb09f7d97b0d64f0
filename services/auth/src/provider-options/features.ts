import type { Configuration } from 'oidc-provider'
import { logoutSource, postLogoutSuccessSource } from '../interactions/logout.ts'
import type { OptionsContext } from './context.ts'
import { resourceIndicators } from './resource-indicators.ts'

/** Settings that switch a feature of oidc-provider on or off, each under its registered name. */
export const features = (context: OptionsContext): Configuration => {
  const on = (key: Parameters<typeof enabled>[1]) => ({ enabled: enabled(context, key) })
  return {
    features: {
      devInteractions: { enabled: false },
      claimsParameter: on('claimsParameter.enabled'),
      clientCredentials: on('clientCredentials.enabled'),
      dPoP: on('dpop.enabled'),
      introspection: {
        ...on('introspection.enabled'),
        allowedPolicy: (_ctx, client, token) =>
          client.tokenEndpointAuthMethod !== 'none' || token.clientId === client.clientId,
      },
      jwtIntrospection: on('jwtIntrospection.enabled'),
      jwtResponseModes: on('responseMode.jwt.enabled'),
      jwtUserinfo: on('jwtUserinfo.enabled'),
      pushedAuthorizationRequests: {
        ...on('par.enabled'),
        allowUnregisteredRedirectUris: context.settings['par.allowUnregisteredRedirectUris'],
      },
      resourceIndicators: resourceIndicators(context),
      revocation: on('revocation.enabled'),
      rpInitiatedLogout: {
        ...on('rpInitiatedLogout.enabled'),
        logoutSource: logoutSource(context),
        postLogoutSuccessSource: postLogoutSuccessSource(context),
      },
      userinfo: on('userinfo.enabled'),
    },
    acceptQueryParamAccessTokens: false,
    allowOmittingSingleRegisteredRedirectUri:
      context.settings['authorization.allowOmittingSingleRegisteredRedirectUri'],
    clientAuthMethods: [...context.settings.clientAuthMethods],
    pkce: { required: () => context.settings['pkce.required'] },
  }
}

const enabled = (
  { settings }: OptionsContext,
  key: Extract<keyof OptionsContext['settings'], `${string}.enabled`>,
): boolean => settings[key] === true
