import type { z } from 'zod'
import type { ApplicationType, ClientAuthMethod, GrantType } from '../resources/client.ts'

/** RFC 8628 3.4. */
const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code'

interface ApplicationPreset {
  readonly applicationType?: z.infer<typeof ApplicationType>
  readonly grantTypes: z.infer<typeof GrantType>[]
  readonly tokenEndpointAuthMethod: z.infer<typeof ClientAuthMethod>
}

export const applicationKinds = ['web', 'browser', 'native', 'machine', 'device'] as const

export type ApplicationKind = (typeof applicationKinds)[number]

/** Set by the kind of application, so that administrators need not know OAuth. */
export const applicationPresets: Readonly<Record<ApplicationKind, ApplicationPreset>> = {
  web: {
    applicationType: 'web',
    grantTypes: ['authorization_code', 'refresh_token'],
    tokenEndpointAuthMethod: 'client_secret_basic',
  },
  browser: {
    applicationType: 'web',
    grantTypes: ['authorization_code', 'refresh_token'],
    tokenEndpointAuthMethod: 'none',
  },
  native: {
    applicationType: 'native',
    grantTypes: ['authorization_code', 'refresh_token'],
    tokenEndpointAuthMethod: 'none',
  },
  machine: { grantTypes: ['client_credentials'], tokenEndpointAuthMethod: 'client_secret_basic' },
  device: { grantTypes: [deviceCode, 'refresh_token'], tokenEndpointAuthMethod: 'none' },
}

/** The most that a new application for users may request. */
export const newApplicationScope = 'openid profile email offline_access'
