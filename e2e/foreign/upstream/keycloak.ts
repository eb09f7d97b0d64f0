import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright'
import { keycloakName, keycloakToolchain, startKeycloak } from '../keycloak-server.ts'
import type { UpstreamProvider } from './provider.ts'

const password = 'correct horse of Keycloak'
export const keycloakUser = {
  username: 'grace',
  email: 'grace@company.example',
  emailVerified: true,
  enabled: true,
  firstName: 'Grace',
  lastName: 'Hopper',
  credentials: [{ type: 'password', value: password }],
}

export async function fillKeycloak(page: Page): Promise<void> {
  await page.locator('#username').fill(keycloakUser.username)
  await page.locator('#password').fill(password)
  await page.locator('#kc-login').click()
}

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
  users: [keycloakUser],
})

export const keycloak: UpstreamProvider = {
  name: keycloakName,
  toolchain: keycloakToolchain,
  async start(place) {
    const clientSecret = randomBytes(24).toString('base64url')
    const { issuer, stop } = await startKeycloak(place, realmOf(place.callback, clientSecret))
    return {
      fields: { issuer, clientId: 'signet', clientSecret },
      email: keycloakUser.email,
      stop,
      signIn: fillKeycloak,
    }
  },
}
