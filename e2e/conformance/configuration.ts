import type { Browser } from 'playwright'
import type { Instance } from '../foreign/instance.ts'
import type { Credentials } from '../support/sign-in.ts'
import { startApprovals } from './approvals.ts'
import { apiPath } from './certificate-proxy.ts'
import { declareApi } from './introspection.ts'
import { isPlainOAuth, keyClients, type Registered } from './key-clients.ts'
import type { ConformancePlan } from './plans.ts'
import type { SecuredInstance } from './secured-instance.ts'

export interface ConfiguredPlan {
  readonly configuration: object
  readonly user: Credentials
  /** Requested by the module for the rotation of keys. */
  publishKey(): Promise<unknown>
  close(): Promise<void>
}

/** OpenID Connect Core 5.4. The address is that of the account. */
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

interface Place extends Pick<SecuredInstance, 'instance' | 'introspectBy'> {
  readonly suiteOrigin: string
  readonly browser: Browser
}

export async function configurePlan(
  { instance, introspectBy, suiteOrigin, browser }: Place,
  plan: ConformancePlan,
): Promise<ConfiguredPlan> {
  const { id, issuer } = await instance.post('/projects', { name: plan.key })
  const user = { email: `${crypto.randomUUID()}@customer.example`, password: 'another horse and battery' }
  await instance.post(`/projects/${id}/users`, { ...user, claims })
  const alias = `signet-${plan.key.replaceAll(/[ _]/g, '-')}`
  const clients = await createClients(instance, {
    path: `/projects/${id}/clients`,
    issuer: String(issuer),
    callback: `${suiteOrigin}/test/a/${alias}`,
    plan,
    user,
  })
  const server = { discoveryUrl: `${issuer}/.well-known/openid-configuration` }
  const publishKey = () => instance.post(`/projects/${id}/keys`, { alg: 'ES256' })
  if (isPlainOAuth(plan))
    introspectBy?.(await declareApi(instance, { path: `/projects/${id}`, issuer: String(issuer) }))
  const resource = {
    resourceUrl: isPlainOAuth(plan) ? new URL(apiPath, String(issuer)).href : `${issuer}/me`,
  }
  const approvals =
    plan.variant.ciba_mode === undefined
      ? undefined
      : await startApprovals({ browser, issuer: String(issuer), user })
  return {
    user,
    publishKey,
    close: async () => approvals?.close(),
    configuration: {
      alias,
      description: plan.key,
      server,
      resource,
      ...(approvals ? { automated_ciba_approval_url: approvals.url } : {}),
      ...clients,
    },
  }
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
