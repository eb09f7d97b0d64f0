import { issuerOfProvider, providerKinds } from '@signet/federation'
import { type Egress, isLoopback } from '@signet/runtime'
import { importPKCS8, SignJWT } from 'jose'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  None,
} from 'openid-client'
import { UpstreamProblem } from './problem.ts'
import type { Upstream } from './upstream-store.ts'

/** Discovers the provider, so that whatever it says about itself is what it says now; all of it through the guard (R17). */
export async function connectTo(upstream: Upstream, egress: Egress): Promise<Configuration> {
  const issuer = issuerOfProvider(upstream)
  if (issuer === null) throw new UpstreamProblem('The provider has no issuer yet.')
  // What is read is a document; what is posted has refusals of its own, which whoever set the provider up must see.
  const fetch: CustomFetch = (url, { method, headers, body, signal }) =>
    egress.fetch(url, { method, headers, body, signal, ...(method === 'GET' ? { expect: 'json' } : {}) })
  const server = new URL(issuer)
  return discovery(server, upstream.clientId, undefined, await authenticationOf(upstream), {
    [customFetch]: fetch,
    // The guard lets plain http reach only named pairs of this machine.
    execute: server.protocol === 'http:' && isLoopback(server) ? [allowInsecureRequests] : [],
  })
}

async function authenticationOf(upstream: Upstream): Promise<ClientAuth> {
  if (upstream.signingKey !== null) return ClientSecretPost(await signedSecret(upstream, upstream.signingKey))
  const { clientSecret } = upstream
  if (clientSecret === null) return None()
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
  // OpenID Connect Discovery 1.0, section 3: what names no method takes the Basic scheme.
  return (as, ...rest) =>
    (as.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true)
      ? basic(as, ...rest)
      : post(as, ...rest)
}

/** Apple takes a JWT signed with the team's key in the place of a secret. */
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
