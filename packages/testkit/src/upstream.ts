import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type ClientMetadata } from 'oidc-provider'
import { keepAliveTimeout } from './keep-alive.ts'

export interface UpstreamPerson {
  readonly sub: string
  readonly [claim: string]: unknown
}

/**
 * Signs in every browser as `person` with consent. Accepts any redirect address.
 * @param metadata of Signet as its client, in addition to a client secret
 */
export async function startUpstream(metadata: Partial<ClientMetadata> = {}) {
  const server = createServer({ keepAliveTimeout })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }
  const client = { clientId: 'signet', clientSecret: 'secret-of-the-provider' }
  const ada: UpstreamPerson = { sub: 'ada', email: 'ada@example.com' }
  let person = ada
  let answers: 'signed_in' | 'denied' = 'signed_in'
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: ['https://signet.example/callback'],
        id_token_signed_response_alg: 'ES256',
        ...metadata,
      },
    ],
    cookies: { keys: ['upstream'] },
    claims: {
      openid: ['sub', 'sid', 'hd', 'xms_edov', 'oid', 'preferred_username'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture', 'locale', 'profile', 'website', 'birthdate', 'zoneinfo'],
    },
    conformIdTokenClaims: false,
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: () => {
      const claims = person
      return { accountId: claims.sub, claims: () => ({ ...claims }) }
    },
  })
  provider.Client.prototype.redirectUriAllowed = () => true
  const requests: URL[] = []
  const serve = provider.callback()

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params } = await provider.interactionDetails(request, response)
    const denied = { error: 'access_denied', error_description: 'the person said no' }
    if (answers === 'denied') return provider.interactionFinished(request, response, denied)
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    const grant = new provider.Grant({ clientId: client.clientId, accountId: person.sub })
    grant.addOIDCScope(String(params.scope))
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  server.on('request', (request, response) => {
    requests.push(new URL(request.url ?? '/', issuer))
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else void serve(request, response)
  })
  return {
    issuer,
    client,
    person: ada,
    key,
    requests,
    become(next: UpstreamPerson = ada) {
      person = next
    },
    /** Pair to allow in the egress client. */
    pair: new URL(issuer).host,
    answer(how: typeof answers) {
      answers = how
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
