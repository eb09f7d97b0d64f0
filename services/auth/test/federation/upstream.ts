import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

/** A second OpenID provider on this machine, where whoever comes is signed in as `person` and consents. */
export async function startUpstream(redirectUris: (issuer: string) => readonly string[]) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const client = { clientId: 'signet', clientSecret: 'secret-of-the-provider' }
  const person = { sub: 'ada', email: 'ada@example.com' }
  let answers: 'signed_in' | 'denied' = 'signed_in'
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [...redirectUris(issuer)],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    cookies: { keys: ['upstream'] },
    claims: { email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: () => ({ accountId: person.sub, claims: () => person }),
  })
  const serve = provider.callback()

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    const denied = { error: 'access_denied', error_description: 'the person said no' }
    if (answers === 'denied') return provider.interactionFinished(request, response, denied)
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    const grant = new provider.Grant({ clientId: client.clientId, accountId: String(session?.accountId) })
    grant.addOIDCScope(String(params.scope))
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else void serve(request, response)
  })
  return {
    issuer,
    client,
    person,
    /** The pair that the guarded egress must be allowed. */
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
