import { applicationPresets, newApplicationScope } from '@signet/contracts'
import type { Instance } from '../instance.ts'
import type { Example } from './example.ts'

export type Values = Readonly<Record<string, string>>

export interface Place {
  readonly instance: Instance
  readonly projectId: string
  readonly issuer: string
  readonly port: number
}

export const audience = 'https://orders.example'
export const apiScope = 'orders:read'

/** Sends the input of the page of the console: the preset, the addresses, and the options of the stack. */
export async function createApplication(
  { instance, projectId, issuer, port }: Place,
  { title, kind, redirectPath, signOutPath, scope, options }: Example,
): Promise<Values> {
  const origin = `http://localhost:${port}`
  const redirectUri = redirectPath === undefined ? undefined : `${origin}${redirectPath}`
  const signOutUri = signOutPath === undefined ? undefined : `${origin}${signOutPath}`
  const preset = applicationPresets[kind === 'api' ? 'machine' : kind]
  const isForUsers = kind !== 'machine' && kind !== 'api'
  const { clientId, clientSecret } = await instance.post(`/projects/${projectId}/clients`, {
    clientName: title,
    scope: isForUsers ? newApplicationScope : apiScope,
    ...preset,
    ...(isForUsers && { requireConsent: true }),
    ...(redirectUri && { redirectUris: [redirectUri] }),
    ...(signOutUri !== undefined && { postLogoutRedirectUris: [signOutUri] }),
    ...(kind === 'browser' && { corsOrigins: [origin] }),
    ...options,
  })
  const values = {
    ISSUER: issuer,
    CLIENT_ID: String(clientId),
    ORIGIN: origin,
    PORT: String(port),
    SCOPE: isForUsers ? scope : apiScope,
    SCOPES: isForUsers ? scope.replaceAll(' ', ',') : apiScope,
    AUDIENCE: audience,
    AUTH_SECRET: crypto.randomUUID(),
    ...(clientSecret !== undefined && { CLIENT_SECRET: String(clientSecret) }),
    ...(redirectUri && { REDIRECT_URI: redirectUri }),
    ...(signOutUri !== undefined && { POST_LOGOUT_URI: signOutUri }),
  }
  // Vite passes only variables with this prefix to the browser. A secret is not one of them.
  const forVite = Object.entries(values).filter(
    ([name]) => name !== 'CLIENT_SECRET' && name !== 'AUTH_SECRET',
  )
  return { ...values, ...Object.fromEntries(forVite.map(([name, value]) => [`VITE_${name}`, value])) }
}

export const declareApi = (
  { instance, projectId }: Pick<Place, 'instance' | 'projectId'>,
  { tokenProfile }: Pick<Example, 'tokenProfile'>,
) =>
  instance.post(`/projects/${projectId}/resources`, {
    identifier: audience,
    name: 'Orders',
    scopes: [apiScope],
    tokenFormat: 'jwt',
    tokenProfile,
  })
