import { issuerOfProvider, providerKinds, usesCertificate } from '@signet/federation'
import type { Egress } from '@signet/http'
import { isLoopback } from '@signet/runtime'
import { digest } from '@signet/secrets'
import { importPKCS8, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  None,
} from 'openid-client'
import { AssertionAuthentication } from './assertion-authentication.ts'
import { CertificateAuthentication } from './certificate-authentication.ts'
import type { ClientAuthentication, TokenRequest } from './client-authentication.ts'
import { MetadataReader } from './metadata-reader.ts'
import { UpstreamProblem } from './problem.ts'
import { parseAnswer } from './provider-answers.ts'
import { ProviderKeys } from './provider-keys.ts'
import { Reachability } from './reachability.ts'
import { SecretAuthentication } from './secret-authentication.ts'
import type { Upstream } from './upstream.ts'

const maxCached = 500
/** Lifetime of discovery metadata, and of a failed discovery. */
const cachedMs = 10 * 60_000
const failureMs = 5_000
/** Providers that responded within this time are not checked again. */
const recentlyMs = 30_000

/**
 * Concurrent requests share one fetch. A failure is cached briefly, so that an unresponsive provider costs a sign-in one bounded wait.
 */
export class UpstreamConnections {
  readonly keys: ProviderKeys
  /** Metadata of providers with SAML. */
  readonly metadata: MetadataReader
  readonly #egress: Egress
  readonly #configurations = new LRUCache<string, Promise<Configuration>>({ max: maxCached, ttl: cachedMs })

  readonly #byCertificate = new WeakMap<Configuration, CertificateAuthentication>()
  readonly #reachability: Reachability

  constructor(egress: Egress, recentMs = recentlyMs) {
    this.#egress = egress
    this.keys = new ProviderKeys(egress)
    this.metadata = new MetadataReader(egress, { recentMs, failureMs })
    this.#reachability = new Reachability(egress, { recentMs, failureMs })
  }

  /**
   * The provider answered within the last 30 seconds or answers now.
   * @throws UpstreamProblem, EgressRefused, or an error of openid-client
   */
  async connectReachable(upstream: Upstream): Promise<Configuration> {
    const config = await this.connect(upstream)
    const issuer = issuerOfProvider(upstream)
    if (issuer !== null) await this.#reachability.check(issuer)
    return config
  }

  /** @throws UpstreamProblem, or an error of openid-client */
  async connect(upstream: Upstream): Promise<Configuration> {
    const issuer = issuerOfProvider(upstream)
    if (issuer === null) throw new UpstreamProblem('The provider has no issuer yet.')
    const key = keyOf(issuer, upstream)
    const found = this.#configurations.get(key)
    if (found) return found
    const discovering = this.#discover(issuer, upstream).then((config) => {
      parseAnswer('discovery document', config.serverMetadata())
      return config
    })
    this.#configurations.set(key, discovering)
    discovering.catch(() => this.#configurations.set(key, discovering, { ttl: failureMs }))
    return discovering
  }

  async #discover(issuer: string, upstream: Upstream): Promise<Configuration> {
    const server = new URL(issuer)
    const authentication = repeatingAuthentication(upstream)
    // Responses to GET are JSON documents. Responses to POST may be protocol errors, which administrators need to see.
    const fetch: CustomFetch = async (url, { method, headers, body, signal }) => {
      const expected = method === 'GET' ? { expect: 'json' as const } : {}
      const send = (request: TokenRequest) =>
        this.#egress.fetch(url, { method, ...request, signal, ...expected })
      const request = { headers, body, clientCertificate: authentication?.certificateFor?.(String(url)) }
      const answer = await (authentication !== null && method === 'POST'
        ? authentication.send(request, send)
        : send(request))
      if (answer.status < 500) this.#reachability.noteAnswer(issuer)
      return answer
    }
    const config = await discovery(
      server,
      upstream.clientId,
      // RFC 8705 5: a client with a certificate uses the endpoints at which the provider requests one.
      { use_mtls_endpoint_aliases: usesCertificate(upstream.clientAuthentication) },
      authentication?.authenticate ?? authenticationOf(upstream),
      {
        [customFetch]: fetch,
        // The egress guard limits plain http to configured addresses of this machine.
        execute: server.protocol === 'http:' && isLoopback(server) ? [allowInsecureRequests] : [],
      },
    )
    if (authentication instanceof CertificateAuthentication) this.#byCertificate.set(config, authentication)
    return config
  }

  isCertificateAccepted(config: Configuration): boolean {
    return this.#byCertificate.get(config)?.isPresentAccepted ?? false
  }
}

/** Includes the credentials, so that changed ones are used immediately. */
function keyOf(issuer: string, upstream: Upstream): string {
  const { clientId, clientSecret, clientAuthentication, assertionKey, teamId, keyId, signingKey } = upstream
  const certificates = [upstream.clientCertificate?.certificate, upstream.formerCertificate?.certificate]
  const method = [clientAuthentication, assertionKey?.kid, ...certificates]
  return digest(JSON.stringify([issuer, clientId, clientSecret, ...method, teamId, keyId, signingKey]))
}

/** @returns null for a client without assertion, certificate and stored secret */
function repeatingAuthentication(upstream: Upstream): ClientAuthentication | null {
  const { clientAuthentication, assertionKey, clientSecret, signingKey } = upstream
  if (clientAuthentication === 'private_key_jwt') {
    if (assertionKey === null) throw new UpstreamProblem('The provider has no key for client assertions.')
    return new AssertionAuthentication(assertionKey)
  }
  if (usesCertificate(clientAuthentication)) {
    const { clientCertificate, formerCertificate } = upstream
    if (clientCertificate === null)
      throw new UpstreamProblem('The provider has no certificate of the client.')
    return new CertificateAuthentication(clientCertificate, formerCertificate)
  }
  return clientSecret === null || signingKey !== null ? null : new SecretAuthentication(clientSecret)
}

function authenticationOf(upstream: Upstream): ClientAuth {
  const { signingKey } = upstream
  if (signingKey === null) return None()
  return async (as, client, body, headers) =>
    ClientSecretPost(await signedSecret(upstream, signingKey))(as, client, body, headers)
}

/** Apple accepts a signed JWT instead of a client secret. */
async function signedSecret({ clientId, teamId, keyId }: Upstream, signingKey: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', ...(keyId ? { kid: keyId } : {}) })
    .setIssuer(teamId ?? '')
    .setSubject(clientId)
    .setAudience(providerKinds.apple.issuer ?? '')
    .setIssuedAt()
    .setExpirationTime('5 minutes')
    .sign(await importPKCS8(signingKey, 'ES256'))
}
