import type { Client } from '@signet/contracts'
import type { Input } from '../../api/client.ts'

type NewClient = Omit<Input<'client_create'>, 'projectId'>

/** RFC 8628 3.4. */
const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code'

export type PresetName = 'web' | 'browser' | 'native' | 'machine' | 'device'

export interface Preset {
  /** Fields decided by the kind of application, so that administrators need not know OAuth. */
  readonly fields: Pick<NewClient, 'applicationType' | 'grantTypes' | 'tokenEndpointAuthMethod'>
  readonly redirectPlaceholder: string
}

export const presets: Readonly<Record<PresetName, Preset>> = {
  web: {
    fields: {
      applicationType: 'web',
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'client_secret_basic',
    },
    redirectPlaceholder: 'https://app.example/callback',
  },
  browser: {
    fields: {
      applicationType: 'web',
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'none',
    },
    redirectPlaceholder: 'https://app.example/',
  },
  native: {
    fields: {
      applicationType: 'native',
      grantTypes: ['authorization_code', 'refresh_token'],
      tokenEndpointAuthMethod: 'none',
    },
    redirectPlaceholder: 'com.example.app:/callback',
  },
  machine: {
    fields: { grantTypes: ['client_credentials'], tokenEndpointAuthMethod: 'client_secret_basic' },
    redirectPlaceholder: '',
  },
  device: {
    fields: { grantTypes: [deviceCode, 'refresh_token'], tokenEndpointAuthMethod: 'none' },
    redirectPlaceholder: '',
  },
}

export const presetNames: readonly PresetName[] = ['web', 'browser', 'native', 'machine', 'device']

type Shape = Pick<Client, 'applicationType' | 'grantTypes' | 'tokenEndpointAuthMethod'>

/** Returns the kind that a stored application resembles most. */
export function presetOf({ applicationType, grantTypes, tokenEndpointAuthMethod }: Shape): PresetName {
  if (!leadsBack({ grantTypes })) return grantTypes.includes(deviceCode) ? 'device' : 'machine'
  if (applicationType === 'native') return 'native'
  return tokenEndpointAuthMethod === 'none' ? 'browser' : 'web'
}

/** Returns whether users are redirected to the application, so that it needs redirect addresses. */
export const leadsBack = ({ grantTypes }: Pick<Client, 'grantTypes'>): boolean =>
  grantTypes.includes('authorization_code')

/** Returns whether users sign in to the application, so that it may request consent. */
export const signsPeopleIn = ({ grantTypes }: Pick<Client, 'grantTypes'>): boolean =>
  leadsBack({ grantTypes }) || grantTypes.includes(deviceCode)

export const hasSecret = ({ tokenEndpointAuthMethod }: Pick<Client, 'tokenEndpointAuthMethod'>): boolean =>
  tokenEndpointAuthMethod.startsWith('client_secret')

/** Returns the lines that are not empty. */
export const filled = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter(Boolean)

/** Returns the web origins of redirect addresses, from which a single-page application calls the token endpoint. */
export const originsOf = (uris: readonly string[]): string[] => [
  ...new Set(
    uris.filter((uri) => /^https?:/.test(uri) && URL.canParse(uri)).map((uri) => new URL(uri).origin),
  ),
]

export const scopesOf = (scope: string): string[] => scope.split(/\s+/).filter(Boolean)
