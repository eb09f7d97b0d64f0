import { fetchVia } from '@signet/testkit'
import * as oauth from 'oauth4webapi'
import { type Auth, redirectUri } from '../support/harness.ts'
import type { Library, LibraryClient, Tokens } from './types.ts'

function authenticationOf({ method, clientSecret = '', key, kid }: LibraryClient): oauth.ClientAuth {
  if (method === 'none') return oauth.None()
  if (method === 'client_secret_post') return oauth.ClientSecretPost(clientSecret)
  if (method === 'client_secret_jwt') return oauth.ClientSecretJwt(clientSecret)
  if (method === 'private_key_jwt') return oauth.PrivateKeyJwt({ key, kid })
  return oauth.ClientSecretBasic(clientSecret)
}

const tokensOf = (answer: oauth.TokenEndpointResponse): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token,
  type: answer.token_type,
  sub: oauth.getValidatedIdTokenClaims(answer)?.sub,
})

/** Sends requests to the server under test over http. */
async function connection(auth: Auth, { issuer }: LibraryClient) {
  const there = { [oauth.customFetch]: fetchVia(auth.address), [oauth.allowInsecureRequests]: true } as const
  const url = new URL(issuer)
  const as = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, there))
  return { as, there }
}

export async function oauth4webapi(auth: Auth, known: LibraryClient): Promise<Library> {
  const { as, there } = await connection(auth, known)
  const client: oauth.Client = { client_id: known.clientId }
  const authentication = authenticationOf(known)
  const bound = known.dpop ? { DPoP: oauth.DPoP(client, await oauth.generateKeyPair('ES256')) } : {}
  const options = { ...there, ...bound }
  /** Validates the signature of the ID token with the published keys, then the response. */
  const validated = async (
    response: Response,
    process: (response: Response) => Promise<oauth.TokenEndpointResponse>,
  ): Promise<Tokens> => {
    const answer = await process(response)
    if (answer.id_token) await oauth.validateApplicationLevelSignature(as, response, there)
    return tokensOf(answer)
  }
  return {
    async begin(parameters, { pushed } = { pushed: false }) {
      const verifier = oauth.generateRandomCodeVerifier()
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
      const asked = new URLSearchParams({
        client_id: known.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...parameters,
      })
      const url = new URL(as.authorization_endpoint ?? '')
      url.search = pushed ? (await push(asked)).toString() : asked.toString()
      const redeem = async (answer: URL) => {
        const callback = oauth.validateAuthResponse(as, client, answer, state)
        const response = await oauth.authorizationCodeGrantRequest(
          as,
          client,
          authentication,
          callback,
          redirectUri,
          verifier,
          options,
        )
        return validated(response, (given) =>
          oauth.processAuthorizationCodeResponse(as, client, given, {
            expectedNonce: nonce,
            requireIdToken: true,
          }),
        )
      }
      return { url, redeem }
    },
    refresh: async (token) =>
      validated(
        await oauth.refreshTokenGrantRequest(as, client, authentication, token, options),
        (response) => oauth.processRefreshTokenResponse(as, client, response),
      ),
    machine: async (parameters = {}) =>
      validated(
        await oauth.clientCredentialsGrantRequest(as, client, authentication, { ...parameters }, options),
        (response) => oauth.processClientCredentialsResponse(as, client, response),
      ),
    async device(parameters) {
      const started = await oauth.processDeviceAuthorizationResponse(
        as,
        client,
        await oauth.deviceAuthorizationRequest(as, client, authentication, { ...parameters }, there),
      )
      return {
        complete: started.verification_uri_complete ?? '',
        redeem: async () =>
          validated(
            await oauth.deviceCodeGrantRequest(as, client, authentication, started.device_code, options),
            (response) => oauth.processDeviceCodeResponse(as, client, response),
          ),
      }
    },
    async backchannel(parameters) {
      const started = await oauth.processBackchannelAuthenticationResponse(
        as,
        client,
        await oauth.backchannelAuthenticationRequest(as, client, authentication, { ...parameters }, there),
      )
      const { auth_req_id: id } = started
      return {
        redeem: async () =>
          validated(
            await oauth.backchannelAuthenticationGrantRequest(as, client, authentication, id, options),
            (response) => oauth.processBackchannelAuthenticationGrantResponse(as, client, response),
          ),
      }
    },
    userinfo: async (token, sub) =>
      oauth.processUserInfoResponse(as, client, sub, await oauth.userInfoRequest(as, client, token, options)),
    introspect: async (token) =>
      oauth.processIntrospectionResponse(
        as,
        client,
        await oauth.introspectionRequest(as, client, authentication, token, there),
      ),
    revoke: async (token) =>
      oauth.processRevocationResponse(
        await oauth.revocationRequest(as, client, authentication, token, there),
      ),
  }

  async function push(asked: URLSearchParams): Promise<URLSearchParams> {
    const response = await oauth.pushedAuthorizationRequest(as, client, authentication, asked, options)
    const { request_uri } = await oauth.processPushedAuthorizationResponse(as, client, response)
    return new URLSearchParams({ client_id: known.clientId, request_uri })
  }
}
