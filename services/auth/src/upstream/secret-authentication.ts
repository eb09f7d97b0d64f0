import type { ClientAuth } from 'openid-client'
import {
  type ClientAuthentication,
  isClientRefused,
  type SendTokenRequest,
  type TokenRequest,
} from './client-authentication.ts'

type Method = 'client_secret_post' | 'client_secret_basic'

/**
 * Prefers the form over the Basic scheme where the provider offers it, because some providers do not decode the Basic scheme as RFC
 * 6749 2.3.1 requires. When the provider refuses the client, the request is repeated once with the other method, which is used from
 * then on if it succeeds.
 */
export class SecretAuthentication implements ClientAuthentication {
  readonly #secret: string
  #accepted: Method | undefined
  #clientId = ''

  constructor(secret: string) {
    this.#secret = secret
  }

  readonly authenticate: ClientAuth = (as, client, body, headers) => {
    const offered = as.token_endpoint_auth_methods_supported
    // OpenID Connect Discovery 1.0, section 3: without named methods, the provider accepts the Basic scheme.
    const preferred = offered?.includes('client_secret_post') ? 'client_secret_post' : 'client_secret_basic'
    this.#clientId = client.client_id
    this.#add(this.#accepted ?? preferred, body, headers)
  }

  async send(request: TokenRequest, fetch: SendTokenRequest): Promise<Response> {
    const answer = await fetch(request)
    if (!(request.body instanceof URLSearchParams) || !(await isClientRefused(answer))) return answer
    const body = new URLSearchParams(request.body)
    const headers = new Headers(request.headers)
    const method = headers.has('authorization') ? 'client_secret_post' : 'client_secret_basic'
    for (const name of ['client_id', 'client_secret']) body.delete(name)
    headers.delete('authorization')
    this.#add(method, body, headers)
    const second = await fetch({ ...request, body, headers: Object.fromEntries(headers) })
    if (await isClientRefused(second)) return answer
    this.#accepted = method
    return second
  }

  #add(method: Method, body: URLSearchParams, headers: Headers): void {
    if (method === 'client_secret_basic')
      headers.set('authorization', `Basic ${btoa(`${formOf(this.#clientId)}:${formOf(this.#secret)}`)}`)
    else {
      body.set('client_id', this.#clientId)
      body.set('client_secret', this.#secret)
    }
  }
}

/** Form encoding (RFC 6749 appendix B), which keeps `-`, `.`, `_` and `*`. */
const formOf = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)
