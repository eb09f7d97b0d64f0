import { type ApplicationKind, applicationPresets, type Client } from '@signet/contracts'
import { AppWindow, Cog, Globe, type LucideIcon, Smartphone, Tv } from 'lucide-react'

export type PresetName = ApplicationKind

export interface Preset {
  readonly fields: (typeof applicationPresets)[PresetName]
  readonly redirectPlaceholder: string
}

const placeholders: Readonly<Record<PresetName, string>> = {
  web: 'https://app.example/callback',
  browser: 'https://app.example/',
  native: 'com.example.app:/callback',
  machine: '',
  device: '',
}

const presetFrom = (kind: PresetName): Preset => ({
  fields: applicationPresets[kind],
  redirectPlaceholder: placeholders[kind],
})

export const presets: Readonly<Record<PresetName, Preset>> = {
  web: presetFrom('web'),
  browser: presetFrom('browser'),
  native: presetFrom('native'),
  machine: presetFrom('machine'),
  device: presetFrom('device'),
}

export const presetIcons: Readonly<Record<PresetName, LucideIcon>> = {
  web: Globe,
  browser: AppWindow,
  native: Smartphone,
  machine: Cog,
  device: Tv,
}

/** RFC 8628 3.4. */
const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code'

type Shape = Pick<Client, 'applicationType' | 'grantTypes' | 'tokenEndpointAuthMethod'>

/** Returns the kind that a stored application resembles most. */
export function presetOf({ applicationType, grantTypes, tokenEndpointAuthMethod }: Shape): PresetName {
  if (!leadsBack({ grantTypes })) return grantTypes.includes(deviceCode) ? 'device' : 'machine'
  if (applicationType === 'native') return 'native'
  return tokenEndpointAuthMethod === 'none' ? 'browser' : 'web'
}

/** True when users are redirected to the application. */
export const leadsBack = ({ grantTypes }: Pick<Client, 'grantTypes'>): boolean =>
  grantTypes.includes('authorization_code')

/** True when users sign in to the application, so that it may request consent. */
export const signsPeopleIn = ({ grantTypes }: Pick<Client, 'grantTypes'>): boolean =>
  leadsBack({ grantTypes }) || grantTypes.includes(deviceCode)

export const hasSecret = ({ tokenEndpointAuthMethod }: Pick<Client, 'tokenEndpointAuthMethod'>): boolean =>
  tokenEndpointAuthMethod.startsWith('client_secret')

export const filled = (lines: readonly string[]): string[] => lines.map((line) => line.trim()).filter(Boolean)

/** Returns the web origins from which a single-page application calls the token endpoint. */
export const originsOf = (uris: readonly string[]): string[] => [
  ...new Set(
    uris.filter((uri) => /^https?:/.test(uri) && URL.canParse(uri)).map((uri) => new URL(uri).origin),
  ),
]

export const scopesOf = (scope: string): string[] => scope.split(/\s+/).filter(Boolean)
