import type { Client } from '@signet/contracts'
import type { Findings } from '../../../components/form.tsx'
import { t } from '../../../texts/index.ts'
import { filled, leadsBack, type PresetName, presets } from './presets.ts'

export interface ApplicationValues {
  readonly clientName: string
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly scope: string
  readonly requireConsent: boolean
  readonly partialConsent: boolean
  /** Null: the instance decides. */
  readonly pkce: Client['pkce']
  readonly idTokenClaims: boolean | null
}

export const newValues: ApplicationValues = {
  clientName: '',
  redirectUris: [],
  postLogoutRedirectUris: [],
  corsOrigins: [],
  scope: 'openid profile email offline_access',
  requireConsent: true,
  partialConsent: false,
  pkce: null,
  idTokenClaims: null,
}

/** The fields that show their errors. */
export const applicationFields = Object.keys(newValues)

export const valuesOf = (client: Client): ApplicationValues => ({
  clientName: client.clientName,
  redirectUris: client.redirectUris,
  postLogoutRedirectUris: client.postLogoutRedirectUris,
  corsOrigins: client.corsOrigins,
  scope: client.scope,
  requireConsent: client.requireConsent,
  partialConsent: client.partialConsent,
  pkce: client.pkce,
  idTokenClaims: client.idTokenClaims,
})

/** Trims the values and omits empty lines. */
export const cleaned = (
  values: ApplicationValues,
): { [K in keyof ApplicationValues]: ApplicationValues[K] } => ({
  ...values,
  clientName: values.clientName.trim(),
  redirectUris: filled(values.redirectUris),
  postLogoutRedirectUris: filled(values.postLogoutRedirectUris),
  corsOrigins: filled(values.corsOrigins),
})

export const checkApplication = (
  kind: PresetName,
  { clientName, redirectUris }: ApplicationValues,
): Findings => ({
  clientName: clientName.trim() ? undefined : t.clients.enterName,
  redirectUris:
    leadsBack(presets[kind].fields) && filled(redirectUris).length === 0 ? t.clients.enterAddress : undefined,
})
