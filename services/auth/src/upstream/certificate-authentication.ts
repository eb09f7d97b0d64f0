import type { ClientCertificate } from '@signet/federation'
import { EgressBusy, EgressRefused } from '@signet/http'
import { type ClientAuth, type ServerMetadata, TlsClientAuth } from 'openid-client'
import {
  type ClientAuthentication,
  isClientRefused,
  type SendTokenRequest,
  type TokenRequest,
} from './client-authentication.ts'

const addClientId = TlsClientAuth()

/**
 * Authenticates by a certificate in TLS (RFC 8705, section 2). During a renewal the provider may know only one of two certificates: a
 * request whose certificate is refused, by the provider or in the handshake, is repeated once with the other one, which is used from
 * then on if it succeeds.
 */
export class CertificateAuthentication implements ClientAuthentication {
  readonly #present: ClientCertificate
  readonly #former: ClientCertificate | null
  #used: ClientCertificate
  #isAccepted = false
  #server: ServerMetadata | undefined

  constructor(present: ClientCertificate, former: ClientCertificate | null) {
    this.#present = present
    this.#former = former
    this.#used = present
  }

  get isPresentAccepted(): boolean {
    return this.#isAccepted && this.#used === this.#present
  }

  readonly authenticate: ClientAuth = (as, client, body, headers) => {
    this.#server = as
    return addClientId(as, client, body, headers)
  }

  /** The provider may have bound the access token to the certificate (RFC 8705, section 3). */
  certificateFor(url: string): ClientCertificate | undefined {
    const { userinfo_endpoint: plain, mtls_endpoint_aliases: aliases } = this.#server ?? {}
    return [plain, aliases?.userinfo_endpoint].includes(url) ? this.#used : undefined
  }

  async send(request: TokenRequest, fetch: SendTokenRequest): Promise<Response> {
    const used = this.#used
    const other = used === this.#present ? this.#former : this.#present
    const first = await attempt(request, used, fetch)
    if (await isAccepted(first)) return this.#accept(used, await first())
    if (other === null) return first()
    const second = await attempt(request, other, fetch)
    return (await isAccepted(second)) ? this.#accept(other, await second()) : first()
  }

  #accept(certificate: ClientCertificate, answer: Response): Response {
    this.#used = certificate
    this.#isAccepted = true
    return answer
  }
}

type Outcome = () => Promise<Response>

async function attempt(
  request: TokenRequest,
  clientCertificate: ClientCertificate,
  fetch: SendTokenRequest,
): Promise<Outcome> {
  try {
    const answer = await fetch({ ...request, clientCertificate })
    return async () => answer
  } catch (error) {
    // A refused handshake is not distinguishable from another failure of the egress.
    if (!(error instanceof EgressRefused) || error instanceof EgressBusy) throw error
    return () => Promise.reject(error)
  }
}

const isAccepted = async (outcome: Outcome): Promise<boolean> =>
  outcome().then(
    async (answer) => answer.status < 500 && !(await isClientRefused(answer)),
    () => false,
  )
