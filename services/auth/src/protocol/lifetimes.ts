import type { Settings } from '@signet/contracts'
import type { Configuration } from 'oidc-provider'
import type { OptionsContext } from '../core/issuer-context.ts'
import { agentRefreshTtl } from './agent-refresh.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export const sessionSeconds = 14 * day

/** FAPI 2.0 5.3.2.1-9 has no window for the repetition of a refresh. */
export const refreshReuseSeconds = (settings: Settings): number =>
  settings['fapi.enabled'] ? 0 : settings['refreshTokens.reuseSeconds']

/** Seconds. Codes expire after 60 s at most (ASVS 10.4.3). The lifetime of an API overrides the default. */
export const lifetimes = (context: OptionsContext): Configuration => ({
  ttl: {
    AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? hour,
    AuthorizationCode: minute,
    // Time for the user to open another device; the application may request less (CIBA Core 7.1).
    BackchannelAuthenticationRequest: (ctx) =>
      Math.min(10 * minute, Number(ctx?.oidc?.params?.requested_expiry ?? Number.POSITIVE_INFINITY)),
    ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? hour,
    // RFC 8628 3.2: time for the user to open another device.
    DeviceCode: 10 * minute,
    Grant: 365 * day,
    IdToken: hour,
    Interaction: 10 * minute,
    // Counted from the last rotation; the grant's lifetime is the absolute limit.
    RefreshToken: (_ctx, token) => agentRefreshTtl(context, token) ?? 30 * day,
    Session: sessionSeconds,
  },
  clockTolerance: 10,
})
