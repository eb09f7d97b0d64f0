import { exportJWK, generateKeyPair } from 'jose'
import type { Instance } from '../foreign/instance.ts'
import type { Credentials } from '../support/sign-in.ts'
import type { ConformancePlan } from './plans.ts'

export interface ConfiguredPlan {
  /** Configuration of the plan for the suite. */
  readonly configuration: object
  readonly user: Credentials
  /** Publishes a new signing key, as the module for the rotation of keys asks. */
  publishKey(): Promise<unknown>
}

/** The claims of each standard scope (OpenID Connect Core 5.4). The address comes from the account. */
const claims = {
  name: 'Grace Hopper',
  given_name: 'Grace',
  family_name: 'Hopper',
  middle_name: 'Brewster',
  nickname: 'Grace',
  preferred_username: 'grace',
  profile: 'https://customer.example/grace',
  picture: 'https://customer.example/grace.png',
  website: 'https://customer.example/',
  gender: 'female',
  birthdate: '1906-12-09',
  zoneinfo: 'America/New_York',
  locale: 'en-US',
  updated_at: 1_790_000_000,
  phone_number: '+12125550100',
  phone_number_verified: false,
  address: { street_address: '1 Harbour Street', locality: 'New York', country: 'US' },
}

interface Place {
  readonly instance: Instance
  readonly suiteOrigin: string
}

/** Creates the project, the user and the clients of a plan. */
export async function configurePlan(
  { instance, suiteOrigin }: Place,
  plan: ConformancePlan,
): Promise<ConfiguredPlan> {
  const { id, issuer } = await instance.post('/projects', { name: plan.key })
  const user = { email: `${crypto.randomUUID()}@customer.example`, password: 'another horse and battery' }
  await instance.post(`/projects/${id}/users`, { ...user, claims })
  const alias = `signet-${plan.key.replaceAll(/[ _]/g, '-')}`
  const clients = await createClients(instance, {
    path: `/projects/${id}/clients`,
    callback: `${suiteOrigin}/test/a/${alias}`,
    plan,
  })
  const server = { discoveryUrl: `${issuer}/.well-known/openid-configuration` }
  const resource = { resourceUrl: `${issuer}/me` }
  const publishKey = () => instance.post(`/projects/${id}/keys`, { alg: 'ES256' })
  return { user, publishKey, configuration: { alias, description: plan.key, server, resource, ...clients } }
}

interface Registered {
  readonly path: string
  /** Address of the test at the suite, without the name of the end point. */
  readonly callback: string
  readonly plan: ConformancePlan
}

async function createClients(instance: Instance, registered: Registered): Promise<object> {
  if (registered.plan.registration === 'dynamic') return named
  return registered.plan.registration === 'key'
    ? keyClients(instance, registered)
    : secretClients(instance, registered)
}

const named = { client: { client_name: 'First client' }, client2: { client_name: 'Second client' } }

async function secretClients(instance: Instance, { path, callback, plan }: Registered): Promise<object> {
  const create = async (tokenEndpointAuthMethod: string) => {
    const { clientId, clientSecret } = await instance.post(path, {
      clientName: `Client with ${tokenEndpointAuthMethod}`,
      grantTypes: ['authorization_code', 'refresh_token'],
      redirectUris: [`${callback}/callback`],
      postLogoutRedirectUris: [`${callback}/post_logout_redirect`],
      tokenEndpointAuthMethod,
      pkce: 'optional',
      ...(plan.key === 'back-channel-logout'
        ? { backchannelLogoutUri: `${callback}/backchannel_logout`, backchannelLogoutSessionRequired: true }
        : {}),
    })
    return { client_id: clientId, client_secret: clientSecret }
  }
  return {
    client: await create('client_secret_basic'),
    client2: await create('client_secret_basic'),
    client_secret_post: await create('client_secret_post'),
  }
}

async function keyClients(instance: Instance, { path, callback, plan }: Registered): Promise<object> {
  const create = async (query: string) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const named = { kid: crypto.randomUUID(), alg: 'ES256', use: 'sig' }
    const { clientId } = await instance.post(path, {
      clientName: `Client with a key${query}`,
      grantTypes: ['authorization_code', 'refresh_token'],
      redirectUris: [`${callback}/callback${query}`],
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [{ ...(await exportJWK(publicKey)), ...named }] },
      dpopBoundAccessTokens: true,
      idTokenSignedResponseAlg: 'ES256',
      requireConsent: true,
      ...(plan.variant.fapi_request_method === 'signed_non_repudiation'
        ? { requireSignedRequestObject: true, requestObjectSigningAlg: 'ES256' }
        : {}),
      ...(plan.variant.fapi_response_mode === 'jarm' ? { authorizationSignedResponseAlg: 'ES256' } : {}),
    })
    const jwks = { keys: [{ ...(await exportJWK(privateKey)), ...named }] }
    const scope = 'openid email offline_access'
    return { client_id: clientId, jwks, scope, dpop_signing_alg: 'ES256' }
  }
  return { client: await create(''), client2: await create('?dummy1=lorem&dummy2=ipsum') }
}
