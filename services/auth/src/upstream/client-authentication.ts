import type { EgressRequest } from '@signet/http'
import type { ClientAuth, CustomFetchOptions } from 'openid-client'

export type TokenRequest = Pick<CustomFetchOptions, 'headers' | 'body'> &
  Pick<EgressRequest, 'clientCertificate'>

export type SendTokenRequest = (request: TokenRequest) => Promise<Response>

/** Repeats a refused request once in another form. */
export interface ClientAuthentication {
  readonly authenticate: ClientAuth
  send(request: TokenRequest, fetch: SendTokenRequest): Promise<Response>
  /** Returns the certificate of a request to another endpoint. */
  certificateFor?(url: string): EgressRequest['clientCertificate']
}

/** RFC 6749 5.2. glewlwyd answers `unauthorized_client` for a method that the client may not use. */
const refusals: readonly unknown[] = ['invalid_client', 'unauthorized_client']

export async function isClientRefused(answer: Response): Promise<boolean> {
  if (answer.status === 401) return true
  if (answer.status !== 400 && answer.status !== 403) return false
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'error' in body && refusals.includes(body.error)
}
