import { mintToken } from '@signet/secrets'
import { importJWK, type JWK, SignJWT } from 'jose'
import type { ClientAuth, ServerMetadata } from 'openid-client'
import {
  type ClientAuthentication,
  isClientRefused,
  type SendTokenRequest,
  type TokenRequest,
} from './client-authentication.ts'
import { UpstreamProblem } from './problem.ts'

const algorithms = ['RS256', 'PS256'] as const
/** Seconds. */
const lifetime = 60
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * Authenticates by `private_key_jwt` (RFC 7523 and OpenID Connect Core section 9). The audience is the issuer, as the update of RFC
 * 7523 requires. A provider that still requires the address of the token endpoint refuses the client: the request is repeated once with
 * this audience, which is used from then on if it succeeds.
 */
export class AssertionAuthentication implements ClientAuthentication {
  readonly #key: JWK
  #audience: 'issuer' | 'token endpoint' = 'issuer'
  #server: ServerMetadata | undefined
  #clientId = ''

  constructor(key: JWK) {
    this.#key = key
  }

  /** The assertion is added when a request is sent, because a repeated request needs a new one. */
  readonly authenticate: ClientAuth = (as, client, body) => {
    this.#server = as
    this.#clientId = client.client_id
    body.set('client_id', client.client_id)
    body.set('client_assertion_type', assertionType)
  }

  async send(request: TokenRequest, fetch: SendTokenRequest): Promise<Response> {
    if (!(request.body instanceof URLSearchParams)) return fetch(request)
    const answer = await this.#sendTo(this.#audience, request, fetch)
    if (this.#audience !== 'issuer' || !(await isClientRefused(answer))) return answer
    const second = await this.#sendTo('token endpoint', request, fetch)
    if (await isClientRefused(second)) return answer
    this.#audience = 'token endpoint'
    return second
  }

  async #sendTo(audience: 'issuer' | 'token endpoint', request: TokenRequest, fetch: SendTokenRequest) {
    const body = new URLSearchParams(request.body as URLSearchParams)
    body.set('client_assertion', await this.#sign(audience))
    return fetch({ ...request, body })
  }

  async #sign(audience: 'issuer' | 'token endpoint'): Promise<string> {
    const server = this.#server
    const offered = server?.token_endpoint_auth_signing_alg_values_supported ?? algorithms
    const alg = algorithms.find((name) => offered.includes(name))
    if (!server || !alg)
      throw new UpstreamProblem('The provider accepts no client assertion with RS256 or PS256.')
    return new SignJWT()
      .setProtectedHeader({ alg, ...(this.#key.kid ? { kid: this.#key.kid } : {}) })
      .setIssuer(this.#clientId)
      .setSubject(this.#clientId)
      .setAudience((audience === 'issuer' ? undefined : server.token_endpoint) ?? server.issuer)
      .setJti(mintToken())
      .setIssuedAt()
      .setExpirationTime(`${lifetime} seconds`)
      .sign(await importJWK(this.#key, alg))
  }
}
