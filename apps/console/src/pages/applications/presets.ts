import type { Client } from '@signet/contracts'
import type { Input } from '../../api/client.ts'

type NewClient = Omit<Input<'client_create'>, 'projectId'>

export type PresetName = 'web' | 'browser' | 'native' | 'machine'

export interface Preset {
  readonly title: string
  readonly text: string
  /** What the kind of application decides, so that nobody must know OAuth to begin. */
  readonly fields: Pick<NewClient, 'applicationType' | 'grantTypes' | 'tokenEndpointAuthMethod'>
  readonly redirectHint: string
  readonly redirectPlaceholder: string
}

export const presets: Readonly<Record<PresetName, Preset>> = {
  web: {
    title: 'Web application',
    text: 'Runs on a server and can keep a secret.',
    fields: {
      applicationType: 'web',
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'client_secret_basic',
    },
    redirectHint: 'Where people come back to after signing in. It must match exactly.',
    redirectPlaceholder: 'https://app.example/callback',
  },
  browser: {
    title: 'Single-page application',
    text: 'Runs in the browser; no secret, PKCE instead.',
    fields: {
      applicationType: 'web',
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'none',
    },
    redirectHint: 'Where people come back to. The origins of these addresses may call the token endpoint.',
    redirectPlaceholder: 'https://app.example/',
  },
  native: {
    title: 'Native application',
    text: 'Runs on a phone, a desktop or in a terminal.',
    fields: {
      applicationType: 'native',
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'none',
    },
    redirectHint: 'A scheme of the app, an https link it claims, or a loopback address.',
    redirectPlaceholder: 'com.example.app:/callback',
  },
  machine: {
    title: 'Machine to machine',
    text: 'A service or a job acting for itself; nobody signs in.',
    fields: { grantTypes: ['client_credentials'], tokenEndpointAuthMethod: 'client_secret_basic' },
    redirectHint: '',
    redirectPlaceholder: '',
  },
}

export const presetNames: readonly PresetName[] = ['web', 'browser', 'native', 'machine']

type Shape = Pick<Client, 'applicationType' | 'grantTypes' | 'tokenEndpointAuthMethod'>

/** The kind a stored application is closest to. */
export function presetOf({ applicationType, grantTypes, tokenEndpointAuthMethod }: Shape): PresetName {
  if (!grantTypes.includes('authorization_code')) return 'machine'
  if (applicationType === 'native') return 'native'
  return tokenEndpointAuthMethod === 'none' ? 'browser' : 'web'
}

/** Whether people sign in to it, so that it needs redirect addresses and may ask for consent. */
export const signsPeopleIn = ({ grantTypes }: Pick<Client, 'grantTypes'>): boolean =>
  grantTypes.includes('authorization_code')

export const hasSecret = ({ tokenEndpointAuthMethod }: Pick<Client, 'tokenEndpointAuthMethod'>): boolean =>
  tokenEndpointAuthMethod.startsWith('client_secret')

export const methodTexts: Record<Client['tokenEndpointAuthMethod'], string> = {
  none: 'None; PKCE protects the code',
  client_secret_basic: 'Client secret, in the Authorization header',
  client_secret_post: 'Client secret, in the request body',
  client_secret_jwt: 'Assertion signed with the client secret',
  private_key_jwt: 'Assertion signed with a private key',
  tls_client_auth: 'Client certificate of an authority',
  self_signed_tls_client_auth: 'Client certificate of its own',
}

export const grantTexts: Record<Client['grantTypes'][number], string> = {
  authorization_code: 'Sign-in (authorization code)',
  refresh_token: 'Refresh tokens',
  client_credentials: 'Client credentials',
  'urn:ietf:params:oauth:grant-type:device_code': 'Device code',
  'urn:openid:params:grant-type:ciba': 'Backchannel sign-in (CIBA)',
}

/** Lines that a person filled in. */
export const filled = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter(Boolean)

/** Web origins of redirect addresses; a single-page application calls the token endpoint from them. */
export const originsOf = (uris: readonly string[]): string[] => [
  ...new Set(
    uris.filter((uri) => /^https?:/.test(uri) && URL.canParse(uri)).map((uri) => new URL(uri).origin),
  ),
]

export const scopesOf = (scope: string): string[] => scope.split(/\s+/).filter(Boolean)
