import * as z from 'zod'
import type { SettingKey, Settings } from './catalogue.ts'

export interface SettingConflict {
  /** Equals `errors[].path`. */
  readonly key: SettingKey
  readonly message: string
}

/** The first is useless or dangerous without the second. */
const needs: readonly (readonly [SettingKey, SettingKey])[] = [
  ['par.allowUnregisteredRedirectUris', 'par.enabled'],
  ['dpop.requireNonce', 'dpop.enabled'],
  ['jwtIntrospection.enabled', 'introspection.enabled'],
  ['jwtUserinfo.enabled', 'userinfo.enabled'],
  ['mTLS.certificateBoundAccessTokens', 'mTLS.enabled'],
  ['mTLS.selfSignedTlsClientAuth', 'mTLS.enabled'],
  ['mTLS.tlsClientAuth', 'mTLS.enabled'],
  ['requestObjects.requireSignedRequestObject', 'requestObjects.enabled'],
  ['registrationManagement.enabled', 'registration.enabled'],
  ['registrationManagement.enabled', 'registration.issueRegistrationAccessToken'],
  ['registrationManagement.rotateRegistrationAccessToken', 'registrationManagement.enabled'],
  ['richAuthorizationRequests.enabled', 'resourceIndicators.enabled'],
  ['fapi.enabled', 'pkce.required'],
  ['fapi.enabled', 'par.enabled'],
  ['errorreport.enabled', 'errorStore.enabled'],
]

const certificates: readonly SettingKey[] = ['mTLS.tlsClientAuth', 'mTLS.selfSignedTlsClientAuth']

function isJsonSchema(value: unknown): boolean {
  try {
    z.fromJSONSchema(value as Parameters<typeof z.fromJSONSchema>[0])
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

type Rule = (settings: Settings) => SettingConflict | undefined

const rules: readonly Rule[] = [
  (settings) =>
    settings['fapi.enabled'] && !settings['dpop.enabled'] && !settings['mTLS.certificateBoundAccessTokens']
      ? { key: 'fapi.enabled', message: 'needs dpop.enabled or mTLS.certificateBoundAccessTokens' }
      : undefined,
  (settings) =>
    settings['fapi.enabled'] &&
    !settings.clientAuthMethods.includes('private_key_jwt') &&
    !certificates.some((key) => settings[key] === true)
      ? { key: 'fapi.enabled', message: 'needs private_key_jwt in clientAuthMethods, or client certificates' }
      : undefined,
  (settings) => {
    const broken = Object.entries(settings['richAuthorizationRequests.types']).find(
      ([, schema]) => !isJsonSchema(schema),
    )
    return (
      broken && {
        key: 'richAuthorizationRequests.types',
        message: `must have a JSON Schema for ${broken[0]}`,
      }
    )
  },
  (settings) =>
    settings.scopes.includes('openid') ? undefined : { key: 'scopes', message: 'must contain openid' },
  (settings) =>
    settings['loginThrottle.windowCeilingSeconds'] < settings['loginThrottle.windowSeconds']
      ? {
          key: 'loginThrottle.windowCeilingSeconds',
          message: 'must not be less than loginThrottle.windowSeconds',
        }
      : undefined,
]

/** The server does not start with such a combination; an update is rejected (422). */
export function settingConflicts(settings: Settings): SettingConflict[] {
  const unmet = needs
    .filter(([key, needed]) => settings[key] === true && settings[needed] !== true)
    .map(([key, needed]) => ({ key, message: `needs ${needed}` }))
  return [...unmet, ...rules.map((rule) => rule(settings)).filter((conflict) => conflict !== undefined)]
}
