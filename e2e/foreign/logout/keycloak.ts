import { keycloakName, keycloakToolchain, startKeycloak } from '../keycloak-server.ts'
import type { Application, Registration } from './application.ts'

/** The authorization request of this client shows a session of the browser. */
const probe = 'probe'

const realmOf = (origin: string, { issuer, clientId, clientSecret }: Registration) => ({
  clients: [
    { clientId: probe, publicClient: true, redirectUris: [`${origin}/done`], standardFlowEnabled: true },
  ],
  identityProviders: [
    {
      alias: 'signet',
      providerId: 'oidc',
      enabled: true,
      trustEmail: true,
      firstBrokerLoginFlowAlias: 'first broker login',
      config: {
        clientId,
        clientSecret,
        clientAuthMethod: 'client_secret_post',
        issuer,
        authorizationUrl: `${issuer}/auth`,
        tokenUrl: `${issuer}/token`,
        userInfoUrl: `${issuer}/me`,
        jwksUrl: `${issuer}/jwks`,
        useJwksUrl: 'true',
        validateSignature: 'true',
        pkceEnabled: 'true',
        pkceMethod: 'S256',
        backchannelSupported: 'true',
        defaultScope: 'openid email profile',
        syncMode: 'IMPORT',
      },
    },
  ],
})

const authorizationUrl = (origin: string, more: Record<string, string>): string => {
  const url = new URL('/realms/company/protocol/openid-connect/auth', origin)
  const query = {
    client_id: probe,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${origin}/done`,
    ...more,
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Brokers the sign-in of Signet to applications of its own. */
export const keycloakBroker: Application = {
  name: `${keycloakName} as broker`,
  toolchain: keycloakToolchain,
  addresses: ({ origin, secured }) => ({
    redirectUri: `${origin}/realms/company/broker/signet/endpoint`,
    backchannelLogoutUri: `${secured}/realms/company/protocol/openid-connect/logout/backchannel-logout`,
  }),
  async start(place, registration) {
    const origin = `http://localhost:${place.port}`
    const { stop } = await startKeycloak(place, realmOf(origin, registration))
    return {
      stop,
      async signIn(page, signIn) {
        await page.goto(authorizationUrl(origin, { kc_idp_hint: 'signet' }))
        await signIn()
        await page.waitForURL((url) => url.searchParams.has('code') && url.pathname === '/done')
      },
      async isSignedIn(page) {
        const url = authorizationUrl(origin, { prompt: 'none' })
        const answer = await page.request.get(url, { maxRedirects: 0 })
        return new URL(answer.headers().location ?? '', origin).searchParams.has('code')
      },
    }
  },
}
