import { makeCertificate } from '@signet/testkit'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Instance } from '../foreign/instance.ts'
import type { ConformancePlan } from './plans.ts'

export interface Registered {
  readonly path: string
  readonly issuer: string
  /** Address at the suite, without the name of the end point. */
  readonly callback: string
  readonly plan: ConformancePlan
  readonly user: { readonly email: string }
}

const ciba = 'urn:openid:params:grant-type:ciba'
export const apiScope = 'accounts'

const isOfCiba = ({ variant }: ConformancePlan): boolean => variant.ciba_mode !== undefined
export const isPlainOAuth = ({ variant }: ConformancePlan): boolean => variant.openid === 'plain_oauth'
/** The suite has certificates for plans whose tokens are bound to them. */
const hasCertificates = (plan: ConformancePlan): boolean =>
  isOfCiba(plan) || plan.variant.sender_constrain === 'mtls'

const grantsOf = (plan: ConformancePlan) => ({
  grantTypes: [isOfCiba(plan) ? ciba : 'authorization_code', 'refresh_token'],
  ...(isOfCiba(plan) ? { backchannelTokenDeliveryMode: 'poll' } : {}),
})

const responsesOf = ({ variant }: ConformancePlan) => ({
  ...(variant.fapi_request_method === 'signed_non_repudiation'
    ? { requireSignedRequestObject: true, requestObjectSigningAlg: 'ES256' }
    : {}),
  ...(variant.fapi_response_mode === 'jarm' ? { authorizationSignedResponseAlg: 'ES256' } : {}),
})

const scopeOf = (plan: ConformancePlan): string => {
  if (isPlainOAuth(plan)) return apiScope
  return 'openid email offline_access'
}

interface Credential {
  readonly publicKey: JWK
  readonly privateKey: JWK
  readonly certificate: ReturnType<typeof makeCertificate>
}

async function newCredential(name: string, alg: 'ES256' | 'PS256'): Promise<Credential> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const named = { kid: crypto.randomUUID(), alg, use: 'sig' }
  return {
    publicKey: { ...(await exportJWK(publicKey)), ...named },
    privateKey: { ...(await exportJWK(privateKey)), ...named },
    certificate: makeCertificate({ subject: [['CN', name]], isAuthority: null, rsaBits: 2048 }),
  }
}

/** RFC 7591; the administration API does not offer the method. */
async function registerByCertificate(
  issuer: string,
  redirectUri: string,
  { publicKey, certificate }: Credential,
): Promise<string> {
  const metadata = {
    client_name: 'Client with a certificate',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'self_signed_tls_client_auth',
    jwks: { keys: [publicKey, certificate.jwk] },
    id_token_signed_response_alg: 'ES256',
  }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${issuer}/reg`, { method: 'POST', headers, body: JSON.stringify(metadata) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${issuer}/reg: ${response.status} ${text}`)
  return (JSON.parse(text) as { readonly client_id: string }).client_id
}

export async function keyClients(
  instance: Instance,
  { path, issuer, callback, plan, user }: Registered,
): Promise<object> {
  const isByCertificate = plan.variant.client_auth_type === 'mtls'
  const create = async (query: string) => {
    // The modules of FAPI-CIBA that try RS256 need RSA keys.
    const alg = isOfCiba(plan) ? 'PS256' : 'ES256'
    const credential = await newCredential(`Client${query}`, alg)
    const { publicKey, privateKey, certificate } = credential
    const redirectUri = `${callback}/callback${query}`
    const createByKey = async () => {
      const { clientId } = await instance.post(path, {
        clientName: `Client with a key${query}`,
        ...grantsOf(plan),
        redirectUris: isOfCiba(plan) ? [] : [redirectUri],
        tokenEndpointAuthMethod: 'private_key_jwt',
        jwks: { keys: [publicKey] },
        dpopBoundAccessTokens: !hasCertificates(plan),
        idTokenSignedResponseAlg: 'ES256',
        requireConsent: !isOfCiba(plan),
        ...responsesOf(plan),
      })
      return clientId
    }
    const clientId = isByCertificate
      ? await registerByCertificate(issuer, redirectUri, credential)
      : await createByKey()
    return {
      client: {
        client_id: clientId,
        jwks: { keys: [privateKey] },
        scope: scopeOf(plan),
        ...(hasCertificates(plan) ? {} : { dpop_signing_alg: 'ES256' }),
        ...(isOfCiba(plan) ? { hint_type: 'login_hint', hint_value: user.email } : {}),
      },
      mtls: { cert: certificate.pem, key: certificate.key },
    }
  }
  const [first, second] = [await create(''), await create('?dummy1=lorem&dummy2=ipsum')]
  return {
    client: first.client,
    client2: second.client,
    ...(hasCertificates(plan) ? { mtls: first.mtls, mtls2: second.mtls } : {}),
  }
}
