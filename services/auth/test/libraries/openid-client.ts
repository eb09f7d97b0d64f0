import * as oidc from 'openid-client'
import { party } from '../support/clients.ts'
import type { Auth } from '../support/harness.ts'
import type { Library, LibraryClient, Tokens } from './types.ts'

function authenticationOf({ method, clientSecret = '', key, kid }: LibraryClient): oidc.ClientAuth {
  if (method === 'none') return oidc.None()
  if (method === 'client_secret_post') return oidc.ClientSecretPost(clientSecret)
  if (method === 'client_secret_jwt') return oidc.ClientSecretJwt(clientSecret)
  if (method === 'private_key_jwt') return oidc.PrivateKeyJwt({ key, kid })
  return oidc.ClientSecretBasic(clientSecret)
}

const tokensOf = (answer: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token,
  type: answer.token_type,
  sub: answer.claims()?.sub,
})

export async function openidClient(auth: Auth, client: LibraryClient): Promise<Library> {
  const rp = await party(auth, { ...client, authentication: authenticationOf(client) })
  const { config } = rp
  oidc.enableNonRepudiationChecks(config)
  const bound = client.dpop ? { DPoP: oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256')) } : {}
  const quick = { interval: 0.01 }
  return {
    async begin(parameters, { pushed } = { pushed: false }) {
      const { url, checks } = await rp.beginRaw(parameters)
      return {
        url: pushed ? await oidc.buildAuthorizationUrlWithPAR(config, url.searchParams, bound) : url,
        redeem: async (answer) =>
          tokensOf(await oidc.authorizationCodeGrant(config, answer, checks, undefined, bound)),
      }
    },
    refresh: async (token) => tokensOf(await oidc.refreshTokenGrant(config, token, undefined, bound)),
    machine: async (parameters) => tokensOf(await oidc.clientCredentialsGrant(config, parameters, bound)),
    async device(parameters) {
      const started = await oidc.initiateDeviceAuthorization(config, parameters)
      return {
        complete: started.verification_uri_complete ?? '',
        redeem: async () =>
          tokensOf(
            await oidc.pollDeviceAuthorizationGrant(config, { ...started, ...quick }, undefined, bound),
          ),
      }
    },
    async backchannel(parameters) {
      const started = await oidc.initiateBackchannelAuthentication(config, parameters)
      return {
        redeem: async () =>
          tokensOf(
            await oidc.pollBackchannelAuthenticationGrant(config, { ...started, ...quick }, undefined, bound),
          ),
      }
    },
    userinfo: (token, sub) => oidc.fetchUserInfo(config, token, sub, bound),
    introspect: (token) => oidc.tokenIntrospection(config, token),
    revoke: (token) => oidc.tokenRevocation(config, token),
  }
}
