import { randomBytes } from 'node:crypto'
import { keycloakName, keycloakToolchain, startKeycloak } from '../keycloak-server.ts'
import type { UpstreamProvider } from './provider.ts'

const user = { username: 'grace', password: 'correct horse of Keycloak', email: 'grace@company.example' }

const realmOf = (callback: string, secret: string) => ({
  clients: [
    {
      clientId: 'signet',
      secret,
      redirectUris: [callback],
      standardFlowEnabled: true,
      attributes: { 'pkce.code.challenge.method': 'S256' },
    },
  ],
  users: [
    {
      username: user.username,
      email: user.email,
      emailVerified: true,
      enabled: true,
      firstName: 'Grace',
      lastName: 'Hopper',
      credentials: [{ type: 'password', value: user.password }],
    },
  ],
})

export const keycloak: UpstreamProvider = {
  name: keycloakName,
  toolchain: keycloakToolchain,
  async start(place) {
    const clientSecret = randomBytes(24).toString('base64url')
    const { issuer, stop } = await startKeycloak(place, realmOf(place.callback, clientSecret))
    return {
      issuer,
      clientId: 'signet',
      clientSecret,
      email: user.email,
      stop,
      async signIn(page) {
        await page.locator('#username').fill(user.username)
        await page.locator('#password').fill(user.password)
        await page.locator('#kc-login').click()
      },
    }
  },
}
